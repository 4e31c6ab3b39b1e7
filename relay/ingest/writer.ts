/**
 * Makes deliveries durable. Those of up to 5 ms are committed together. If the database is away or takes longer than a
 * second, they go into the spool, and so does everything after them until the spool is empty again: so the order is
 * kept. A relay that has started without the database spools as well, until the database is prepared.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseRefused, isAway, withPreparedStatements } from '../database/database.ts'
import type { Preparation } from '../database/prepare.ts'
import { codeOf, type Log } from '../log.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { Sealer } from '../secrets.ts'
import type { Delivery } from './delivery.ts'
import { SpoolFull, type Spool } from './spool.ts'
import { writeDeliveries, type Written } from './write.ts'

const gatherMs = 5
const maxBatch = 500
/** Bytes of the bodies of one commit, and of all that wait. Beyond them a webhook is refused, as with a full spool. */
const maxBatchBytes = 8 * 1024 * 1024
const maxWaitingBytes = 64 * 1024 * 1024
const retryMs = 250
/** Refusals are one hole until there was none for this time, or for the longer one at most. */
const quietMs = 1000
const maxHoleMs = 10_000
/** After an error that lasts until a person does something. */
const unusableRetryMs = 5000

export interface WriterParts {
  readonly pool: pg.Pool
  readonly preparation: Preparation
  readonly spool: Spool
  readonly sealer: Sealer
  readonly timeoutMs: number
  readonly log: Log
  readonly metrics: Metrics
  /** Called after each commit, to notify the readers of the log. */
  readonly onWritten: () => void
  /** Called when the database is back, with the time since which webhooks had to be refused, if any had. */
  readonly onBack: (refusedSince: number | null) => Promise<void>
  /** Called when the database is back and the relay may not write to it. Webhooks go into the spool from then on. */
  readonly onRefused: (error: DatabaseRefused) => void
}

interface Waiting {
  readonly delivery: Delivery
  readonly settle: PromiseWithResolvers<void>
}

export interface Writer {
  /** Resolves once the delivery is on a disk. Rejects with SpoolFull. */
  readonly add: (delivery: Delivery) => Promise<void>
  /** A webhook that was received at this time was refused, so that its time is a hole; epoch milliseconds. */
  readonly refused: (at: number) => void
  readonly isSpooling: () => boolean
  /** Whether a webhook that comes now has room, in the spool if not in the database. */
  readonly hasRoom: () => boolean
  /** Resolves when nothing waits any more, except in the spool. */
  readonly close: () => Promise<void>
}

class DatabaseTimeout extends Error {
  readonly code = 'timeout'
}

/** Writes on a connection of its own, which is closed if it takes too long: a late commit has no effect twice. */
async function writeInTime(
  parts: WriterParts,
  batch: readonly Delivery[],
  timeoutMs: number,
  asUnreadable = false,
): Promise<Written> {
  const client = await parts.pool.connect()
  const timedOut = Promise.withResolvers<never>()
  const timer = setTimeout(() => timedOut.reject(new DatabaseTimeout('The database is slow')), timeoutMs)
  const onError = (error: Error): void => timedOut.reject(error)
  client.on('error', onError)
  let isBroken = true
  try {
    const work = writeDeliveries(withPreparedStatements(client), batch, parts.sealer, asUnreadable)
    work.catch(() => undefined)
    const written = await Promise.race([work, timedOut.promise])
    isBroken = false
    return written
  } catch (error) {
    // A value is refused within a transaction, which was rolled back.
    isBroken = !isRefusedValue(error)
    throw error
  } finally {
    clearTimeout(timer)
    timedOut.promise.catch(() => undefined)
    if (!isBroken) client.off('error', onError)
    client.release(isBroken)
  }
}

/** Errors that a value causes: the database is there and refuses it every time (54: it is too large for an index). */
const isRefusedValue = (error: unknown): boolean => /^(22|23|54)/.test(codeOf(error))

/**
 * Writes deliveries in their order. If the database refuses a value in them, halves are written until the one with that
 * value is found, which is stored as unreadable.
 */
