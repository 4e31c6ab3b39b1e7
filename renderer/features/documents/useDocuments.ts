/**
 * Hands over the installation of one eSIM from a component: it uses the paper size of the settings and confirms with a
 * toast.
 */
import { shallowRef, watch, type ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { InputOf } from '#shared/contract.ts'
import { esimHistory, noHistory, type EsimHistory } from '#shared/model/esim/esimWarning.ts'
import { parseInstant } from '#shared/model/instant.ts'
import { hasNothingToUse } from '#shared/model/package/itemPhase.ts'
import type { CopyKind, InstallationSheet, WhichEsim } from '#shared/model/esim/installation.ts'
import type { CustomerView, EsimView } from '#shared/model/customer/views.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { desk } from '../../lib/desk.ts'
import { useCustomerLanguages } from '../../lib/customerLanguages.store.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { useToast } from '../../ui/useToast.ts'
import type { AwaitedPhone } from './awaitedPhone.ts'
import { useAwaitedPhones } from './awaitedPhones.store.ts'
import { readEsimEvents } from './esimEvents.ts'
import { type Installation, type KnownEsim, useInstallation } from './useInstallation.ts'

export interface Documents {
  readonly installation: Installation
  readonly save: () => Promise<void>
  readonly copy: (what: CopyKind) => Promise<void>
  /** What is known of earlier installations, once a dialog has been opened. */
  readonly history: Readonly<ShallowRef<EsimHistory>>
}

/** The parts of a customer and an eSIM on the customer's page that the documents of the eSIM need. */
export type DocumentsCustomer = Pick<
  CustomerView,
  'uid' | 'email' | 'language' | 'items' | 'unreadable' | 'omittedItems'
>
export type DocumentsEsim = Pick<EsimView, 'uid' | 'iccid' | 'codeState' | 'state' | 'active' | 'lastSeen'>

/** The documents of an eSIM that the customer's page shows. */
export function useShownDocuments(customer: () => DocumentsCustomer, esim: () => DocumentsEsim): Documents {
  return useDocuments(
    () => ({ customerUid: customer().uid, esimUid: esim().uid }),
    () => {
      const { iccid, codeState, state, active, lastSeen } = esim()
      const { email: customerEmail, language } = customer()
      const nothingToUse = hasNothingToUse(customer())
      return { iccid, codeState, state, active, lastSeen, customerEmail, language, nothingToUse }
    },
  )
}

/** What the customer's page shows of the eSIM. The language is `null` if the customer's is not known. */
type ShownEsim = Omit<KnownEsim, keyof WhichEsim | 'language'> &
  Pick<EsimView, 'codeState' | 'lastSeen'> & { readonly language: SheetLanguage | null }

export function useDocuments(which: () => WhichEsim, shownEsim?: () => ShownEsim): Documents {
  const { t } = useI18n()
  const toast = useToast()
  const store = useSettings()
  const languages = useCustomerLanguages()
  const known = (): KnownEsim | null => {
    const esim = shownEsim?.()
    // A view of the directory, where the state is null, does not say whether the code is usable.
    if (esim?.codeState !== 'usable' || store.settings === null) return null
    const { iccid, customerEmail, state, active, nothingToUse } = esim
    const language = languages.of({ uid: which().customerUid, email: customerEmail, language: esim.language })
    return { ...which(), iccid, customerEmail, state, active, nothingToUse, language }
  }
  async function sheet(of: InputOf<'installation', 'sheet'>): Promise<InstallationSheet> {
    const read = await desk.installation.sheet(of)
    const { customerUid, customerEmail, language } = read
    return { ...read, language: languages.of({ uid: customerUid, email: customerEmail, language }) }
  }
  const defaults = () => ({ pageSize: store.settings?.documents.pageSize ?? 'A4' })
  const history = shallowRef<EsimHistory>(noHistory)
  async function readHistory(): Promise<EsimHistory> {
    const esim = shownEsim?.()
    if (esim === undefined) return noHistory
    return (history.value = esimHistory(esim, await readEsimEvents(esim.iccid)))
  }
  const installation = useInstallation(
    which,
    {
      ...desk.installation,
      sheet,
      print: thenWait('handed', desk.installation.print),
      savePdf: thenWait('handed', desk.installation.savePdf, ({ path }) => path !== null),
      copy: thenWait('handed', desk.installation.copy),
      email: thenWait('mailed', desk.installation.email, ({ state }) => state === 'SENT'),
    },
    defaults,
    known,
    readHistory,
  )
  const { shown, mailing } = installation

  const awaited = useAwaitedPhones()
  /** Waits for the phone, if the eSIM can be installed as far as it is known. */
  function wait(how: AwaitedPhone['how'], esim = shownEsim?.() ?? shown.value): void {
    if (esim === null || esim.state !== 'released' || esim.active === false) return
    const { customerUid, esimUid } = which()
    const seenBefore = parseInstant('lastSeen' in esim ? esim.lastSeen : null) ?? 0
    awaited.begin({ customerUid, esimUid, iccid: esim.iccid, how, seenBefore })
  }
  function thenWait<Input, Output>(
    how: AwaitedPhone['how'],
    handOver: (input: Input) => Promise<Output>,
    succeeded: (output: Output) => boolean = () => true,
  ) {
    return async (input: Input): Promise<Output> => {
      const output = await handOver(input)
      if (succeeded(output)) wait(how)
      return output
    }
  }
  watch(shown, (sheet) => {
    if (sheet !== null && sheet.code !== null) wait('shown')
  })
  watch(
    () => shown.value !== null || mailing.value !== null,
    (isOpen) => {
      if (isOpen) void readHistory()
    },
  )
  return {
    installation,
    history,
    async save() {
      const path = await installation.savePdf()
      if (path !== null) toast.show(t('documents.saved', { path }), { lasting: true })
    },
    async copy(what) {
      if (await installation.copy(what)) toast.show(t('common.copied', { what: t(`documents.what.${what}`) }))
    },
  }
}
