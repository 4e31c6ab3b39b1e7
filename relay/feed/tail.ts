/**
 * Follows the end of the log once for all desks, and keeps the latest records in memory. A notification only triggers a
 * poll; another poll every 2 s finds records whose notification was lost. The same connection receives the notification
 * that an operator has changed a setting.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { channel, settingsChannel, type Database } from '../database/database.ts'
import { codeOf, type Log } from '../log.ts'
import type { Metrics } from '../operation/metrics.ts'
import { createOlderRecords, type OlderRecords } from './olderRecords.ts'
import { findRecord, type Place, type Places } from './places.ts'
import { readEnds, readRecords, type Ends, type LogRecord } from './records.ts'

const pollMs = 2000
/** Notifications that arrive within this time cause one poll. */
const gatherMs = 10
const maxKept = 5000
const maxRead = 1000

export interface FeedPart {
  readonly records: readonly string[]
  readonly next: number
  /** The digest of the record with the number `next`, or null if it is not known. */
  readonly digest: string | null
  readonly more: boolean
}

export interface Tail {
  /** Resolves after the first poll, whether or not the database could be reached. */
  readonly started: Promise<void>
  /** The identity of the feed and its last number, or null before the database was there. */
  readonly ends: () => Readonly<Ends> | null
  /** Whether the feed can be read at the moment. */
  readonly isServing: () => boolean
  /** Whether the record with the number is the one with the digest, or was erased since. */
  readonly hasRecord: (place: Pick<Place, 'seq' | 'digest'>) => Promise<boolean>
  /** The records of a connection after a cursor: from memory, or from the database if they are older. */
  readonly after: (connection: string, cursor: number, limit: number) => Promise<FeedPart>
  /** Resolves when there is a record of the connection after the cursor, or when the signal ends the wait. */
  readonly waitFor: (connection: string, cursor: number, signal: AbortSignal) => Promise<void>
  /** Polls soon. */
  readonly poll: () => void
  readonly close: () => Promise<void>
}

interface Waiter {
  readonly connection: string
  readonly cursor: number
  readonly wake: () => void
}

class Follower implements Tail {
  readonly #database: Database
  readonly #log: Log
  readonly #metrics: Metrics
  readonly #onSettings: () => void
  readonly #places: Places | null
  /** The latest records, without a gap after `#keptAfter`. */
  #kept: LogRecord[] = []
  #keptAfter = 0
  readonly #older: OlderRecords
  #ends: Ends | null = null
  #isServing = false
  readonly #lastOf = new Map<string, number>()
  readonly #waiters = new Set<Waiter>()
  readonly #stop = new AbortController()
  #hint = Promise.withResolvers<void>()
  #listener: pg.Client | null = null
  readonly #running: Promise<void>
  readonly #started = Promise.withResolvers<void>()

  constructor(database: Database, log: Log, metrics: Metrics, onSettings: () => void, places: Places | null) {
    this.#database = database
    this.#older = createOlderRecords(database)
    this.#log = log
    this.#metrics = metrics
    this.#onSettings = onSettings
    this.#places = places
    this.#running = this.#run()
  }

  get started(): Promise<void> {
    return this.#started.promise
  }

  ends(): Readonly<Ends> | null {
    return this.#ends
  }

  isServing(): boolean {
    return this.#isServing
  }