async function writeInParts(parts: WriterParts, batch: readonly Delivery[], timeoutMs: number): Promise<void> {
  const [first] = batch
  if (first === undefined) return
  try {
    countWritten(parts, await writeInTime(parts, batch, timeoutMs), batch.length)
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    if (batch.length === 1) {
      parts.log.warn('value_refused', { kind: first.kind, code: codeOf(error) })
      return countWritten(parts, await writeInTime(parts, batch, timeoutMs, true), 1)
    }
    const half = Math.ceil(batch.length / 2)
    await writeInParts(parts, batch.slice(0, half), timeoutMs)
    await writeInParts(parts, batch.slice(half), timeoutMs)
  }
}

/** What the writing and the emptying of the spool share. */
interface SpoolState {
  readonly isClosed: () => boolean
  readonly ending: AbortSignal
  /** Whether deliveries wait in memory. While too many do, more are refused. */
  readonly isGathering: () => boolean
  spooling: boolean
  /** Since when webhooks were refused that no hole has yet, and when the last one was; epoch milliseconds. */
  refusedSince: number | null
  refusedLast: number
  /** Whether the spool had no room when it was last written to. */
  isFull: boolean
  draining: Promise<void> | null
}

function countWritten({ metrics, onWritten }: WriterParts, written: Written, batch: number): void {
  metrics.batchSize.observe(batch)
  metrics.events.inc(written.events)
  metrics.repeats.inc(written.repeats)
  metrics.unreadable.inc(written.unreadable)
  onWritten()
}

const spoolTimeoutMs = 30_000

/** Writes the beginning of the spool. What the database refuses even as unreadable is moved out of the way. */
async function drainBatch(parts: WriterParts): Promise<void> {
  const { spool, log, metrics } = parts
  const setAside = (place: number, code: string): void => {
    log.warn('spool_set_aside', { place, code })
    metrics.setAside.inc()
    spool.quarantine(place)
  }
  const entries = spool.first(maxBatch)
  for (const { place } of entries.filter(({ delivery }) => delivery === null)) setAside(place, 'unreadable')
  const readable = entries.flatMap(({ place, delivery }) => (delivery === null ? [] : [{ place, delivery }]))
  for (const { delivery } of readable)
    if (delivery.sealedWith !== undefined) log.warn('spool_other_key', { kind: delivery.kind })
  try {
    const batch = readable.map(({ delivery }) => delivery)
    await writeInParts(parts, batch, spoolTimeoutMs)
    spool.remove(readable.map(({ place }) => place))
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    for (const { place, delivery } of readable) await drainOne(parts, place, delivery, setAside)
  }
}

async function drainOne(
  parts: WriterParts,
  place: number,
  delivery: Delivery,
  setAside: (place: number, code: string) => void,
): Promise<void> {
  try {
    await writeInParts(parts, [delivery], spoolTimeoutMs)
    parts.spool.remove([place])
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    setAside(place, codeOf(error))
  }
}

/** Webhooks that are refused all the time become a hole every ten seconds instead of one each. */
async function untilQuiet(state: SpoolState): Promise<void> {
  const began = Date.now()
  while (Date.now() - began < maxHoleMs && Date.now() - state.refusedLast < quietMs && !state.isClosed())
    await sleep(quietMs / 4, undefined, { signal: state.ending }).catch(() => undefined)
}

/** What is refused meanwhile belongs to the next report. */
async function reportBack({ onBack, spool, log }: WriterParts, state: SpoolState): Promise<void> {
  if (state.refusedSince !== null) await untilQuiet(state)
  const { refusedSince } = state
  state.refusedSince = null
  try {
    await onBack(refusedSince)
  } catch (error) {
    state.refusedSince = refusedSince ?? state.refusedSince
    throw error
  }
  if (refusedSince !== null) rememberRefusal(spool, log, state.refusedSince)
}

/** A relay that is killed before it could report the hole does so at its next start. */
function rememberRefusal(spool: Spool, log: Log, at: number | null): void {
  try {
    spool.setRefusedSince(at)
  } catch (error) {
    log.warn('refusal_not_remembered', { code: codeOf(error) })
  }
}

/** Prepares the database, empties the spool while the database takes its deliveries, and waits while it does not. */
async function drain(parts: WriterParts, state: SpoolState): Promise<void> {
  const { spool, log } = parts
  while (!state.isClosed()) {
    try {
      await parts.preparation.run()
      while (spool.depth() > 0 && !state.isClosed()) {
        await drainBatch(parts)
        state.isFull = false
      }
      if (state.isClosed()) return
      await reportBack(parts, state)
      // Nothing runs between this check of the spool and the end of spooling.
      if (spool.depth() > 0 || (state.refusedSince !== null && !state.isGathering())) continue
      if (state.spooling) log.info('spool_empty')
      state.spooling = false
      state.draining = null
      return
    } catch (error) {
      if (error instanceof DatabaseRefused) return parts.onRefused(error)
      log.warn(isAway(error) ? 'database_away' : 'database_unusable', { code: codeOf(error) })
      await sleep(isAway(error) ? retryMs : unusableRetryMs, undefined, { signal: state.ending }).catch(() => undefined)
    }
  }
}

