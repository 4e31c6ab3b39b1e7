/**
 * Mails the sheets of many eSIMs, one after the other, once an agent has confirmed to whom. Each mail is that of the
 * dialog "E-mail the installation". Only an eSIM that can be installed is mailed, only to its customer's own address,
 * and not again within a day, so that a run that was stopped can be taken up. A problem of the mail server ends the
 * run, because the next mail would meet it, too.
 */
import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import { asDeskError, type DeskError, type DeskErrorCode } from '#shared/errors.ts'
import type { InstallationSheet } from '#shared/model/installation.ts'
import { MailAddress, ServerProblem, type MailRequest, type MailRow } from '#shared/model/mail.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'

export interface OfferedMail {
  readonly sheet: InstallationSheet
  readonly to: string
}

export type NotMailedReason = 'noAddress' | 'notInstallable' | 'mailedAlready'
export interface NotMailed {
  readonly iccid: string
  readonly reason: NotMailedReason
}

/** A mail that was tried and of which there is no outcome. */
export interface FailedMail {
  readonly to: string
  readonly error: DeskError
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
  readonly failed: ComputedRef<readonly FailedMail[]>
  /** Asks whether the sheets are mailed. */
  readonly offer: (sheets: readonly InstallationSheet[]) => Promise<void>
  readonly send: () => Promise<void>
  /** Withdraws the question, or sends no further mail. The one that is on its way can't be taken back. */
  readonly stop: () => void
  readonly reset: () => void
}

export interface ManyMailsDesk {
  readonly email: (mail: MailRequest) => Promise<MailRow>
  /** The mails of a customer. */
  readonly mails: (input: { readonly customerUid: CustomerUid }) => Promise<{ readonly rows: readonly MailRow[] }>
  readonly pageSize: () => MailRequest['pageSize']
}

const day = 24 * 60 * 60_000
/** Errors of one customer. Any other one would meet the next mail, too. */
const ofOneCustomer: ReadonlySet<DeskErrorCode> = new Set([
  'code_unusable',
  'mail_in_progress',
  'mail_other_address',
  'not_found',
  'unreadable_answer',
])

/** Whether the next mail would meet the same problem. */
const isOfServer = ({ problem }: MailRow): boolean =>
  problem === 'try_later' || ServerProblem.safeParse(problem).success

const reasonAgainst = ({ state, active, customerEmail }: InstallationSheet): NotMailedReason | null => {
  if (state !== 'released' || active === false) return 'notInstallable'
  return MailAddress.safeParse(customerEmail).success ? null : 'noAddress'
}

export function useManyMails(desk: ManyMailsDesk): ManyMails {
  const state = shallowRef<ManyMailsState>({ name: 'idle' })
  const outcomes = shallowRef<readonly MailRow[]>([])
  const notMailed = shallowRef<readonly NotMailed[]>([])
  const failed = shallowRef<readonly FailedMail[]>([])
  let stopped = false

  function reset(): void {
    state.value = { name: 'idle' }
    outcomes.value = []
    notMailed.value = []
    failed.value = []
  }

  /** A mail whose answer was lost may have arrived, too. */
  async function isMailedAlready({ customerUid, esimUid }: InstallationSheet): Promise<boolean> {
    const { rows } = await desk.mails({ customerUid })
    const isRecent = ({ createdAt }: MailRow): boolean => Date.now() - Date.parse(createdAt) < day
    return rows.some((row) => row.esimUid === esimUid && row.state !== 'REJECTED' && isRecent(row))
  }

  /** Returns whether the next mail may be sent. */
  async function sendOne({ sheet, to }: OfferedMail): Promise<boolean> {
    const { customerUid, esimUid, language } = sheet
    const one = { customerUid, esimUid, to, language, pageSize: desk.pageSize() }
    const mail = await desk.email({ ...one, copy: false, note: '', otherAddress: false })
    outcomes.value = [...outcomes.value, mail]
    return !isOfServer(mail)
  }

  onScopeDispose(() => (stopped = true))
  return {
    state: computed(() => state.value),
    outcomes: computed(() => outcomes.value),
    notMailed: computed(() => notMailed.value),
    failed: computed(() => failed.value),
    reset,
    async offer(sheets) {
      reset()
      const offered: OfferedMail[] = []
      const left: NotMailed[] = []
      for (const sheet of sheets) {
        const reason = reasonAgainst(sheet) ?? ((await isMailedAlready(sheet)) ? 'mailedAlready' : null)
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
          const error = asDeskError(thrown)
          if (next !== undefined) failed.value = [...failed.value, { to: next.to, error }]
          goesOn = ofOneCustomer.has(error.code) && !stopped
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
