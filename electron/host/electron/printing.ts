/** What the words of Electron's print callback mean. The reasons are those that Electron's typings list. */

export type PrintResult = 'printed' | 'cancelled' | 'failed'

const reasons: Readonly<Record<string, PrintResult>> = {
  'Print job canceled': 'cancelled',
  'Print job failed': 'failed',
  'Invalid printer settings': 'failed',
}

export function printResult(success: boolean, failureReason: string): PrintResult {
  return success ? 'printed' : (reasons[failureReason] ?? 'failed')
}