/** Takes the first deliveries out of the queue: as many as one commit may have, and at least one. */
function takeBatch(waiting: Waiting[]): Waiting[] {
  let bytes = 0
  const beyond = waiting.findIndex(({ delivery }, index) => {
    bytes += delivery.body.length
    return index >= maxBatch || (index > 0 && bytes > maxBatchBytes)
  })
  return waiting.splice(0, beyond === -1 ? waiting.length : beyond)
}

const bytesOf = (batch: readonly Waiting[]): number =>
  batch.reduce((sum, { delivery }) => sum + delivery.body.length, 0)

function noteIn({ spool, log }: WriterParts, state: SpoolState, at: number): void {
  state.refusedLast = Date.now()
  if (state.refusedSince !== null && state.refusedSince <= at) return
  state.refusedSince = at
  // The spool may still remember a hole that is being reported.
  rememberRefusal(spool, log, Math.min(at, spool.refusedSince() ?? at))
}

export function createWriter(parts: WriterParts): Writer {
  const { spool, log, metrics } = parts
  const waiting: Waiting[] = []
  const ending = new AbortController()
  const isClosed = (): boolean => ending.signal.aborted
  let gathering: Promise<void> | null = null
  const state: SpoolState = {
    isClosed,
    ending: ending.signal,
    isGathering: () => gathering !== null,
    spooling: spool.depth() > 0 || !parts.preparation.isDone(),
    refusedSince: spool.refusedSince(),
    refusedLast: 0,
    isFull: false,
    draining: null,
  }
  /** Bytes of the bodies that are in memory because their commit has not ended. */
  let waitingBytes = 0

  const startDraining = (): void => void (state.draining ??= drain(parts, state))

  const noteRefusal = (at: number): void => noteIn(parts, state, at)

  const toSpool = (batch: readonly Waiting[]): void => {
    try {
      spool.append(batch.map(({ delivery }) => delivery))
      state.isFull = false
      metrics.spooled.inc(batch.length)
      for (const { settle } of batch) settle.resolve()
    } catch (error) {
      state.isFull = true
      noteRefusal(batch[0]?.delivery.receivedAt ?? Date.now())
      for (const { settle } of batch) settle.reject(error)
    }
    startDraining()
  }

  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    if (state.spooling) return toSpool(batch)
    try {
      const deliveries = batch.map(({ delivery }) => delivery)
      await writeInParts(parts, deliveries, parts.timeoutMs)
      for (const { settle } of batch) settle.resolve()
    } catch (error) {
      state.spooling = true
      log.warn('spooling', { code: codeOf(error) })
      toSpool(batch)
    }
  }

  /** Gathers and commits until nothing waits. Nothing runs between its last check and its end. */
  const gather = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (waiting.length < maxBatch && !isClosed()) await sleep(gatherMs)
      const batch = takeBatch(waiting)
      await commit(batch)
      waitingBytes -= bytesOf(batch)
    }
    gathering = null
    // The burst has ended, and the spool may never have been needed.
    if (state.refusedSince !== null) startDraining()
  }

  if (state.spooling || state.refusedSince !== null) startDraining()
  return {
    add: (delivery) => {
      const settle = Promise.withResolvers<void>()
      if (waitingBytes + delivery.body.length > maxWaitingBytes) {
        noteRefusal(delivery.receivedAt)
        return Promise.reject(new SpoolFull('Too many webhooks wait for the database'))
      }
      waitingBytes += delivery.body.length
      waiting.push({ delivery, settle })
      gathering ??= gather()
      return settle.promise
    },
    refused: (at) => {
      noteRefusal(at)
      startDraining()
    },
    isSpooling: () => state.spooling,
    hasRoom: () => !state.isFull && waitingBytes < maxWaitingBytes,
    close: async () => {
      ending.abort()
      await gathering
      await state.draining
    },
  }
}
