/**
 * Parts of a customer's page that are loaded after it, because looking a customer up comes first. They are defined once
 * for all pages: what a page defines itself would be awaited again by each page, in a task and a rendering of its own.
 */
import { defineAsyncComponent } from 'vue'

export const MoneyDialog = defineAsyncComponent(() => import('../money/MoneyDialog.vue'))
export const TopUpDialog = defineAsyncComponent(() => import('../purchases/TopUpDialog.vue'))
export const NewEsim = defineAsyncComponent(() => import('./NewEsim.vue'))
export const CorrectEmail = defineAsyncComponent(() => import('./CorrectEmail.vue'))
export const LinkDialog = defineAsyncComponent(() => import('./LinkDialog.vue'))
export const NoteDialog = defineAsyncComponent(() => import('../notes/NoteDialog.vue'))
export const ReplaceDialog = defineAsyncComponent(() => import('./ReplaceDialog.vue'))
export const SendQr = defineAsyncComponent(() => import('../documents/SendQr.vue'))
export const SellElsewhere = defineAsyncComponent(() => import('./SellElsewhere.vue'))

export const TimelineSection = defineAsyncComponent(() => import('../events/TimelineSection.vue'))

/** Only shown in the sandbox. */
export const SimulatorPanel = defineAsyncComponent(() => import('../simulator/SimulatorPanel.vue'))
