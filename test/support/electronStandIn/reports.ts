/** Sends reports to the test if one is connected; otherwise drops them. */
import type { Report } from './wire.ts'

export function report(name: string, details: unknown = null): void {
  const standInReport: Report = { name, details: toPlain(details) }
  if (process.connected) process.send?.({ standInReport })
}

/** Removes functions and class instances, which a report cannot contain. */
function toPlain(details: unknown): unknown {
  return JSON.parse(JSON.stringify(details) ?? 'null')
}

/** An event whose listeners may prevent its default action, like Electron's events. */
export interface StandInEvent {
  readonly preventDefault: () => void
  readonly defaultPrevented: boolean
}

export function createEvent(): StandInEvent {
  let defaultPrevented = false
  return {
    preventDefault: () => void (defaultPrevented = true),
    get defaultPrevented() {
      return defaultPrevented
    },
  }
}