  async hasRecord(place: Pick<Place, 'seq' | 'digest'>): Promise<boolean> {
    const ends = this.#ends
    const kept = this.#kept[this.#indexAfter(place.seq - 1)]
    const known = ends?.last === place.seq ? ends : kept?.seq === place.seq ? kept : null
    if (known !== null) return known.digest === place.digest
    return ['there', 'erased'].includes(await findRecord(this.#database.read, place))
  }

  poll(): void {
    this.#hint.resolve()
  }

  async after(connection: string, cursor: number, limit: number): Promise<FeedPart> {
    const last = this.#ends?.last ?? 0
    if (cursor < this.#keptAfter) {
      const { found, end, digest, more } = await this.#older.after(connection, cursor, limit)
      return { records: textsOf(found), next: end, digest, more }
    }
    const found: LogRecord[] = []
    for (let index = this.#indexAfter(cursor); index < this.#kept.length && found.length <= limit; index++) {
      const record = this.#kept[index]
      if (record?.connection === connection) found.push(record)
    }
    return toPart(
      found,
      limit,
      cursor > last ? { last: cursor, digest: null } : (this.#ends ?? { last: 0, digest: null }),
    )
  }

  waitFor(connection: string, cursor: number, signal: AbortSignal): Promise<void> {
    if ((this.#lastOf.get(connection) ?? 0) > cursor || signal.aborted || this.#stop.signal.aborted)
      return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiter = { connection, cursor, wake: () => resolve() }
    this.#waiters.add(waiter)
    signal.addEventListener('abort', waiter.wake, { once: true })
    return promise.finally(() => {
      this.#waiters.delete(waiter)
      signal.removeEventListener('abort', waiter.wake)
    })
  }

  async close(): Promise<void> {
    this.#stop.abort()
    this.#hint.resolve()
    for (const { wake } of this.#waiters) wake()
    await this.#running
    this.#older.forget()
    await this.#listener?.end().catch(() => undefined)
  }

  /** The index of the first kept record after the cursor. */
  #indexAfter(cursor: number): number {
    let [low, high] = [0, this.#kept.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#kept[middle]?.seq ?? Infinity) > cursor) high = middle
      else low = middle + 1
    }
    return low
  }

  async #listen(): Promise<void> {
    if (this.#listener !== null) return
    const client = await this.#database.connectListener()
    const drop = (): void => void (this.#listener === client && (this.#listener = null))
    client.on('error', drop).on('end', drop)
    client.on('notification', ({ channel: name }) => (name === channel ? this.poll() : this.#onSettings()))
    await client.query(`LISTEN ${channel}; LISTEN ${settingsChannel}`)
    this.#listener = client
  }

  async #read(): Promise<void> {
    if (this.#places?.isPrepared() === false) return
    if (this.#ends === null) await this.#begin(true)
    const ends = this.#ends
    if (ends === null) return
    let count
    do {
      // With its last record, one statement also shows whether this is still the same log.
      const found = await readRecords(this.#database.read, ends.last - 1, maxRead + 1, null)
      const records = found.filter(({ seq }) => seq > ends.last)
      const feed = found[0]?.feed ?? (await readEnds(this.#database.read)).feed
      const isSame = ends.last === 0 || found[0]?.digest === ends.digest
      if (feed !== ends.feed) return await this.#beginAgain(true)
      if (!isSame && (await this.#isLost(ends))) return await this.#beginAgain(false)
      this.#add(ends, records)
      count = records.length
    } while (count >= maxRead)
  }

  async #begin(isToCheck: boolean): Promise<void> {
    const place = isToCheck ? (this.#places?.recall() ?? null) : null
    if (place !== null) await this.#places?.renewIfLost(place)
    const ends = await readEnds(this.#database.read)
    this.#keptAfter = ends.last
    this.#ends = ends
    this.#remember(ends)
  }

  /** The feed is another one: desks that wait get an answer that names it. */
  async #beginAgain(isToCheck: boolean): Promise<void> {
    this.#ends = null
    this.#kept = []
    this.#older.forget()
    this.#lastOf.clear()
    await this.#begin(isToCheck)
    for (const { wake } of this.#waiters) wake()
    this.poll()
  }

  async #isLost({ feed, last, digest, at }: Ends): Promise<boolean> {
    return (await this.#places?.renewIfLost({ feed, seq: last, digest, at })) ?? false
  }

  #remember({ feed, last, digest, at }: Ends): void {
    if (last > 0) this.#places?.remember({ feed, seq: last, digest, at })
  }

  #add(ends: Ends, records: readonly LogRecord[]): void {
    const last = records.at(-1)
    if (last === undefined) return
    ends.last = last.seq
    ends.digest = last.digest
    ends.at = last.at
    this.#remember(ends)
    this.#kept.push(...records)
    this.#metrics.records.inc(records.length)
    if (records.some(({ isErasure }) => isErasure)) {
      // What was erased is in memory too.
      this.#kept = []
      this.#keptAfter = last.seq
      this.#older.forget()
    } else if (this.#kept.length > maxKept * 2) {
      const dropped = this.#kept.length - maxKept
      this.#keptAfter = this.#kept[dropped - 1]?.seq ?? this.#keptAfter
      this.#kept = this.#kept.slice(dropped)
    }
    for (const { connection, seq } of records) this.#lastOf.set(connection, seq)
    for (const { connection, cursor, wake } of this.#waiters) if ((this.#lastOf.get(connection) ?? 0) > cursor) wake()
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted
  }

  async #run(): Promise<void> {
    while (!this.#isStopped()) {
      try {
        await this.#listen()
        await this.#read()
        this.#isServing = this.#ends !== null
      } catch (error) {
        this.#isServing = false
        if (!this.#isStopped()) this.#log.warn('log_not_read', { code: codeOf(error) })
      }
      this.#started.resolve()
      const timer = new AbortController()
      await Promise.race([
        this.#hint.promise,
        sleep(pollMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined),
      ])
      timer.abort()
      await sleep(gatherMs)
      this.#hint = Promise.withResolvers<void>()
    }
  }
}

const textsOf = (records: readonly LogRecord[]): readonly string[] => records.flatMap(({ text }) => text ?? [])

/** The cursor moves to the last record, or to the end of what was searched if there is no more. */
function toPart(
  found: readonly LogRecord[],
  limit: number,
  end: { readonly last: number; readonly digest: string | null },
): FeedPart {
  const more = found.length > limit
  const taken = more ? found.slice(0, limit) : found
  const lastTaken = taken.at(-1)
  const { seq, digest } =
    lastTaken !== undefined && (more || lastTaken.seq > end.last) ? lastTaken : { seq: end.last, digest: end.digest }
  return { records: textsOf(taken), next: seq, digest, more }
}

/**
 * @param onSettings called when an operator has changed which addresses, answers or devices there are
 * @param places what the relay remembers of the log over a restart; without it a restored database is not noticed
 */
export const followLog = (
  database: Database,
  log: Log,
  metrics: Metrics,
  onSettings: () => void,
  places: Places | null = null,
): Tail => new Follower(database, log, metrics, onSettings, places)
