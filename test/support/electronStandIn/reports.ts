/** Reports to the test, where one listens; otherwise they are dropped. */
import type { Report } from './wire.ts'

export function report(name: string, details: unknown = null): void {
  const standInReport: Report = { name, details: toPlain(details) }
  if (process.connected) process.send?.({ standInReport })
}

/** Functions and class instances have no place in a report. */
function toPlain(details: unknown): unknown {
  return JSON.parse(JSON.stringify(details) ?? 'null')
}

/** An event whose listeners may prevent what follows it, as Electron's events are. */
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
