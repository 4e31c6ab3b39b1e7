/**
 * Hands over the installation of one eSIM: it is read from the service each time, then shown, printed, saved or copied.
 * One action runs at a time. The sheet is discarded when the action ends or the dialog closes.
 */
import { computed, ref, type ComputedRef, type Ref } from 'vue'
import { DeskError } from '#shared/errors.ts'
import type { PageSize } from '#shared/model/documents.ts'
import type { CopyKind, InstallationSheet, WhichEsim } from '#shared/model/installation.ts'
import type { MailRequest, MailRow } from '#shared/model/mail.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { SheetMessages } from '#shared/sheet/messages.ts'
import type { Desk } from '../../lib/desk.ts'
import { useExclusiveAction } from './useExclusiveAction.ts'
import { useShownSheet } from './useShownSheet.ts'

export type InstallationAction = 'show' | 'print' | 'savePdf' | 'copy' | 'email'

export interface Installation {
  /** The sheet that the dialog shows, or `null` while it is closed. */
  readonly shown: ComputedRef<InstallationSheet | null>
  /** Whether the dialog shows the sheet for mailing. */
  readonly forMail: ComputedRef<boolean>
  readonly messages: ComputedRef<SheetMessages | null>
  readonly language: Ref<SheetLanguage>
  readonly pageSize: Ref<PageSize>
  readonly currentAction: ComputedRef<InstallationAction | null>
  readonly error: ComputedRef<DeskError | null>
  /** Opens the dialog, or continues to mailing with the sheet that it shows. */
  readonly show: (forMail?: 'forMail') => Promise<void>
  readonly close: () => void
  readonly setLanguage: (language: SheetLanguage) => Promise<void>
  readonly print: () => Promise<void>
  /** Resolves to the path of the file, or `null` if there is none. */
  readonly savePdf: () => Promise<string | null>
  /** Resolves to whether the value is on the clipboard. */
  readonly copy: (what: CopyKind) => Promise<boolean>
  /** Rejects if nothing was sent. */
  readonly email: (mail: Pick<MailRequest, 'to' | 'note' | 'copy' | 'otherAddress'>) => Promise<MailRow>
}

export function useInstallation(
  which: () => WhichEsim,
  desk: Desk['installation'],
  defaults: () => { readonly pageSize: PageSize },
): Installation {
  const { shown, messages, language, pageSize, isDisposed, open, setLanguage, optionsOf } = useShownSheet(defaults)
  const forMail = ref(false)
  const { currentAction, error, runExclusively, withAction } = useExclusiveAction<InstallationAction>()

  /** The sheet on the screen, or one that is read now. `null` if it has no code, which the dialog then explains. */
  async function usableSheet(): Promise<InstallationSheet | null> {
    const sheet = shown.value ?? (await desk.sheet(which()))
    if (sheet.code !== null) return sheet
    forMail.value = false
    if (shown.value === null) await open(sheet)
    return null
  }

  return {
    shown: computed(() => shown.value),
    forMail: computed(() => forMail.value),
    messages: computed(() => messages.value),
    language,
    pageSize,
    currentAction,
    error: computed(() => error.value),
    async show(purpose) {
      await runExclusively('show', async () => {
        const sheet = shown.value ?? (await desk.sheet(which()))
        // A sheet without a code can't be mailed. The other dialog explains why.
        forMail.value = purpose === 'forMail' && sheet.code !== null
        // The dialog of the same sheet keeps the language and the paper size that were chosen in it.
        if (shown.value !== sheet) await open(sheet)
      })
    },
    close() {
      shown.value = null
      error.value = null
    },
    setLanguage,
    async print() {
      await runExclusively('print', async () => {
        const sheet = await usableSheet()
        if (sheet === null || isDisposed()) return
        await desk.print({ esims: [which()], language: optionsOf(sheet).language })
      })
    },
    async savePdf() {
      return await runExclusively('savePdf', async () => {
        const sheet = await usableSheet()
        if (sheet === null || isDisposed()) return null
        const choice = optionsOf(sheet)
        const { path } = await desk.savePdf({ esims: [which()], ...choice, name: fileName(sheet, choice.language) })
        return path
      })
    },
    async copy(what) {
      const spoken = shown.value === null ? {} : { language: language.value }
      return (
        (await runExclusively('copy', async () => {
          await desk.copy({ ...which(), what, ...spoken })
          return true
        })) === true
      )
    },
    async email(mail) {
      const sheet = shown.value
      if (sheet === null || currentAction.value !== null) throw new DeskError('aborted', 'Something else is being done')
      return await withAction('email', () => desk.email({ ...which(), ...mail, ...optionsOf(sheet) }))
    },
  }
}

const fileName = ({ iccid }: InstallationSheet, language: SheetLanguage): string =>
  `eSIM ${iccid.replaceAll(/[^\p{L}\p{N}]/gu, '')} ${language}`
