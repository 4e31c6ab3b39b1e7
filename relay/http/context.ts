/** What the calls of the relay share. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RelayErrorCode } from '#shared/wire/relay.ts'
import type { Device, Gate } from '../access/access.ts'
import type { Answer } from '../answers/answer.ts'
import type { Database } from '../database/database.ts'
import type { Tail } from '../feed/tail.ts'
import type { Addresses } from '../ingest/addresses.ts'
import type { Writer } from '../ingest/writer.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { RelaySettings } from '../settings.ts'

export interface RelayContext {
  readonly settings: RelaySettings
  readonly database: Database
  /** Whether the database has the tables and the key of this relay. */
  readonly isPrepared: () => boolean
  readonly addresses: Addresses
  readonly writer: Writer
  readonly answer: Answer
  readonly tail: Tail
  readonly gate: Gate
  readonly log: Log
  readonly metrics: Metrics
  /** The address that devices sign. */
  readonly origin: () => string
  /** How often a stream sends a heartbeat. */
  readonly heartbeatMs: number
  /** Ends waits when the relay ends. */
  readonly closing: AbortSignal
  readonly streams: Set<FastifyRequest>
}

export const fail = (reply: FastifyReply, status: number, error: RelayErrorCode): FastifyReply =>
  reply.code(status).send({ error })

/** Returns the device of the call, or answers 401 and returns null. */
export async function authorize(
  { gate, metrics }: RelayContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Device | null> {
  const device = await deviceOf(gate, request)
  if (device !== null) return device
  metrics.refusedAccess.inc()
  void fail(reply, 401, 'unauthorized')
  return null
}

export async function deviceOf(gate: Gate, { headers }: FastifyRequest): Promise<Device | null> {
  const [, token] = /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(headers.authorization ?? '') ?? []
  return token === undefined ? null : await gate.deviceOf(token)
}
