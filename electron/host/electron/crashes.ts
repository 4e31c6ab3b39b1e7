/** One sentence for the log about a process that ended unexpectedly. */
import type { Details, RenderProcessGoneDetails } from 'electron'

/** Null for an end in good order. */
export function childGone({ type, reason, exitCode, name, serviceName }: Details): string | null {
  if (reason === 'clean-exit') return null
  return `A child process ended: ${name ?? serviceName ?? type}, ${reason}, exit code ${String(exitCode)}`
}

export function pageGone({ reason, exitCode }: RenderProcessGoneDetails): string | null {
  if (reason === 'clean-exit') return null
  return `The process of a page ended: ${reason}, exit code ${String(exitCode)}`
}
