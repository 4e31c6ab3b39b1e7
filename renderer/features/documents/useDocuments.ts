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
import type { CopyKind, InstallationSheet, ShareChannel, WhichEsim } from '#shared/model/esim/installation.ts'
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
  readonly share: (channel: ShareChannel, to: string) => Promise<void>
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

/** Waits for the phone after a hand-over, if the eSIM can be installed as far as it is known. */
function useWaiting(
  which: () => WhichEsim,
  known: () => (Pick<EsimView, 'iccid' | 'state' | 'active'> & { readonly lastSeen?: string | null }) | null,
) {
  const awaited = useAwaitedPhones()
  function wait(how: AwaitedPhone['how']): void {
    const esim = known()
    if (esim === null || esim.state !== 'released' || esim.active === false) return
    awaited.begin({ ...which(), iccid: esim.iccid, how, seenBefore: parseInstant(esim.lastSeen) ?? 0 })
  }
  const thenWait =
    <Input, Output>(
      how: AwaitedPhone['how'],
      handOver: (input: Input) => Promise<Output>,
      succeeded: (output: Output) => boolean = () => true,
    ) =>
    async (input: Input): Promise<Output> => {
      const output = await handOver(input)
      if (succeeded(output)) wait(how)
      return output
    }
  return { wait, thenWait }
}

export function useDocuments(which: () => WhichEsim, shownEsim?: () => ShownEsim): Documents {
  const { t } = useI18n()
  const toast = useToast()
  const store = useSettings()
  const languages = useCustomerLanguages()
  const known = (): KnownEsim | null => {
    const esim = shownEsim?.()
    // A view of the directory, where the state is null, does not contain whether the code is usable.
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
  const { wait, thenWait } = useWaiting(which, () => shownEsim?.() ?? installation.shown.value)
  const installation: Installation = useInstallation(
    which,
    {
      ...desk.installation,
      sheet,
      print: thenWait('handed', desk.installation.print),
      savePdf: thenWait('handed', desk.installation.savePdf, ({ path }) => path !== null),
      copy: thenWait('handed', desk.installation.copy),
      share: thenWait('handed', desk.installation.share),
      email: thenWait('mailed', desk.installation.email, ({ state }) => state === 'SENT'),
    },
    defaults,
    known,
    readHistory,
  )
  const { shown, mailing } = installation

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
    async share(channel, to) {
      const opened = await installation.share(channel, to)
      const name = t(`documents.share.channel.${channel}`)
      if (opened !== null) toast.show(t(opened ? 'documents.share.opened' : 'documents.share.copied', { name }))
    },
    async copy(what) {
      if (await installation.copy(what)) toast.show(t('common.copied', { what: t(`documents.what.${what}`) }))
    },
  }
}
