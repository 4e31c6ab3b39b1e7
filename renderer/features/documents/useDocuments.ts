/**
 * Hands over the installation of one eSIM from a component: it uses the paper size of the settings and confirms with a
 * toast.
 */
import { useI18n } from 'vue-i18n'
import type { CopyKind, WhichEsim } from '#shared/model/installation.ts'
import type { EsimView } from '#shared/model/views.ts'
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
type ShownEsim = Omit<KnownEsim, keyof WhichEsim | 'language'> &
  Pick<EsimView, 'codeState'> & { readonly language: SheetLanguage | null }

export function useDocuments(which: () => WhichEsim, shownEsim?: () => ShownEsim): Documents {
  const { t } = useI18n()
  const toast = useToast()
  const store = useSettings()
  const known = (): KnownEsim | null => {
    const esim = shownEsim?.()
    // A view of the directory, where the state is null, does not say whether the code is usable.
    if (esim?.codeState !== 'usable' || store.settings === null) return null
    const { iccid, customerEmail, language } = esim
    return { ...which(), iccid, customerEmail, language: language ?? store.settings.documents.language }
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
