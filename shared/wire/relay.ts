/**
 * What the relay and the desks exchange. Answers are tolerant, because a relay may be newer than a desk: a record of an
 * unknown type is kept as `unknown`, so that the cursor moves on. Requests are strict.
 */
import * as z from 'zod'
import { wireText } from './text.ts'
import { WebhookKind } from './webhookKind.ts'

/**
 * The path of each call. Records are read after a cursor, which is the `seq` of the last one that a desk has stored.
 */
export const relayPaths = {
  devices: '/v1/devices',
  challenges: '/v1/challenges',
  tokens: '/v1/tokens',
  feed: '/v1/feed',
  stream: '/v1/stream',
  timeline: '/v1/timeline',
  listening: '/v1/listening',
  status: '/v1/status',
  claims: '/v1/claims',
  reads: '/v1/reads',
  test: '/v1/test',
  leave: '/v1/leave',
} as const

/** The maximum number of records of one answer, and of seconds that a long poll waits. */
const maxFeedRecords = 1000
export const maxFeedWaitSeconds = 25
/** How often a stream sends a heartbeat. A desk drops a stream after three that are missing. */
export const heartbeatMs = 15_000

const Seq = z.number().int().nonnegative()
const Instant = z.string().min(1).max(64)
const Identifier = z.string().min(1).max(200)
const details = z.record(z.string().max(100), z.union([wireText, z.number(), z.boolean(), z.null()]))
/** Distinguishes a record from another one with its number, which a restored database may have. */
const Digest = z.string().max(64)
const head = { seq: Seq, digest: Digest.optional(), at: Instant }

/** A webhook that was received. */
export const EventRecord = z.object({
  ...head,
  type: z.literal('event'),
  id: Identifier,
  kind: WebhookKind,
  iccid: wireText.nullable(),
  customer: wireText.nullable(),
  item: wireText.nullable(),
  details,
  /** The id of the first event that this one repeats; a repeat is counted and never notified. */
  repeatOf: Identifier.nullable(),
  /** Whether a desk sent it to test the way. */
  isTest: z.boolean(),
})
export type EventRecord = z.infer<typeof EventRecord>

/** A body that can't be read as its kind. It is kept for 14 days. */
const UnreadableRecord = z.object({
  ...head,
  type: z.literal('unreadable'),
  id: Identifier,
  kind: WebhookKind,
})

/** What a call of the client library was answered (rule 5 of the events). */
export const AnswerRecord = z.object({
  ...head,
  type: z.literal('answer'),
  id: Identifier,
  kind: WebhookKind,
  outcome: z.enum(['passed', 'stopped', 'late', 'unreachable', 'refused', 'notOurs']),
  /** The status of the app's server, or null if it sent none. */
  status: z.number().int().nullable(),
  returnCode: wireText.nullable(),
  returnMessage: wireText.nullable(),
  tookMs: z.number().nonnegative(),
})
export type AnswerRecord = z.infer<typeof AnswerRecord>

/** Nobody listened in this time, so events of it may be missing. */
const HoleRecord = z.object({
  ...head,
  type: z.literal('hole'),
  from: Instant,
  until: Instant,
})
type HoleRecord = z.infer<typeof HoleRecord>

/** A desk has read a customer of the service again, which confirms these events. */
const ReadRecord = z.object({
  ...head,
  type: z.literal('read'),
  customer: wireText,
  device: wireText,
  events: z.array(Identifier).max(1000),
})

/** Everything about a customer was erased; a desk erases its copy. */
export const ErasedRecord = z.object({
  ...head,
  type: z.literal('erased'),
  customer: wireText,
  iccids: z.array(wireText).max(1000),
})

const FeedRecord = z.discriminatedUnion('type', [
  EventRecord,
  UnreadableRecord,
  AnswerRecord,
  HoleRecord,
  ReadRecord,
  ErasedRecord,
])
type FeedRecord = z.infer<typeof FeedRecord>

const UnknownRecord = z.object(head).transform((record) => ({ ...record, type: 'unknown' as const }))
/** A record as a desk reads it. */
export const ReceivedRecord = z.union([FeedRecord, UnknownRecord])
export type ReceivedRecord = z.infer<typeof ReceivedRecord>

export const FeedPage = z.object({
  /** Identifies the feed; it changes when the relay's database was restored, and all cursors become invalid. */
  feed: Identifier,
  /** Counted before any of them is parsed. */
  records: z.array(z.unknown()).max(maxFeedRecords).pipe(z.array(ReceivedRecord)),
  /** The cursor of the next call. */
  next: Seq,
  /** The digest of the record with the number `next`; null or absent if it is not known. */
  digest: Digest.nullish(),
  /** Whether there are more records already. */
  more: z.boolean(),
})
export type FeedPage = z.infer<typeof FeedPage>

