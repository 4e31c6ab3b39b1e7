/**
 * Writes to the journal. Every write is one database transaction that is on the disk when the function returns. A write
 * that fails throws `journal_unwritable`, and the caller must not go on.
 */
import { randomBytes } from 'node:crypto'
import { DeskError } from '#shared/errors.ts'
import type { StorageLoss } from '#shared/model/operation/journalState.ts'
import type { BuyingRules } from '#shared/model/operation/purchase.ts'
import type { Clock } from '../../base/clock.ts'
import { errorCode } from '../../base/errorCode.ts'
import type { Db } from '../../storage/index.ts'
import type { ShownByReads } from '../outcomes.ts'
import type { AcknowledgedMark } from './mark.ts'
import type { Agent, Intent, PurchaseResult, Transition } from '../types.ts'
import {
  operationRowOf,
  prepareWrites,
  purchaseResultRowOf,
  purchaseRowOf,
  transitionRowOf,
} from './writeStatements.ts'

interface Attempt {
  readonly operation: string
  readonly number: number
  readonly route: string
}

export interface JournalWrites {
  /** Stores the intent with its first transition. Throws `operation_in_progress` while its lock is held. */
  readonly begin: (intent: Intent) => void
  /** Stores a transition, together with the result of the purchase if it is known now. */
  readonly move: (id: string, transition: Transition, result?: PurchaseResult) => void
  /** Stores the result of a purchase that was confirmed before its result was known. */
  readonly addPurchaseResult: (id: string, result: PurchaseResult) => void
  /** Stores a duplicate of a purchase. Returns `false` if the journal has it already. */
  readonly addDuplicate: (id: string, duplicate: Pick<PurchaseResult, 'customerUid' | 'itemUid'>) => boolean
  /** Stores what a read or a person has found out about an accepted operation. */
  readonly addLook: (id: string, shows: ShownByReads, detail?: string | null) => void
  readonly addRules: (connection: string, rules: BuyingRules, agent: Agent) => void
  readonly attemptBegan: (attempt: Attempt) => void
  readonly attemptEnded: (attempt: Attempt, outcome: string) => void
  /** Gives the journal a new id and stores what a person has acknowledged to be missing. */
  readonly acknowledge: (
    agent: Agent,
    what: { readonly losses: readonly StorageLoss[]; readonly marks: readonly AcknowledgedMark[] },
  ) => void
}

function writeFailure(thrown: unknown): DeskError {
  const code = errorCode(thrown) ?? 'unknown'
  const locked =
    code.startsWith('SQLITE_CONSTRAINT') && thrown instanceof Error && thrown.message.includes('open_locks')
  if (locked)
    return new DeskError('operation_in_progress', 'Another operation on the same target is open', {}, { cause: thrown })
  return new DeskError('journal_unwritable', 'The journal could not be written', { sqlite: code }, { cause: thrown })
}

function translateWriteErrors(write: () => void): void {
  try {
    write()
  } catch (thrown) {
    throw writeFailure(thrown)
  }
}

const begun = (repeats: string | undefined, isUnread: boolean): Transition => ({
  state: 'INTENT',
  ...(repeats === undefined
    ? { cause: isUnread ? 'run: not read' : 'run' }
    : { cause: 'run: repeats', detail: repeats }),
})

export function createJournalWrites(db: Db, clock: Clock): JournalWrites {
  const {
    insertOperation,
    insertTransition,
    insertAttempt,
    insertPurchase,
    insertPurchaseResult,
    insertDuplicate,
    insertLook,
    insertRules,
    insertIdentity,
  } = prepareWrites(db)
  const addTransition = (id: string, transition: Transition): void => {
    insertTransition.run(transitionRowOf(id, transition, clock.now()))
  }
  const addIntent = db.transaction(({ purchase, repeats, isUnread = false, ...intent }: Intent) => {
    insertOperation.run(operationRowOf(intent, clock.now()))
    if (purchase !== null) insertPurchase.run(purchaseRowOf(intent.id, purchase))
    addTransition(intent.id, begun(repeats, isUnread))
  })
  const addPurchaseResult = (id: string, result: PurchaseResult): void => {
    insertPurchaseResult.run(purchaseResultRowOf(id, result, clock.now()))
  }
  const addMove = db.transaction((id: string, transition: Transition, result?: PurchaseResult) => {
    addTransition(id, transition)
    if (result !== undefined) addPurchaseResult(id, result)
  })
  const recordAttempt = (event: 'began' | 'ended', facts: Attempt, outcome: string | null): void => {
    translateWriteErrors(() => insertAttempt.run({ ...facts, at: clock.now(), event, outcome }))
  }

  return {
    begin: (intent) => {
      translateWriteErrors(() => addIntent.immediate(intent))
    },
    move: (id, transition, result) => {
      translateWriteErrors(() => {
        addMove.immediate(id, transition, result)
      })
    },
    addPurchaseResult: (id, result) => {
      translateWriteErrors(() => {
        addPurchaseResult(id, result)
      })
    },
    addDuplicate: (id, { customerUid, itemUid }) => {
      let added = false
      translateWriteErrors(() => {
        added = insertDuplicate.run({ id, customerUid, itemUid, at: clock.now() }).changes > 0
      })
      return added
    },
    addLook: (id, shows, detail = null) => {
      translateWriteErrors(() => insertLook.run({ id, shows, detail, at: clock.now() }))
    },
    addRules: (connection, rules, agent) => {
      translateWriteErrors(() =>
        insertRules.run({ at: clock.now(), connection, ...agent, content: JSON.stringify(rules) }),
      )
    },
    attemptBegan: (facts) => {
      recordAttempt('began', facts, null)
    },
    attemptEnded: (facts, outcome) => {
      recordAttempt('ended', facts, outcome)
    },
    acknowledge: (agent, what) => {
      translateWriteErrors(() =>
        insertIdentity.run({
          id: randomBytes(16).toString('hex'),
          at: clock.now(),
          ...agent,
          content: JSON.stringify(what),
        }),
      )
    },
  }
}
