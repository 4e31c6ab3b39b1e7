/**
 * The relay's log: one JSON object a line. A line has an event's name and numbers or fixed words. Texts of requests,
 * addresses and rows never get into it, so nothing has to be removed from it.
 */

type LogFields = Readonly<Record<string, string | number | boolean | null>>
export interface Log {
  readonly info: (event: string, fields?: LogFields) => void
  readonly warn: (event: string, fields?: LogFields) => void
  /** For what ends the relay. */
  readonly error: (event: string, fields?: LogFields) => void
}

/** What is repeated while something lasts is written once in this time, with how often it was left out. */
const repeatMs = 60_000

interface Series {
  readonly since: number
  leftOut: number
}

export function createLog(write: (line: string) => void): Log {
  const warned = new Map<string, Series>()
  const line = (level: string) => (event: string, fields: LogFields) =>
    write(`${JSON.stringify({ at: new Date().toISOString(), level, event, ...fields })}\n`)
  const [info, warn, error] = [line('info'), line('warn'), line('error')]
  return {
    info: (event, fields = {}) => {
      // Whatever lasted has changed, so the next warning is news.
      warned.clear()
      info(event, fields)
    },
    warn: (event, fields = {}) => {
      const key = JSON.stringify([event, fields['code'], fields['kind'], fields['status']])
      const series = warned.get(key)
      const now = Date.now()
      if (series !== undefined && now - series.since < repeatMs) return void (series.leftOut += 1)
      warned.set(key, { since: now, leftOut: 0 })
      warn(event, series === undefined || series.leftOut === 0 ? fields : { ...fields, leftOut: series.leftOut })
    },
    error: (event, fields = {}) => error(event, fields),
  }
}

/**
 * The code of an error, which is all that is logged of it: messages of the database and of parsers quote what they were
 * given.
 */
export function codeOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'code' in thrown) {
    const { code } = thrown
    if (typeof code === 'string' && /^[A-Za-z0-9_]{1,40}$/.test(code)) return code
  }
  return thrown instanceof Error ? thrown.name : 'unknown'
}
