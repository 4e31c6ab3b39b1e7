/**
 * Records, at a start, the operations and mails that were interrupted when the desk last ended. If the disk is full,
 * the desk opens all the same and emits a notice, because customers can still be looked up. Operations are recovered as
 * soon as the journal can be written, mails with the next start.
 */
import type { Emit } from '#shared/contract.ts'
import { asDeskError } from '#shared/errors.ts'
import type { Log } from '../../log/index.ts'

export function recoverInterrupted(steps: readonly (() => unknown)[], emit: Emit, log: Pick<Log, 'error'>): void {
  let failed = false
  for (const recover of steps) {
    try {
      recover()
    } catch (thrown) {
      failed = true
      log.error('Interrupted operations or mails could not be recorded', { code: asDeskError(thrown).code })
    }
  }
  if (failed) emit('notice', { code: 'journal_behind', level: 'error', details: {} })
}
