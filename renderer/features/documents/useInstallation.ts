/**
 * Hands over the installation of one eSIM: it is shown, printed, saved, copied or mailed, one action at a time. The
 * window has the sheet only while its dialog is open; for everything else the main process reads the eSIM itself.
 */
import { computed, onScopeDispose, shallowRef, type ComputedRef, type Ref } from 'vue'
import { DeskError } from '#shared/errors.ts'
import type { PageSize } from '#shared/model/documents.ts'
import { esimWarning, noHistory, willProbablyFail, type EsimHistory } from '#shared/model/esim/esimWarning.ts'
import type { CopyKind, InstallationSheet, ShareChannel, WhichEsim } from '#shared/model/esim/installation.ts'
import type { MailRequest, MailRow } from '#shared/model/mail.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { SheetMessages } from '#shared/sheet/messages.ts'
import type { Desk } from '../../lib/desk.ts'
import { type ExclusiveAction, useExclusiveAction } from './useExclusiveAction.ts'
import { type KnownEsim, type ShownSheet, useShownSheet } from './useShownSheet.ts'

export type { KnownEsim }

type InstallationAction = 'show' | 'print' | 'savePdf' | 'copy' | 'share' | 'email'

export interface Installation {
  /** The sheet that the dialog shows, or `null` while it is closed. */
  readonly shown: ComputedRef<InstallationSheet | null>
  /** The eSIM of the mail dialog, or `null` while it is closed. */
  readonly mailing: ComputedRef<KnownEsim | null>
  readonly messages: ComputedRef<SheetMessages | null>
  readonly language: Ref<SheetLanguage>
  readonly pageSize: Ref<PageSize>
  readonly currentAction: ComputedRef<InstallationAction | null>
  readonly error: ComputedRef<DeskError | null>
  /** Opens the dialog of the sheet, or that of a mail. */
  readonly show: (forMail?: 'forMail') => Promise<void>
  readonly close: () => void
  readonly setLanguage: (language: SheetLanguage) => Promise<void>
  readonly print: () => Promise<void>
  /** Resolves to the path of the file, or `null` if there is none. */
  readonly savePdf: () => Promise<string | null>
  /** Resolves to whether the value is on the clipboard. */
  readonly copy: (what: CopyKind) => Promise<boolean>
  /** Resolves to whether the message was opened; otherwise it is on the clipboard. `null` if neither was done. */
  readonly share: (channel: ShareChannel, to: string) => Promise<boolean | null>
  /** Rejects if nothing was sent. */
  readonly email: (mail: Pick<MailRequest, 'to' | 'note' | 'copy' | 'otherAddress'>) => Promise<MailRow>
}

interface HandOverOptions {
  readonly shown: Readonly<Ref<InstallationSheet | null>>
  readonly known: () => KnownEsim | null
  readonly readHistory: () => Promise<EsimHistory>
  readonly readSheet: () => Promise<InstallationSheet>
  readonly openSheet: (sheet: InstallationSheet) => Promise<void>
}

function createHandOver({ shown, known, readHistory, readSheet, openSheet }: HandOverOptions) {
  /**
   * Returns `null` if the eSIM has no code that can be handed out. The dialog of the sheet then explains why. The sheet
   * is read only if the page has not shown that the code is usable.
   */
  async function usableEsim(): Promise<KnownEsim | null> {
    const esim = shown.value === null ? known() : null
    if (esim !== null) return esim
    const sheet = await readSheet()
    if (sheet.code !== null) return sheet
    await openSheet(sheet)
    return null
  }

  /** Also returns `null` if the dialog of the sheet has opened as a warning. */
  async function esimToHandOver(): Promise<KnownEsim | null> {
    const warned = shown.value !== null
    const esim = await usableEsim()
    if (esim === null || warned || !willProbablyFail(esimWarning(esim, await readHistory()))) return esim
    await openSheet(await readSheet())
    return null
  }
  return { usableEsim, esimToHandOver }
}

