/**
 * What was under way when the desk ended is written down at its start. A full disk keeps nobody from looking customers
 * up: the desk opens all the same and says so. What money needs is settled as soon as the journal can be written, mails
 * with the next start.
 */
import type { Emit } from '#shared/contract.ts'
import { asDeskError } from '#shared/errors.ts'
import type { Log } from './log/index.ts'

export function recoverInterrupted(works: readonly (() => unknown)[], emit: Emit, log: Pick<Log, 'error'>): void {
  let failed = false
  for (const recover of works) {
    try {
      recover()
    } catch (thrown) {
      failed = true
      log.error('What was under way at the last end could not be written down', { code: asDeskError(thrown).code })
    }
  }
  if (failed) emit('notice', { code: 'journal_behind', level: 'error', details: {} })
}