/** `feed` is left out by a desk that has no cursor yet, and `digest` (of the record `after`) if it is not known. */
export const FeedQuery = z.object({
  after: z.coerce.number().int().nonnegative().default(0),
  feed: Identifier.optional(),
  digest: Digest.optional(),
  wait: z.coerce.number().min(0).max(maxFeedWaitSeconds).default(0),
  limit: z.coerce.number().int().min(1).max(maxFeedRecords).default(maxFeedRecords),
})

/** An error of the relay. `cursor_unknown` makes a desk begin at the first record that there is. */
export const RelayErrorCode = z.enum([
  'bad_request',
  'unauthorized',
  'not_found',
  'cursor_unknown',
  'too_many_requests',
  'too_large',
  'unavailable',
  'internal',
])
export type RelayErrorCode = z.infer<typeof RelayErrorCode>
export const RelayError = z.object({ error: z.union([RelayErrorCode, wireText]) })

/** A device registers once, with the code of an invitation. `publicKey` is a raw Ed25519 key in base64url. */
export const EnrolRequest = z.strictObject({
  code: z.string().min(1).max(64),
  publicKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
})
export const EnrolAnswer = z.object({ device: Identifier, name: wireText, connection: wireText, feed: Identifier })
export type EnrolAnswer = z.infer<typeof EnrolAnswer>

export const ChallengeRequest = z.strictObject({ device: Identifier })
export const ChallengeAnswer = z.object({ challenge: Identifier, expiresAt: Instant })
export const TokenRequest = z.strictObject({
  device: Identifier,
  challenge: Identifier,
  signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
})
export const TokenAnswer = z.object({ token: z.string().min(20).max(200), expiresAt: Instant })
export type TokenAnswer = z.infer<typeof TokenAnswer>

/**
 * The text that a device signs. It contains the relay's origin as the device has stored it, so that a server in between
 * can't use a signature that was made for itself.
 */
export const challengeText = (origin: string, device: string, challenge: string): string =>
  `esim-desk relay v1\n${origin}\n${device}\n${challenge}`

/** "I read this customer again": one desk at a time, and customers that are open in a window first. */
export const ClaimRequest = z.strictObject({ customer: Identifier, isOpen: z.boolean() })
export const ClaimAnswer = z.object({
  granted: z.boolean(),
  /** How long the claim lasts, or when to ask again. */
  milliseconds: z.number().nonnegative(),
  reason: z.enum(['granted', 'claimed', 'busy']),
})
export type ClaimAnswer = z.infer<typeof ClaimAnswer>

/** What a read showed: the customer's eSIMs, and the events that it confirms. */
export const ReadRequest = z.strictObject({
  customer: Identifier,
  iccids: z.array(z.string().min(1).max(40)).max(1000),
  events: z.array(z.uuid()).max(1000),
})
export const ReadAnswer = z.object({ confirmed: z.number().int().nonnegative() })

export const TimelineQuery = z
  .object({
    customer: Identifier.optional(),
    iccid: z.string().min(1).max(40).optional(),
    before: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  })
  .refine(({ customer, iccid }) => (customer === undefined) !== (iccid === undefined))
const TimelineEvent = EventRecord.omit({ seq: true, type: true }).extend({
  confirmedAt: Instant.nullable(),
})
export const TimelinePage = z.object({
  events: z.array(TimelineEvent),
  /** The `before` of the next page, or null at the end. */
  next: z.string().nullable(),
})
export type TimelinePage = z.infer<typeof TimelinePage>

export const ListeningQuery = z.object({ from: z.coerce.date(), until: z.coerce.date() })
/** The times in which nobody listened. */
export const ListeningAnswer = z.object({ holes: z.array(z.object({ from: Instant, until: Instant })) })

/** How an address of an answered kind answers (rule 5). */
export const AnswerMode = z.enum(['notOurs', 'pass', 'stop'])
export type AnswerMode = z.infer<typeof AnswerMode>

export const StatusAnswer = z.object({
  feed: Identifier,
  connection: wireText,
  last: Seq,
  /** Whether webhooks are in the spool because the database is away or slow. */
  spooling: z.boolean(),
  kinds: z.array(
    z.object({
      kind: WebhookKind,
      enabled: z.boolean(),
      mode: AnswerMode,
      addresses: z.number().int(),
      lastReceivedAt: Instant.nullable(),
    }),
  ),
})
export type StatusAnswer = z.infer<typeof StatusAnswer>

export const TestRequest = z.strictObject({ kind: WebhookKind })
export const TestAnswer = z.object({ id: Identifier })

export const LeaveAnswer = z.object({ left: z.literal(true) })
