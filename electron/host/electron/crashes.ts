/** Describes a process that ended unexpectedly in one sentence for the log. */
import type { Details, RenderProcessGoneDetails } from 'electron'

/** Returns null for a clean exit. */
export function childGone({ type, reason, exitCode, name, serviceName }: Details): string | null {
  if (reason === 'clean-exit') return null
  return `A child process ended: ${name ?? serviceName ?? type}, ${reason}, exit code ${String(exitCode)}`
}

export function pageGone({ reason, exitCode }: RenderProcessGoneDetails): string | null {
  if (reason === 'clean-exit') return null
  return `The process of a page ended: ${reason}, exit code ${String(exitCode)}`
}
