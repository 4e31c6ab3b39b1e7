/**
 * Mails the sheets of many eSIMs, one after the other, once an agent has confirmed to whom. Each mail is that of the
 * dialog "E-mail the installation". Only an eSIM that can be installed is mailed, only to its customer's own address,
 * and not again within a day, so that a run that was stopped can be taken up. The main process checks all of that again
 * just before each mail. It asks its own question about many activation codes once, before the first mail. A problem of
 * the mail server ends the run, because the next mail would meet it, too.
 */
import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import type { InputOf } from '#shared/contract.ts'
import { asDeskError, type DeskError, type DeskErrorCode } from '#shared/errors.ts'
import { installationObstacle, installationObstacles, type InstallationObstacle } from '#shared/model/esimWarning.ts'
import type { EventRow } from '#shared/model/events.ts'
import type { WhichEsim } from '#shared/model/installation.ts'
import { MailAddress, mayHaveReached, ServerProblem, type MailRequest, type MailRow } from '#shared/model/mail.ts'
import type { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import type { KnownEsim } from './useInstallation.ts'

export interface OfferedMail {
  readonly esim: KnownEsim
  readonly to: string
}

export type NotMailedReason = 'noAddress' | 'mailedAlready' | InstallationObstacle
export interface NotMailed {
  readonly customerUid: CustomerUid
  readonly iccid: string
  /** The customer's address, or `null` if there is none that can be used. */
  readonly to: string | null
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
  /** Nobody can be mailed. */
  | { readonly name: 'nobody' }
  /** The main process may be asking a person. */
  | { readonly name: 'approving' }
  | { readonly name: 'sending'; readonly done: number; readonly total: number }
  /** `left` is how many were not tried, because the run was stopped. `error` is why it could not begin. */
  | { readonly name: 'ended'; readonly left: number; readonly error: DeskError | null }

export interface ManyMails {
  readonly state: ComputedRef<ManyMailsState>
  /** The outcomes so far. */
  readonly outcomes: ComputedRef<readonly MailRow[]>
  /** What is left out of the offer and, while mails are sent, what has changed since. */
  readonly notMailed: ComputedRef<readonly NotMailed[]>
  readonly failed: ComputedRef<readonly FailedMail[]>
  /** Asks whether the sheets are mailed. */
  readonly offer: (esims: readonly KnownEsim[]) => Promise<void>
  readonly send: () => Promise<void>
  /** Withdraws the question, or sends no further mail. The one that is on its way can't be taken back. */
  readonly stop: () => void
  readonly reset: () => void
}

export interface ManyMailsDesk {
  readonly email: (mail: MailRequest) => Promise<MailRow>
  /** Resolves once a person has agreed, or if that is not necessary. */
  readonly approve: (input: { readonly esims: WhichEsim[] }) => Promise<unknown>
  /** The events of an eSIM, newest first. */
  readonly esimEvents: (iccid: Iccid) => Promise<readonly EventRow[]>
  readonly mails: (input: InputOf<'installation', 'mails'>) => Promise<{ readonly rows: readonly MailRow[] }>
  readonly pageSize: () => MailRequest['pageSize']
}

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

const ownAddress = ({ customerEmail }: KnownEsim): string | null => MailAddress.safeParse(customerEmail).data ?? null

const leftOut = (esim: KnownEsim, reason: NotMailedReason): NotMailed => ({
  customerUid: esim.customerUid,
  iccid: esim.iccid,
  to: ownAddress(esim),
  reason,
})

/** Returns the reason if the main process has refused a mail because of what is known of the eSIM at present. */
function reasonIn({ code, details }: DeskError): NotMailedReason | null {
  if (code === 'mailed_already') return 'mailedAlready'
  if (code !== 'esim_not_installable') return null
  return installationObstacles.find((obstacle) => obstacle === details['reason']) ?? 'unknown'
}

async function isMailedAlready(
  { mails }: ManyMailsDesk,
  { customerUid, iccid, customerEmail }: KnownEsim,
): Promise<boolean> {
  const { rows } = await mails({ customerUid, iccid, lately: true })
  return rows.some((mail) => mayHaveReached(mail, customerEmail))
}

async function reasonAgainst(desk: ManyMailsDesk, esim: KnownEsim): Promise<NotMailedReason | null> {
  const obstacle = installationObstacle(esim, await desk.esimEvents(esim.iccid))
  if (obstacle !== null) return obstacle
  if (ownAddress(esim) === null) return 'noAddress'
  return (await isMailedAlready(desk, esim)) ? 'mailedAlready' : null
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
  function omit(esim: KnownEsim, reason: NotMailedReason): void {
    notMailed.value = [...notMailed.value, leftOut(esim, reason)]
  }

  /** Returns whether the next mail may be sent. */
  async function sendOne({ esim, to }: OfferedMail): Promise<boolean> {
    const { customerUid, esimUid, language } = esim
    const one = { customerUid, esimUid, to, language, pageSize: desk.pageSize() }
    const fixed = { copy: false, note: '', otherAddress: false, onlyIfNeeded: true }
    try {
      const mail = await desk.email({ ...one, ...fixed })
      outcomes.value = [...outcomes.value, mail]
      return !isOfServer(mail)
    } catch (thrown) {
      const error = asDeskError(thrown)
      const reason = reasonIn(error)
      if (reason === null) failed.value = [...failed.value, { to, error }]
      else omit(esim, reason)
      return reason !== null || ofOneCustomer.has(error.code)
    }
  }

  /** Returns why no mail may be sent, or `null`. */
  const refusal = (offered: readonly OfferedMail[]): Promise<DeskError | null> =>
    desk
      .approve({ esims: offered.map(({ esim: { customerUid, esimUid } }) => ({ customerUid, esimUid })) })
      .then(() => null, asDeskError)

  onScopeDispose(() => (stopped = true))
  return {
    state: computed(() => state.value),
    outcomes: computed(() => outcomes.value),
    notMailed: computed(() => notMailed.value),
    failed: computed(() => failed.value),
    reset,
    async offer(esims) {
      reset()
      const offered: OfferedMail[] = []
      for (const esim of esims) {
        const reason = await reasonAgainst(desk, esim)
        const to = ownAddress(esim)
        if (reason === null && to !== null) offered.push({ esim, to })
        else omit(esim, reason ?? 'noAddress')
      }
      state.value = offered.length === 0 ? { name: 'nobody' } : { name: 'asking', offered }
    },
    async send() {
      if (state.value.name !== 'asking') return
      const { offered } = state.value
      stopped = false
      state.value = { name: 'approving' }
      const error = await refusal(offered)
      let done = 0
      for (let goesOn = error === null && !stopped; goesOn && done < offered.length;) {
        state.value = { name: 'sending', done, total: offered.length }
        const next = offered[done]
        goesOn = next !== undefined && (await sendOne(next)) && !stopped
        done += 1
      }
      state.value = { name: 'ended', left: offered.length - done, error }
    },
    stop() {
      stopped = true
      if (state.value.name === 'asking') reset()
    },
  }
}
