/** Interprets the failure reason of Electron's print callback. The reasons are those in Electron's typings. */

type PrintResult = 'printed' | 'cancelled' | 'failed'

const reasons: Readonly<Record<string, PrintResult>> = {
  'Print job canceled': 'cancelled',
  'Print job failed': 'failed',
  'Invalid printer settings': 'failed',
}

export function printResult(success: boolean, failureReason: string): PrintResult {
  return success ? 'printed' : (reasons[failureReason] ?? 'failed')
}
