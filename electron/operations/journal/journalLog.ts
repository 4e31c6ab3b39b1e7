/**
 * Logs what is written to the journal, so that an operation can be followed in desk.log. A line has the journal's own
 * terms only: nothing of a customer, a package or an amount, and no sentence of the service.
 */
import { asDeskError } from '#shared/errors.ts'
import type { Db } from '../../storage/index.ts'
import type { OperationsOptions } from '../types.ts'
import type { JournalWrites } from './journalWrites.ts'

interface LoggedOperation {
  readonly kind: string
  /** The number of the last request, or `null` before the first one. */
  readonly attempt: number | null
}

/** The HTTP status that a cause or an outcome begins with, as in `answer 200 open`. */
function statusIn(term: string): { readonly status?: number } {
  const status = /^answer (\d{3})\b/.exec(term)?.[1]
  return status === undefined ? {} : { status: Number(status) }
}

export function logWrites(db: Db, writes: JournalWrites, log: OperationsOptions['log']): JournalWrites {
  const operation = db.prepare<[string], LoggedOperation>(`SELECT kind,
    (SELECT MAX(number) FROM attempts WHERE operation = operations.id) AS attempt FROM operations WHERE id = ?`)
  const write = (id: string, message: string, facts: Readonly<Record<string, unknown>>): void => {
    try {
      log.info(message, { operation: id, ...operation.get(id), ...facts })
    } catch (thrown) {
      // The journal has it, and a missing line stops no operation.
      log.warn('A line about an operation could not be written', { code: asDeskError(thrown).code })
    }
  }

  return {
    ...writes,
    begin(intent) {
      writes.begin(intent)
      write(intent.id, 'An operation began', { repeats: intent.repeats !== undefined })
    },
    move(id, transition, result) {
      writes.move(id, transition, result)
      const { state, cause, confirmedBy = null } = transition
      write(id, 'An operation was recorded', { state, cause, confirmedBy, ...statusIn(cause) })
    },
    addLook(id, shows, detail) {
      writes.addLook(id, shows, detail)
      write(id, 'What a read shows was recorded', { shows })
    },
    attemptBegan(facts) {
      writes.attemptBegan(facts)
      write(facts.operation, 'A request of an operation began', {})
    },
    attemptEnded(facts, outcome) {
      writes.attemptEnded(facts, outcome)
      write(facts.operation, 'A request of an operation ended', { outcome, ...statusIn(outcome) })
    },
  }
}
