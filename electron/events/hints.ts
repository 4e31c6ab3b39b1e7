/**
 * What an event causes: its customer is read again, and unresolved operations of that customer are checked now. Nothing
 * that an event says is believed, and nothing here sends money.
 */
import { asDeskError } from '#shared/errors.ts'
import type { EventRow } from '#shared/model/events.ts'
import type { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../log/index.ts'
import type { Rereads } from './rereads.ts'

/** What of the other modules an event may cause. All of it is reading. */
export interface HintTargets {
  readonly customerOfIccid: (iccid: Iccid) => Promise<CustomerUid | null>
  readonly lookUpIccid: (iccid: Iccid, signal: AbortSignal) => Promise<CustomerUid | null>
  readonly readAgain: (uid: CustomerUid, signal: AbortSignal) => Promise<void>
  readonly unresolvedOf: (uid: CustomerUid) => readonly string[]
  readonly checkNow: (id: string) => Promise<void>
}

export interface HintOptions {
  readonly targets: HintTargets
  readonly rereads: Pick<Rereads, 'request'>
  /** Whether the page of this customer is open. */
  readonly isOpen: (uid: CustomerUid) => boolean
  /** Notes whose eSIM it is in its events. */
  readonly onOwner: (iccid: Iccid, uid: CustomerUid) => void
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly signal: AbortSignal
}

/** Each check adds a line to the journal, so events cause no more than this. The scheduled checks go on besides. */
const checkIntervalMs = 10_000
/** Events that wait for their customer to be found. Of more the customers are read with the next sync. */
const maxWaiting = 1000

type Handle = (row: EventRow) => Promise<void>

/** Returns a function that handles rows one after another, and refuses those beyond a number that waits. */
function createQueue(
  handle: Handle,
  { refuse, log, signal }: Pick<HintOptions, 'log' | 'signal'> & { readonly refuse: () => void },
): (rows: readonly EventRow[]) => Promise<void> {
  let previous: Promise<void> = Promise.resolve()
  let waiting = 0
  /** A failure, of the file or of the journal, concerns this event alone: what it says is read with the next sync. */
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

/** Returns the function that handles events one after another. Its promise resolves when their reads are requested. */
export function createHints(options: HintOptions): (rows: readonly EventRow[]) => Promise<void> {
  const { targets, rereads, isOpen, onOwner, clock, log, signal } = options
  const lastChecks = new Map<string, number>()
  let refused = 0
  const refuse = (): void => {
    refused += 1
    if (refused === 1) log.warn('More events than reads: some customers are read with the next sync')
  }

  const request = (key: string, isUrgent: () => boolean, read: () => Promise<unknown>): void => {
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
  }

  const isCheckDue = (id: string): boolean => {
    const now = clock.monotonic()
    const last = lastChecks.get(id)
    if (last !== undefined && now - last < checkIntervalMs) return false
    lastChecks.set(id, now)
    return true
  }

  const readCustomer = (uid: CustomerUid): void => {
    request(
      `customer ${uid}`,
      () => isOpen(uid),
      () => targets.readAgain(uid, signal),
    )
    for (const id of targets.unresolvedOf(uid)) {
      if (isCheckDue(id))
        request(
          `operation ${id}`,
          () => true,
          () => targets.checkNow(id),
        )
    }
  }

  const findOwner = async (iccid: Iccid): Promise<CustomerUid | null> => {
    const uid = await targets.customerOfIccid(iccid).catch(() => null)
    if (uid !== null && !signal.aborted) onOwner(iccid, uid)
    return uid
  }

  const handle: Handle = async ({ customerUid, iccid }) => {
    const uid = customerUid ?? (iccid === null ? null : await findOwner(iccid))
    if (signal.aborted) return
    if (uid !== null) readCustomer(uid)
    else if (iccid !== null)
      request(
        `iccid ${iccid}`,
        () => false,
        async () => {
          const owner = await targets.lookUpIccid(iccid, signal)
          if (owner !== null && !signal.aborted) onOwner(iccid, owner)
        },
      )
  }

  return createQueue(handle, { refuse, log, signal })
}
