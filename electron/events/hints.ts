/**
 * What an event causes: its customer is read again, and unresolved operations of that customer are checked now. Nothing
 * that an event reports is relied on, and nothing here sends money.
 */
import { asDeskError } from '#shared/errors.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import type { CustomerUid, Iccid, ItemUid } from '#shared/wire/ids.ts'
import type { Clock } from '../base/clock.ts'
import type { Timer } from '../base/timer.ts'
import type { Log } from '../log/index.ts'
import { createClaimedReads, type ClaimedReads } from './claimedReads.ts'
import type { Rereads } from './rereads.ts'
import type { Claims } from './source.ts'

/** The effects that an event may have on other modules. All of them only read. */
export interface HintTargets {
  readonly customerOfIccid: (iccid: Iccid) => Promise<CustomerUid | null>
  readonly lookUpIccid: (iccid: Iccid, signal: AbortSignal) => Promise<CustomerUid | null>
  readonly readAgain: (uid: CustomerUid, signal: AbortSignal) => Promise<void>
  readonly unresolvedOf: (uid: CustomerUid) => readonly string[]
  /** Whether an operation of this desk started this package about that time, in epoch milliseconds. */
  readonly hasStarted: (uid: CustomerUid, itemUid: ItemUid, at: number) => boolean
  readonly checkNow: (id: string) => Promise<void>
}

interface HintOptions {
  readonly targets: HintTargets
  readonly rereads: Pick<Rereads, 'request'>
  /** Whether the page of this customer is open. */
  readonly isOpen: (uid: CustomerUid) => boolean
  /** Records the customer of an eSIM in its events. */
  readonly onOwner: (iccid: Iccid, uid: CustomerUid) => void
  /** Without claims this desk makes every read that its events require. */
  readonly claims?: Claims
  readonly relayIds: (seqs: readonly number[]) => readonly string[]
  readonly clock: Pick<Clock, 'monotonic'>
  readonly timer: Timer
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly signal: AbortSignal
}

interface Hints {
  /** Handles events one after another. Its promise resolves when their reads are requested. */
  readonly handle: (rows: readonly EventRow[]) => Promise<void>
  /** Another desk has read this customer because of the events with these ids at the relay. */
  readonly onOtherRead: (uid: CustomerUid, events: readonly string[]) => void
}

/** Each check adds a line to the journal, so events cause no more than this. The scheduled checks go on besides. */
const checkIntervalMs = 10_000
/**
 * The most events that wait for their customer to be found. The customers of further ones are read with the next sync.
 */
const maxWaiting = 1000
/** Operations whose last check is remembered. */
const maxChecks = 1000

type Handle = (row: EventRow) => Promise<void>

/** Returns a function that handles rows one after another, and refuses those beyond a number that waits. */
function createQueue(
  handle: Handle,
  { refuse, log, signal }: Pick<HintOptions, 'log' | 'signal'> & { readonly refuse: () => void },
): Hints['handle'] {
  let previous: Promise<void> = Promise.resolve()
  let waiting = 0
  /** A failure, of the file or of the journal, concerns this event alone: its customer is read with the next sync. */
  const handleSafely: Handle = async (row) => {
    waiting -= 1
    if (signal.aborted) return
    try {
      await handle(row)
    } catch (thrown) {
      log.warn('An event could not be followed', { code: asDeskError(thrown).code })
    }
  }
  return (rows) => {
    const taken = rows.slice(0, Math.max(0, maxWaiting - waiting))
    if (taken.length < rows.length) refuse()
    waiting += taken.length
    previous = previous.then(async () => {
      for (const row of taken) await handleSafely(row)
    })
    return previous
  }
}

/** Returns whether an operation may be checked now, and remembers that it is. */
function createCheckLimit(clock: HintOptions['clock']): (id: string) => boolean {
  const lastChecks = new Map<string, number>()
  return (id) => {
    const now = clock.monotonic()
    const last = lastChecks.get(id)
    if (last !== undefined && now - last < checkIntervalMs) return false
    lastChecks.delete(id)
    lastChecks.set(id, now)
    const [oldest] = lastChecks.keys()
    if (lastChecks.size > maxChecks && oldest !== undefined) lastChecks.delete(oldest)
    return true
  }
}

function createRequests(
  { rereads, log }: Pick<HintOptions, 'rereads' | 'log'>,
  refuse: () => void,
): (key: string, isUrgent: () => boolean, read: () => Promise<unknown>) => boolean {
  return (key, isUrgent, read) => {
    const accepted = rereads.request({
      key,
      isUrgent,
      read: async () => {
        try {
          await read()
        } catch (thrown) {
          log.info('A read after an event failed', { code: asDeskError(thrown).code })
        }
      },
    })
    if (!accepted) refuse()
    return accepted
  }
}

export function createHints(options: HintOptions): Hints {
  const { targets, isOpen, onOwner, clock, log, signal } = options
  const mayCheck = createCheckLimit(clock)
  let refused = 0
  const refuse = (): void => {
    refused += 1
    if (refused === 1) log.warn('More events than reads: some customers are read with the next sync')
  }
  const request = createRequests(options, refuse)
  const claimed: ClaimedReads = createClaimedReads({ ...options, request })

  const readCustomer = (uid: CustomerUid, row: EventRow): void => {
    claimed.read({
      customer: uid,
      key: `customer ${uid}`,
      isOpen: () => isOpen(uid),
      row,
      read: async () => {
        await targets.readAgain(uid, signal)
        return uid
      },
    })
    for (const id of targets.unresolvedOf(uid)) {
      if (mayCheck(id))
        request(
          `operation ${id}`,
          () => isOpen(uid),
          () => targets.checkNow(id),
        )
    }
  }

  const findOwner = async (iccid: Iccid): Promise<CustomerUid | null> => {
    const uid = await targets.customerOfIccid(iccid).catch(() => null)
    if (uid !== null && !signal.aborted) onOwner(iccid, uid)
    return uid
  }

  const handle: Handle = async (row) => {
    const { customerUid, iccid } = row
    const uid = customerUid ?? (iccid === null ? null : await findOwner(iccid))
    if (signal.aborted) return
    if (uid !== null) readCustomer(uid, row)
    else if (iccid !== null)
      claimed.read({
        customer: `iccid ${iccid}`,
        key: `iccid ${iccid}`,
        isOpen: () => false,
        row,
        read: async () => {
          const owner = await targets.lookUpIccid(iccid, signal)
          if (owner !== null && !signal.aborted) onOwner(iccid, owner)
          return owner
        },
      })
  }

  return {
    handle: createQueue(handle, { refuse, log, signal }),
    onOtherRead: (uid, events) => claimed.onOtherRead(`customer ${uid}`, events),
  }
}
