/**
 * Hands over the installation of one eSIM from a component: it uses the paper size of the settings and confirms with a
 * toast.
 */
import { useI18n } from 'vue-i18n'
import type { CopyKind, WhichEsim } from '#shared/model/installation.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { desk } from '../../lib/desk.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { useToast } from '../../ui/useToast.ts'
import { type Installation, type KnownEsim, useInstallation } from './useInstallation.ts'

export interface Documents {
  readonly installation: Installation
  readonly save: () => Promise<void>
  readonly copy: (what: CopyKind) => Promise<void>
}

/** What the customer's page shows of the eSIM. The language is `null` if the customer's is not known. */
type ShownEsim = Omit<KnownEsim, keyof WhichEsim | 'language'> & { readonly language: SheetLanguage | null }

export function useDocuments(which: () => WhichEsim, shownEsim?: () => ShownEsim): Documents {
  const { t } = useI18n()
  const toast = useToast()
  const store = useSettings()
  const known = (): KnownEsim | null => {
    const esim = shownEsim?.()
    if (esim === undefined || store.settings === null) return null
    return { ...which(), ...esim, language: esim.language ?? store.settings.documents.language }
  }
  const defaults = () => ({ pageSize: store.settings?.documents.pageSize ?? 'A4' })
  const installation = useInstallation(which, desk.installation, defaults, known)
  return {
    installation,
    async save() {
      const path = await installation.savePdf()
      if (path !== null) toast.show(t('documents.saved', { path }), { lasting: true })
    },
    async copy(what) {
      if (await installation.copy(what)) toast.show(t('common.copied', { what: t(`documents.what.${what}`) }))
    },
  }
}
