/**
 * Mails the sheets of many eSIMs, one after the other, once an agent has confirmed to whom. Each mail is that of the
 * dialog "E-mail the installation". Only an eSIM that can be installed is mailed, and only to its customer's own
 * address. A problem of the mail server ends the run, because the next mail would meet it, too.
 */
import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { InstallationSheet } from '#shared/model/installation.ts'
import { MailAddress, ServerProblem, type MailRequest, type MailRow } from '#shared/model/mail.ts'

export interface OfferedMail {
  readonly sheet: InstallationSheet
  readonly to: string
}

export type NotMailedReason = 'noAddress' | 'notInstallable'
export interface NotMailed {
  readonly iccid: string
  readonly reason: NotMailedReason
}

export type ManyMailsState =
  | { readonly name: 'idle' }
  | { readonly name: 'asking'; readonly offered: readonly OfferedMail[] }
  | { readonly name: 'sending'; readonly done: number; readonly total: number }
  /** `left` is how many were not tried, because the run was stopped. */
  | { readonly name: 'ended'; readonly left: number }

export interface ManyMails {
  readonly state: ComputedRef<ManyMailsState>
  /** The outcomes so far. */
  readonly outcomes: ComputedRef<readonly MailRow[]>
  /** What is left out of the offer. */
  readonly notMailed: ComputedRef<readonly NotMailed[]>
  readonly error: ComputedRef<DeskError | null>
  /** Asks whether the sheets are mailed. */
  readonly offer: (sheets: readonly InstallationSheet[]) => void
  readonly send: () => Promise<void>
  /** Withdraws the question, or sends no further mail. The one that is on its way can't be taken back. */
  readonly stop: () => void
  readonly reset: () => void
}

export interface ManyMailsDesk {
  readonly email: (mail: MailRequest) => Promise<MailRow>
  readonly pageSize: () => MailRequest['pageSize']
}

const reasonAgainst = ({ state, active, customerEmail }: InstallationSheet): NotMailedReason | null => {
  if (state !== 'released' || active === false) return 'notInstallable'
  return MailAddress.safeParse(customerEmail).success ? null : 'noAddress'
}

export function useManyMails(desk: ManyMailsDesk): ManyMails {
  const state = shallowRef<ManyMailsState>({ name: 'idle' })
  const outcomes = shallowRef<readonly MailRow[]>([])
  const notMailed = shallowRef<readonly NotMailed[]>([])
  const error = shallowRef<DeskError | null>(null)
  let stopped = false

  function reset(): void {
    state.value = { name: 'idle' }
    outcomes.value = []
    notMailed.value = []
    error.value = null
  }

  /** Returns whether the next mail may be sent. */
  async function sendOne({ sheet, to }: OfferedMail): Promise<boolean> {
    const { customerUid, esimUid, language } = sheet
    const one = { customerUid, esimUid, to, language, pageSize: desk.pageSize() }
    const mail = await desk.email({ ...one, copy: false, note: '', otherAddress: false })
    outcomes.value = [...outcomes.value, mail]
    return !ServerProblem.safeParse(mail.problem).success
  }

  onScopeDispose(() => (stopped = true))
  return {
    state: computed(() => state.value),
    outcomes: computed(() => outcomes.value),
    notMailed: computed(() => notMailed.value),
    error: computed(() => error.value),
    reset,
    offer(sheets) {
      reset()
      const offered: OfferedMail[] = []
      const left: NotMailed[] = []
      for (const sheet of sheets) {
        const reason = reasonAgainst(sheet)
        if (reason === null && sheet.customerEmail !== null) offered.push({ sheet, to: sheet.customerEmail.trim() })
        else left.push({ iccid: sheet.iccid, reason: reason ?? 'noAddress' })
      }
      notMailed.value = left
      state.value = offered.length === 0 ? { name: 'ended', left: 0 } : { name: 'asking', offered }
    },
    async send() {
      if (state.value.name !== 'asking') return
      const { offered } = state.value
      stopped = false
      let [done, goesOn] = [0, true]
      while (done < offered.length && goesOn) {
        state.value = { name: 'sending', done, total: offered.length }
        const next = offered[done]
        try {
          goesOn = next !== undefined && (await sendOne(next)) && !stopped
        } catch (thrown) {
          error.value = asDeskError(thrown)
          goesOn = false
        }
        done += 1
      }
      state.value = { name: 'ended', left: offered.length - done }
    },
    stop() {
      stopped = true
      if (state.value.name === 'asking') reset()
    },
  }
}
