/**
 * The mails that a person has approved before a run of many, so that no question comes between them. Each counts once,
 * to the customer's own address, without a text or a copy that the question does not name, and until the run pauses.
 * Any other mail counts as one activation code.
 */
import type { MailRequest } from '#shared/model/mail.ts'
import type { WhichEsim } from '#shared/model/esim/installation.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Clock } from '../base/clock.ts'

export interface ApprovedMails {
  /** Asks a person if they are many. `connection` identifies the open connection. */
  readonly approve: (connection: string, esims: readonly WhichEsim[]) => Promise<void>
  /** Call it before the code of the eSIM is read for a mail. */
  readonly count: (connection: string, request: MailRequest) => Promise<void>
}

/** After this time without an approved mail the run ends. */
const pauseMs = 10 * 60_000

/** A mail of a run, as the question describes it. */
const isOfRun = ({ otherAddress, copy, note, onlyIfNeeded }: MailRequest): boolean =>
  !otherAddress && !copy && note === '' && onlyIfNeeded === true

/** The mails that were approved together, by keys. Each approval counts once, and none once the run pauses. */
interface ApprovedRun {
  /** A new run ends the one before, whatever the answer is. `ask` resolves to whether a person has agreed. */
  readonly begin: (keys: Iterable<string>, ask: () => Promise<boolean>) => Promise<void>
  /**
   * Counts a mail that was not approved as one activation code; `null` is a mail of no run. Resolves to whether it was
   * approved.
   */
  readonly count: (key: string | null) => Promise<boolean>
}

export function createApprovedRun({ code }: Pick<Approvals, 'code'>, clock: Pick<Clock, 'monotonic'>): ApprovedRun {
  /** Those that have not been sent. */
  let approved = new Set<string>()
  let validUntil = 0
  const extend = (): void => void (validUntil = clock.monotonic() + pauseMs)
  /** Returns whether it was approved, and uses the approval up. */
  function take(key: string): boolean {
    if (clock.monotonic() >= validUntil || !approved.delete(key)) return false
    extend()
    return true
  }
  return {
    async begin(keys, ask) {
      approved = new Set()
      if (!(await ask())) return
      approved = new Set(keys)
      extend()
    },
    async count(key) {
      if (key !== null && take(key)) return true
      await code()
      return false
    },
  }
}

export function createApprovedMails(
  approvals: Pick<Approvals, 'code' | 'mails'>,
  clock: Pick<Clock, 'monotonic'>,
): ApprovedMails {
  const run = createApprovedRun(approvals, clock)
  const keyOf = (connection: string, { customerUid, esimUid }: WhichEsim): string =>
    JSON.stringify([connection, customerUid, esimUid])
  return {
    async approve(connection, esims) {
      const keys = new Set(esims.map((esim) => keyOf(connection, esim)))
      await run.begin(keys, () => approvals.mails(keys.size))
    },
    async count(connection, request) {
      await run.count(isOfRun(request) ? keyOf(connection, request) : null)
    },
  }
}
