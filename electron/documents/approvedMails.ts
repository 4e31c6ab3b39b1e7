/**
 * The mails that a person has approved before a run of many. Each counts once, for an hour, and to the customer's own
 * address alone, so that no question comes between the mails of a run. Any other mail counts as one activation code.
 */
import type { MailRequest } from '#shared/model/mail.ts'
import type { WhichEsim } from '#shared/model/installation.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Clock } from '../base/clock.ts'

export interface ApprovedMails {
  /** Asks a person if they are many. `connection` identifies the open connection. */
  readonly approve: (connection: string, esims: readonly WhichEsim[]) => Promise<void>
  /** Call it before the code of the eSIM is read for a mail. */
  readonly count: (connection: string, request: MailRequest) => Promise<void>
}

const validMs = 60 * 60_000

export function createApprovedMails(
  approvals: Pick<Approvals, 'code' | 'mails'>,
  clock: Pick<Clock, 'monotonic'>,
): ApprovedMails {
  let approved: ReadonlySet<string> = new Set()
  let validUntil = 0
  const used = new Set<string>()
  const keyOf = (connection: string, { customerUid, esimUid }: WhichEsim): string =>
    JSON.stringify([connection, customerUid, esimUid])

  /** Returns whether the mail was approved. It is not from then on. */
  function take(key: string): boolean {
    if (clock.monotonic() >= validUntil || !approved.has(key) || used.has(key)) return false
    used.add(key)
    return true
  }

  return {
    async approve(connection, esims) {
      const keys = new Set(esims.map((esim) => keyOf(connection, esim)))
      if (!(await approvals.mails(keys.size))) return
      approved = keys
      used.clear()
      validUntil = clock.monotonic() + validMs
    },
    async count(connection, request) {
      if (request.otherAddress || !take(keyOf(connection, request))) await approvals.code()
    },
  }
}
