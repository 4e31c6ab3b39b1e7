/**
 * Events of the service as the window shows them, and the pure rules about them: which event repeats which, which one
 * alerts an agent, and when nobody was listening. An event is a hint: it never proves what is true, only what to read.
 */
import * as z from 'zod'
import { DifferenceRow } from './differences.ts'
import { WebhookKind } from '../../wire/webhookKind.ts'
import { CustomerUid, Iccid, ItemUid } from '../../wire/ids.ts'
import { esimState } from '../esim/esimState.ts'
import { MailRow } from '../mail.ts'
import { NoteRow } from './notes.ts'
import { OperationRow } from '../operation/operation.ts'
import { Instant } from './views.ts'

/** The events that an agent is notified of. The interface has none about credits. */
export const AlertKind = z.enum(['lowData', 'threshold', 'activationFailed', 'activationRefused'])
export type AlertKind = z.infer<typeof AlertKind>

export const EventDetails = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type EventDetails = Readonly<Record<string, string | number | null>>

export const EventRow = z.strictObject({
  /** Ids sort by the time of their arrival. */
  id: z.string(),
  /** When it was received, by this machine's clock. */
  at: Instant,
  kind: WebhookKind,
  /** `null` while it is not known whose eSIM it is. */
  customerUid: CustomerUid.nullable(),
  iccid: Iccid.nullable(),
  itemUid: ItemUid.nullable(),
  details: EventDetails,
  /** How often the same event was received again. */
  repeats: z.number().int(),
  isRead: z.boolean(),
  alert: AlertKind.nullable(),
})
export type EventRow = z.infer<typeof EventRow>

/** A time in which nobody was listening, so that events of it may be missing. */
export const Hole = z.strictObject({ from: Instant, to: Instant })
export type Hole = z.infer<typeof Hole>

/** How the desk reads from its relay: by a stream, by long polls, or not at all at present. */
export const RelayState = z.strictObject({
  state: z.enum(['connecting', 'stream', 'polling', 'away', 'refused']),
  /** The code of the error that keeps the desk from reading. */
  problem: z.string().nullable(),
  /** There are more records than were read so far. */
  isCatchingUp: z.boolean(),
})
export type RelayState = z.infer<typeof RelayState>

const RelayStatus = RelayState.extend({
  address: z.string(),
  /** What the person who invited this desk calls it. */
  name: z.string(),
  /** Where this desk's key is: in the system keychain, or in memory for this session. */
  key: z.enum(['stored', 'session']),
})
type RelayStatus = z.infer<typeof RelayStatus>

/** The number of events that are kept where there is no disk for them. */
export const maxInMemory = 20_000

export const EventStatus = z.strictObject({
  /** Where the events come from, or `null` if the open connection has no source of events. */
  source: z.enum(['sandbox', 'relay']).nullable(),
  /** Whether a relay can be connected: the open connection is a stored one to a service. */
  canHaveRelay: z.boolean(),
  relay: RelayStatus.nullable(),
  /** Since when events have been received without a break, or `null` while nobody is listening. */
  listeningSince: Instant.nullable(),
  /** The code of the error that keeps events from being received or stored. */
  problem: z.string().nullable(),
  storage: z.enum(['disk', 'memory']).nullable(),
  /** Whether the oldest events were deleted, because memory keeps `maxInMemory`. */
  isCut: z.boolean(),
  lastReceived: z.partialRecord(WebhookKind, Instant),
  /** The number of bodies that could not be read. They are kept as they came for 14 days. */
  unreadable: z.number().int(),
  unread: z.number().int(),
  /** Newest first. */
  holes: z.array(Hole),
})
export type EventStatus = z.infer<typeof EventStatus>

export const EventTest = z.strictObject({
  /** When the test event arrived, or `null` if it did not arrive within half a minute. */
  arrivedAt: Instant.nullable(),
  /** Milliseconds from the request until then. */
  took: z.number(),
})
export type EventTest = z.infer<typeof EventTest>

/** One entry of a timeline. */
export const TimelineEntry = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('event'), at: Instant, event: EventRow }),
  z.strictObject({ type: z.literal('mail'), at: Instant, mail: MailRow }),
  z.strictObject({ type: z.literal('operation'), at: Instant, operation: OperationRow }),
  z.strictObject({ type: z.literal('note'), at: Instant, note: NoteRow }),
  z.strictObject({ type: z.literal('difference'), at: Instant, difference: DifferenceRow }),
])
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** The kinds of entries that a timeline can be reduced to. A note is also a correction of an e-mail address. */
export const TimelineType = z.enum(['event', 'mail', 'operation', 'note', 'difference'])
export type TimelineType = z.infer<typeof TimelineType>

/** What the receiver answers to an activation request that reaches the desk: nobody can approve one here. */
export const refusedReturnCode = 'FAIL'
/** What the server of the reseller's app answers to one that it approves. */
export const approvedReturnCode = 'SUCCESS'

/** How an activation request was answered, where a relay reports it. Everything but `passed` is a refusal. */
const passed = 'passed'

function isRefused({ returnCode, outcome }: EventDetails): boolean {
  return typeof outcome === 'string' ? outcome !== passed : returnCode === refusedReturnCode
}

/** Returns which alert an event causes, or `null` if it causes none. */
export function alertOf(kind: WebhookKind, details: EventDetails): AlertKind | null {
  switch (kind) {
    case 'lowBalance':
      return 'lowData'
    case 'dataConsumption':
      return 'threshold'
    case 'esimStatus':
      return esimState(String(details['profileState'] ?? '')) === 'error' ? 'activationFailed' : null
    case 'activationRequest':
      return isRefused(details) ? 'activationRefused' : null
    case 'balanceActivation':
    case 'countryChange':
    case 'customerRegistration':
      return null
  }
}

export interface Interval {
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
}

/** Shorter breaks are not worth a line. */
const minHoleMs = 1000

/** Returns the breaks between the times of listening, newest first. */
export function holesOf(listening: readonly Interval[]): readonly Interval[] {
  const sorted = listening.toSorted((one, other) => one.from - other.from)
  let listenedUntil = sorted[0]?.to ?? 0
  return sorted
    .flatMap(({ from, to }) => {
      const hole = { from: listenedUntil, to: from }
      listenedUntil = Math.max(listenedUntil, to)
      return hole.to - hole.from < minHoleMs ? [] : [hole]
    })
    .reverse()
}
