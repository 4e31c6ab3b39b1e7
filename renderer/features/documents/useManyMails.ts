/**
 * Mails the sheets of many eSIMs, one after the other, once an agent has confirmed to whom. Each mail is that of the
 * dialog "E-mail the installation". Only an eSIM that can be installed is mailed, only to its customer's own address,
 * and not again within a day, so that a run that was stopped can be taken up. The main process checks all of that again
 * just before each mail. It asks its own question about many activation codes once, before the first mail. A problem of
 * the mail server ends the run, because it would affect the next mail, too; one of a recipient does not. Customers who
 * may be mailed later are offered again at the end, and so are those over the limit of one question. The main process
 * records who they are, so that a run can also be taken up after a restart.
 */
import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import type { InputOf } from '#shared/contract.ts'
import { asDeskError, DeskError, type DeskErrorCode } from '#shared/errors.ts'
import {
  installationObstacle,
  installationObstacles,
  type InstallationObstacle,
} from '#shared/model/esim/esimWarning.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import { maxSheets } from '#shared/model/esim/installation.ts'
import {
  endsRun,
  MailAddress,
  mayHaveReached,
  passingProblems,
  type MailRequest,
  type MailRow,
} from '#shared/model/mail.ts'
import type { CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
import type { KnownEsim } from './useInstallation.ts'

interface OfferedMail {
  readonly esim: KnownEsim
  readonly to: string
}

type NotMailedReason = 'noAddress' | 'mailedAlready' | InstallationObstacle
export interface NotMailed {
  readonly customerUid: CustomerUid
  readonly iccid: string
  /** The customer's address, or `null` if there is none that can be used. */
  readonly to: string | null
  readonly reason: NotMailedReason
}

/** A mail that was tried and of which there is no outcome. */
interface FailedMail {
  readonly esimUid: EsimUid
  readonly to: string
  readonly error: DeskError
}

export type ManyMailsState =
  | { readonly name: 'idle' }
  /** Looks up which customers can be mailed. */
  | { readonly name: 'checking' }
  /** `behind` are over the limit, and not looked up yet. `back` is the state after a no. */
  | {
      readonly name: 'asking'
      readonly offered: readonly OfferedMail[]
      readonly behind: readonly KnownEsim[]
      readonly back: ManyMailsState
    }
  /** Nobody can be mailed. */
  | { readonly name: 'nobody' }
  /** The main process may be asking a person. */
  | { readonly name: 'approving' }
  | { readonly name: 'sending'; readonly done: number; readonly total: number }
  /**
   * `left` is the number that was not tried, because the run was stopped; `rest` has them, and then those to be mailed
   * later.
   * `error` is why it could not begin.
   */
  | {
      readonly name: 'ended'
      readonly left: number
      readonly rest: readonly KnownEsim[]
      readonly error: DeskError | null
    }

export interface ManyMails {
  readonly state: ComputedRef<ManyMailsState>
  /** The outcomes so far. */
  readonly outcomes: ComputedRef<readonly MailRow[]>
  /** What is left out of the offer and, while mails are sent, what has changed since. */
  readonly notMailed: ComputedRef<readonly NotMailed[]>
  readonly failed: ComputedRef<readonly FailedMail[]>
  /** Asks whether the sheets are mailed. */
  readonly offer: (esims: readonly KnownEsim[]) => Promise<void>
  /** Asks the same about customers whom the run did not reach. The outcomes of the others stay. */
  readonly offerRest: () => Promise<void>
  readonly send: () => Promise<void>
  /** Withdraws the question, or sends no further mail. The one that is on its way can't be taken back. */
  readonly stop: () => void
  readonly reset: () => void
}

interface ManyMailsDesk {
  readonly email: (mail: MailRequest) => Promise<MailRow>
  /** Resolves once a person has agreed, or if that is not necessary. */
  readonly approve: (input: InputOf<'installation', 'approveMails'>) => Promise<unknown>
  /** The events of an eSIM, newest first. */
  readonly esimEvents: (iccid: Iccid) => Promise<readonly EventRow[]>
  readonly mails: (input: InputOf<'installation', 'mails'>) => Promise<{ readonly rows: readonly MailRow[] }>
  readonly pageSize: () => MailRequest['pageSize']
}

/** Errors that concern one customer. Any other error would affect the next mail, too. */
const ofOneCustomer: ReadonlySet<DeskErrorCode> = new Set([
  'code_unusable',
  'mail_in_progress',
  'mail_other_address',
  'not_found',
  'unreadable_answer',
])

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

/** The customers who can be mailed, those who are left out, and those who have to wait for the next question. */
async function offersOf(desk: ManyMailsDesk, esims: readonly KnownEsim[]) {
  const offered: OfferedMail[] = []
  const omitted: NotMailed[] = []
  for (const [at, esim] of esims.entries()) {
    if (offered.length === maxSheets) return { offered, omitted, behind: esims.slice(at) }
    const reason = await reasonAgainst(desk, esim)
    const to = ownAddress(esim)
    if (reason === null && to !== null) offered.push({ esim, to })
    else omitted.push(leftOut(esim, reason ?? 'noAddress'))
  }
  return { offered, omitted, behind: [] }
}

/** Resolves to the outcome, or to why there is none. */
function sent(desk: ManyMailsDesk, { esim, to }: OfferedMail): Promise<MailRow | DeskError> {
  const { customerUid, esimUid, language } = esim
  const one = { customerUid, esimUid, to, language, pageSize: desk.pageSize() }
  return desk.email({ ...one, copy: false, note: '', otherAddress: false, onlyIfNeeded: true }).catch(asDeskError)
}

const named = ({ customerUid, esimUid, iccid }: KnownEsim) => ({ customerUid, esimUid, iccid })

/** Resolves to why no mail may be sent, or to `null`. */
const refusalOf = (
  { approve }: ManyMailsDesk,
  offered: readonly OfferedMail[],
  behind: readonly KnownEsim[],
): Promise<DeskError | null> =>
  approve({ esims: offered.map(({ esim }) => named(esim)), later: behind.map(named) }).then(() => null, asDeskError)

/** The outcome for each eSIM so far. */
function createResults() {
  const outcomes = shallowRef<readonly MailRow[]>([])
  const notMailed = shallowRef<readonly NotMailed[]>([])
  const failed = shallowRef<readonly FailedMail[]>([])

  function clear(): void {
    outcomes.value = []
    notMailed.value = []
    failed.value = []
  }

  /** Removes the outcomes of customers who are tried again. */
  function forget(again: readonly OfferedMail[]): void {
    const uids = new Set(again.map(({ esim }) => esim.esimUid))
    outcomes.value = outcomes.value.filter(({ esimUid }) => !uids.has(esimUid))
    failed.value = failed.value.filter(({ esimUid }) => !uids.has(esimUid))
  }

  /** Records the outcome for one. Returns whether the next mail may be sent. */
  function record({ esim, to }: OfferedMail, end: MailRow | DeskError): boolean {
    if (!(end instanceof DeskError)) {
      outcomes.value = [...outcomes.value, end]
      return !endsRun(end.problem)
    }
    const reason = reasonIn(end)
    if (reason === null) failed.value = [...failed.value, { esimUid: esim.esimUid, to, error: end }]
    else notMailed.value = [...notMailed.value, leftOut(esim, reason)]
    return reason !== null || ofOneCustomer.has(end.code)
  }

  /** Shows the outcome for one customer. */
  const mayBeMailedLater = ({ esimUid }: KnownEsim): boolean =>
    outcomes.value.some(
      (mail) => mail.esimUid === esimUid && mail.problem !== null && passingProblems.includes(mail.problem),
    ) || failed.value.some((one) => one.esimUid === esimUid && !ofOneCustomer.has(one.error.code))

  return { outcomes, notMailed, failed, clear, forget, record, mayBeMailedLater }
}

export function useManyMails(desk: ManyMailsDesk): ManyMails {
  const state = shallowRef<ManyMailsState>({ name: 'idle' })
  const { outcomes, notMailed, failed, clear, forget, record, mayBeMailedLater } = createResults()
  let stopped = false

  function reset(): void {
    state.value = { name: 'idle' }
    clear()
  }

  async function ask(esims: readonly KnownEsim[]): Promise<void> {
    const back = state.value
    state.value = { name: 'checking' }
    const { offered, omitted, behind } = await offersOf(desk, esims)
    notMailed.value = [...notMailed.value, ...omitted]
    state.value = offered.length === 0 ? { name: 'nobody' } : { name: 'asking', offered, behind, back }
  }

  onScopeDispose(() => (stopped = true))
  return {
    state: computed(() => state.value),
    outcomes: computed(() => outcomes.value),
    notMailed: computed(() => notMailed.value),
    failed: computed(() => failed.value),
    reset,
    async offer(esims) {
      reset()
      await ask(esims).catch((thrown: unknown) => {
        reset()
        throw thrown
      })
    },
    async offerRest() {
      const before = state.value
      if (before.name !== 'ended') return
      await ask(before.rest).catch((thrown: unknown) => {
        state.value = { ...before, error: asDeskError(thrown) }
      })
    },
    async send() {
      if (state.value.name !== 'asking') return
      const { offered, behind } = state.value
      stopped = false
      state.value = { name: 'approving' }
      const error = await refusalOf(desk, offered, behind)
      forget(offered)
      const isStopped = (): boolean => stopped
      let done = 0
      for (const next of error === null ? offered : []) {
        if (isStopped()) break
        state.value = { name: 'sending', done, total: offered.length }
        done += 1
        if (!record(next, await sent(desk, next))) break
      }
      const esims = offered.map(({ esim }) => esim)
      const untried = [...esims.slice(done), ...behind]
      // Those who were tried come last, so that an answer that was wrongly taken for the server's delays no other.
      const rest = [...untried, ...esims.slice(0, done).filter(mayBeMailedLater)]
      state.value = { name: 'ended', left: untried.length, rest, error }
    },
    stop() {
      stopped = true
      if (state.value.name === 'asking') state.value = state.value.back
    },
  }
}
