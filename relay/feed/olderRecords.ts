/**
 * Reads records that are not in memory any more. After an outage many desks read the same ones at the same time, so
 * what was read for one is kept for the others for a short time.
 */
import type { Database } from '../database/database.ts'
import { readEnds, readRecords, type LogRecord } from './records.ts'

/** How long the records that were read for one desk are kept for others. */
const keptMs = 30_000
/** UTF-16 code units of records that are kept at most. */
const maxKeptLength = 32 * 1024 * 1024

interface OlderPart {
  readonly found: readonly LogRecord[]
  /** The number of the last record that was searched. */
  readonly end: number
  /** The digest of that record, or null if it is not known. */
  readonly digest: string | null
  readonly more: boolean
}

export interface OlderRecords {
  /** The records of a connection after a cursor, up to `limit`; fewer if others have read a part of them. */
  readonly after: (connection: string, cursor: number, limit: number) => Promise<OlderPart>
  /** Drops the cached records: some of them were erased, or no desk reads them any more. */
  readonly forget: () => void
}

/** A stretch of the log that was read for a desk: every record of the connection after `from`, up to `end`. */
interface Stretch {
  readonly connection: string
  readonly from: number
  readonly records: readonly LogRecord[]
  readonly end: number
  readonly length: number
  readonly readAt: number
}

/** Runs something after a time. Returns the function that calls it off. */
export type StartTimer = (run: () => void, ms: number) => () => void

const startTimer: StartTimer = (run, ms) => {
  const timer = setTimeout(run, ms).unref()
  return () => clearTimeout(timer)
}

export function createOlderRecords(database: Pick<Database, 'read'>, start: StartTimer = startTimer): OlderRecords {
  let stretches: readonly Stretch[] = []
  let callOff = (): void => undefined
  const reading = new Map<string, Promise<OlderPart>>()
  let erasures = 0

  const drop = (): void => {
    callOff()
    stretches = []
  }

  const keep = (stretch: Stretch): void => {
    const now = performance.now()
    let length = 0
    // The newest ones stay.
    stretches = [stretch, ...stretches].filter((each) => {
      length += each.length
      return length <= maxKeptLength && now - each.readAt < keptMs
    })
    // When this one is too old, the others are as well: events of customers don't wait in memory for the next reader.
    callOff()
    callOff = start(drop, keptMs)
  }

  const findKept = (connection: string, cursor: number, limit: number): OlderPart | null => {
    const now = performance.now()
    const stretch = stretches.find(
      (each) =>
        each.connection === connection && each.from <= cursor && cursor < each.end && now - each.readAt < keptMs,
    )
    if (stretch === undefined) return null
    const found = stretch.records.filter(({ seq }) => seq > cursor).slice(0, limit)
    const last = found.at(-1) ?? stretch.records.at(-1)
    return { found, end: found.at(-1)?.seq ?? stretch.end, digest: last?.digest ?? null, more: true }
  }

  const read = async (connection: string, cursor: number, limit: number): Promise<OlderPart> => {
    const erasuresBefore = erasures
    // The end is read first: what is added later is not skipped.
    const ends = await readEnds(database.read)
    const records = await readRecords(database.read, cursor, limit + 1, connection)
    const more = records.length > limit
    const found = more ? records.slice(0, limit) : records
    const lastFound = found.at(-1)
    const end = more ? (lastFound?.seq ?? cursor) : Math.max(cursor, ends.last, lastFound?.seq ?? 0)
    const digest = [lastFound, { seq: ends.last, digest: ends.digest }].find((at) => at?.seq === end)?.digest ?? null
    if (more && erasures === erasuresBefore) {
      const length = found.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
      keep({ connection, from: cursor, records: found, end, length, readAt: performance.now() })
    }
    return { found, end, digest, more }
  }

  return {
    async after(connection, cursor, limit) {
      const kept = findKept(connection, cursor, limit)
      if (kept !== null) return kept
      const key = JSON.stringify([connection, cursor, limit])
      const pending = reading.get(key) ?? read(connection, cursor, limit).finally(() => reading.delete(key))
      reading.set(key, pending)
      return await pending
    },
    forget() {
      erasures += 1
      drop()
    },
  }
}