/** The dialog of a mail, with the language and the paper size that are chosen in it. */
function useMailDialog(
  { language, pageSize, optionsOf }: ShownSheet,
  { currentAction, withAction }: ExclusiveAction<InstallationAction>,
  email: Desk['installation']['email'],
) {
  const mailing = shallowRef<KnownEsim | null>(null)
  onScopeDispose(() => (mailing.value = null))

  function openMail(esim: KnownEsim): void {
    const options = optionsOf(esim)
    language.value = options.language
    pageSize.value = options.pageSize
    mailing.value = esim
  }

  const sendMail: Installation['email'] = async (mail) => {
    if (mailing.value === null || currentAction.value !== null)
      throw new DeskError('aborted', 'Something else is being done')
    const { customerUid, esimUid } = mailing.value
    const options = { language: language.value, pageSize: pageSize.value }
    return await withAction('email', () => email({ customerUid, esimUid, ...mail, ...options }))
  }
  return { mailing, openMail, sendMail }
}

/**
 * `known` returns the eSIM if its code is known to be usable. It then needs no read: only the sheet on the screen has
 * the code, and it is read when it is shown. `readHistory` returns what is known of its installations. If the next one
 * will probably fail, the dialog of the sheet opens first and explains why; what is done there is done on purpose.
 */
export function useInstallation(
  which: () => WhichEsim,
  desk: Desk['installation'],
  defaults: () => { readonly pageSize: PageSize },
  known: () => KnownEsim | null = () => null,
  readHistory: () => Promise<EsimHistory> = () => Promise.resolve(noHistory),
): Installation {
  const sheet = useShownSheet(defaults)
  const { shown, messages, language, pageSize, isDisposed, setLanguage, optionsOf } = sheet
  const action = useExclusiveAction<InstallationAction>()
  const { currentAction, error, runExclusively } = action
  const { mailing, openMail, sendMail } = useMailDialog(sheet, action, desk.email)

  const readSheet = async (): Promise<InstallationSheet> => shown.value ?? (await desk.sheet(which()))

  async function openSheet(next: InstallationSheet): Promise<void> {
    mailing.value = null
    // The dialog of the same sheet keeps the language and the paper size that were chosen in it.
    if (shown.value !== next) await sheet.open(next)
  }

  const { usableEsim, esimToHandOver } = createHandOver({ shown, known, readHistory, readSheet, openSheet })

  async function showMail(): Promise<void> {
    const esim = await usableEsim()
    if (esim !== null && !isDisposed()) openMail(esim)
  }

  return {
    shown: computed(() => shown.value),
    mailing: computed(() => mailing.value),
    messages: computed(() => messages.value),
    language,
    pageSize,
    currentAction,
    error: computed(() => error.value),
    async show(purpose) {
      await runExclusively('show', purpose === 'forMail' ? showMail : async () => openSheet(await readSheet()))
    },
    close() {
      shown.value = null
      mailing.value = null
      error.value = null
    },
    setLanguage,
    async print() {
      await runExclusively('print', async () => {
        const esim = await esimToHandOver()
        if (esim === null || isDisposed()) return
        await desk.print({ esims: [which()], language: optionsOf(esim).language })
      })
    },
    async savePdf() {
      return await runExclusively('savePdf', async () => {
        const esim = await esimToHandOver()
        if (esim === null || isDisposed()) return null
        const choice = optionsOf(esim)
        const { path } = await desk.savePdf({ esims: [which()], ...choice, name: fileName(esim, choice.language) })
        return path
      })
    },
    async copy(what) {
      const spoken = shown.value === null ? {} : { language: language.value }
      const copied = await runExclusively('copy', async () => {
        if (known() !== null && (await esimToHandOver()) === null) return false
        await desk.copy({ ...which(), what, ...spoken })
        return true
      })
      return copied === true
    },
    async share(channel, to) {
      return await runExclusively('share', async () => {
        const number = to.trim() === '' ? {} : { to: to.trim() }
        const { opened } = await desk.share({ ...which(), channel, ...number, language: language.value })
        return opened
      })
    },
    email: sendMail,
  }
}

const fileName = ({ iccid }: KnownEsim, language: SheetLanguage): string =>
  `eSIM ${iccid.replaceAll(/[^\p{L}\p{N}]/gu, '')} ${language}`
