/** The dialogs of an installation, loaded with the first of them. They are defined once for all eSIMs. */
import { defineAsyncComponent } from 'vue'

export const AppErrorsDialog = defineAsyncComponent(() => import('./AppErrorsDialog.vue'))
export const EmailDialog = defineAsyncComponent(() => import('./EmailDialog.vue'))
export const InstallationDialog = defineAsyncComponent(() => import('./InstallationDialog.vue'))
