/** Everything that can be copied from an eSIM's installation, as the commands of a menu. */
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { copyKinds } from './copyKinds.ts'

export function useCopyItems() {
  const { t, te } = useI18n()
  return computed(() =>
    copyKinds.map((kind) => ({
      key: kind,
      label: t(`documents.what.${kind}`),
      ...(te(`documents.needs.${kind}`) && { note: t(`documents.needs.${kind}`) }),
    })),
  )
}
