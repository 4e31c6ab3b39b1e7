/**
 * Reads that desks share: before one, this desk asks the relay whether another desk makes it, so that many desks make
 * one. If no relay can be reached, this desk reads under its own limits.
 */
import type { EventRow } from '#shared/model/customer/events.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Timer } from '../base/timer.ts'
import { seqOf } from './rows.ts'
import type { Claims } from './source.ts'

export interface ClaimedRead {
  /** The name of the read at the relay. */
  readonly customer: string
  readonly key: string
  /** Whether a person sees the result, so that this desk reads even after another one has. */
  readonly isOpen: () => boolean
  /** The event that causes the read. */
  readonly row: EventRow
  /** Returns the customer that was read, or `null` if there is none. */
  readonly read: () => Promise<CustomerUid | null>
}

export interface ClaimedReads {
  readonly read: (read: ClaimedRead) => void
  /**
   * Another desk has made the read with this key, for the events with these ids at the relay: they need no read here
   * any more. If a person sees the result, a read that waits here is made now.
   */
  readonly onOtherRead: (key: string, events: readonly string[]) => void
}

interface ClaimedReadsOptions {
  readonly claims?: Claims
  /** Returns the ids that these events and their repeats have at the relay, the newest of each event last. */
  readonly relayIds: (seqs: readonly number[]) => readonly string[]
  /** Returns false if too many reads wait already. */
  readonly request: (key: string, isUrgent: () => boolean, read: () => Promise<unknown>) => boolean
  readonly timer: Timer
  readonly signal: AbortSignal
}

/** How often a read whose turn has not come is requested again. Then the next sync reads that customer. */
const maxTries = 20
/** Events that one read confirms, as the relay takes them. */
const maxEvents = 1000
/** Milliseconds that many desks' next attempts are spread over. */
const spreadMs = 250

interface Waiting {
  readonly rows: readonly EventRow[]
  tries: number
}

export function createClaimedReads({ claims, relayIds, request, timer, signal }: ClaimedReadsOptions): ClaimedReads {
  /** The events of reads that were requested and not made yet. */
  const waiting = new Map<string, Waiting>()
  const retries = new Map<string, { readonly read: ClaimedRead; readonly cancel: () => void }>()

  const idsOf = (rows: readonly EventRow[]): readonly string[] => relayIds(rows.flatMap(({ id }) => seqOf(id) ?? []))

  const retryLater = (read: ClaimedRead, milliseconds: number): void => {
    const cancel = timer(milliseconds + Math.random() * spreadMs, () => {
      retries.delete(read.key)
      submit(read)
    })
    retries.set(read.key, { read, cancel })
  }

  /** Returns whether this desk reads now. If a later attempt makes sense, it is scheduled. */
  const isOurs = async (read: ClaimedRead): Promise<boolean> => {
    const isOpen = read.isOpen()
    const answer = (await claims?.claim(read.customer, isOpen, signal)) ?? null
    if (answer === null || answer.granted) return true
    const entry = waiting.get(read.key)
    if (entry === undefined || signal.aborted) return false
    entry.tries += 1
    // The read of the desk that claimed it may fail, so it is requested again unless that desk reports these events.
    if (entry.tries >= maxTries) waiting.delete(read.key)
    else retryLater(read, answer.milliseconds)
    return false
  }

  const submit = (read: ClaimedRead): void => {
    if (signal.aborted) return
    const isAccepted = request(read.key, read.isOpen, async () => {
      if (!(await isOurs(read))) return
      // What is received from here on may not be in the answer, so it waits for the next read and is not reported.
      const rows = waiting.get(read.key)?.rows ?? []
      waiting.delete(read.key)
      const events = claims === undefined ? [] : idsOf(rows).slice(-maxEvents)
      const uid = await read.read()
      if (uid === null || signal.aborted) return
      const iccids = [...new Set(rows.flatMap(({ iccid }) => iccid ?? []))]
      await claims?.report({ customer: uid, iccids, events }, signal)
    })
    if (!isAccepted) waiting.delete(read.key)
  }

  return {
    read(read) {
      const entry = waiting.get(read.key)
      waiting.set(read.key, { rows: [...(entry?.rows ?? []).slice(1 - maxEvents), read.row], tries: 0 })
      // A read that waits for its turn is requested at that time.
      if (!retries.has(read.key)) submit(read)
    },
    onOtherRead(key, events) {
      const reported = new Set(events)
      // An event whose customer is unknown to this desk waits by its eSIM.
      for (const [name, { read, cancel }] of [...retries]) {
        const isOpen = read.isOpen()
        if (isOpen && name !== key) continue
        const entry = waiting.get(name)
        const rows = entry?.rows.filter((row) => !reported.has(idsOf([row]).at(-1) ?? '')) ?? []
        if (entry !== undefined && !isOpen && rows.length > 0) {
          waiting.set(name, { ...entry, rows })
          continue
        }
        cancel()
        retries.delete(name)
        if (isOpen) submit(read)
        else waiting.delete(name)
      }
    },
  }
}
