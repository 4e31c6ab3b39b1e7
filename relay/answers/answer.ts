/**
 * The two calls of the client library that want an answer. The relay waits for no desk: the call is passed through to
 * the reseller's app, or refused. An activation gets one answer for ever, also if the call is repeated, or comes from
 * another relay at the same time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { WireActivationAnswer, WireActivationRequest } from '#shared/wire/webhooks.ts'
import type { AnsweredKind } from '#shared/wire/webhookKind.ts'
import { select, type Queryable } from '../database/database.ts'
import type { Address } from '../ingest/addresses.ts'
import { AnswerContent } from '../ingest/delivery.ts'
import type { Spool } from '../ingest/spool.ts'
import { hashSecret, type Sealer } from '../secrets.ts'
import { Reply, type Forward } from './forward.ts'

interface Answered {
  readonly reply: Reply
  readonly content: AnswerContent
}
const Stored = z.object({ reply: Reply, content: AnswerContent })

interface AnswerParts {
  readonly database: Queryable
  readonly spool: Spool
  readonly sealer: Sealer
  readonly forward: Forward
}

/**
 * The caller gets an answer within 3 s: this time is the app's, a quarter of a second each is for looking up and for
 * storing the answer, and a second is for the event.
 */
const appTimeoutMs = 1400
const databaseTimeoutMs = 250
const otherRelayMs = 1700

const json = (status: number, value: unknown): Reply => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
})
const refusal = (kind: AnsweredKind, message: string): Reply =>
  kind === 'activationRequest'
    ? json(200, { returnCode: 'FAIL', returnMessage: message })
    : json(503, { error: 'unavailable' })

function fail(kind: AnsweredKind, outcome: AnswerContent['outcome'], message: string, began: number): Answered {
  return {
    reply: refusal(kind, message),
    content: {
      outcome,
      status: null,
      returnCode: kind === 'activationRequest' ? 'FAIL' : null,
      returnMessage: message,
      tookMs: Math.round(performance.now() - began),
    },
  }
}

/** The texts are for the sender of an activation; what a person reads is in the desk. */
async function passThrough(
  { forward }: AnswerParts,
  kind: AnsweredKind,
  address: Address,
  body: Buffer,
): Promise<Answered> {
  const began = performance.now()
  if (address.mode === 'notOurs') return fail(kind, 'notOurs', 'This address does not answer.', began)
  if (address.mode === 'stop') return fail(kind, 'stopped', 'Installations are stopped.', began)
  if (address.forward_to === null) return fail(kind, 'unreachable', 'No server of the app is set.', began)
  const result = await forward(address.forward_to, body, appTimeoutMs)
  if (typeof result === 'string') {
    const message =
      result === 'late' ? "The app's server did not answer in time." : "The app's server can't be reached."
    return fail(kind, result, message, began)
  }
  const tookMs = Math.round(performance.now() - began)
  // The e-mail address in the answer to a registration is passed on and never stored.
  const answer = kind === 'activationRequest' ? WireActivationAnswer.safeParse(parseJson(result.body)) : null
  const { returnCode = null, returnMessage = null } = answer?.data ?? {}
  const passed = result.status === 200 && (kind === 'customerRegistration' || returnCode === 'SUCCESS')
  return {
    reply: result,
    content: { outcome: passed ? 'passed' : 'refused', status: result.status, returnCode, returnMessage, tookMs },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Kept = z.object({ key_id: z.string().nullable(), answer: z.instanceof(Buffer).nullable() })

/** `reserved`: nobody has answered, and this relay does now. `pending`: another one does. */
type Reservation = Answered | 'reserved' | 'pending' | 'away'

export type Answer = (kind: AnsweredKind, address: Address, body: Buffer) => Promise<Answered>

const insertAnswer = `INSERT INTO answers (connection, activation_hash, key_id, answer) VALUES ($1, $2, $3, $4)
  ON CONFLICT (connection, activation_hash)
  DO UPDATE SET key_id = excluded.key_id, answer = excluded.answer WHERE answers.answer IS NULL`

/** Moves the answers that were given while the database was away into it, where other relays find them. */
export async function moveSpooledAnswers(database: Queryable, spool: Spool, { keyId, seal }: Sealer): Promise<void> {
  for (const { connection, hash, answer } of spool.answers()) {
    await database.query(insertAnswer, [connection, hash, keyId, seal(answer)])
    spool.removeAnswer(connection, hash)
  }
}

export function createAnswer(parts: AnswerParts): Answer {
  const { database, spool, sealer } = parts
  const running = new Map<string, Promise<Answered>>()

  const inTime = async <T>(work: Promise<T>): Promise<T | 'away'> => {
    const away = async (): Promise<'away'> => await sleep(databaseTimeoutMs, 'away' as const, { ref: false })
    return await Promise.race([work, away()]).catch(() => 'away' as const)
  }
  const open = (keyId: string | null, answer: Buffer | null): Answered | 'pending' => {
    const plain = keyId === null || answer === null ? null : sealer.open(keyId, answer)
    return plain === null ? 'pending' : Stored.parse(JSON.parse(plain.toString('utf8')))
  }
  const find = async (connection: string, hash: Buffer): Promise<Answered | 'pending'> => {
    const [row] = await select(
      database,
      Kept,
      'SELECT key_id, answer FROM answers WHERE connection = $1 AND activation_hash = $2',
      [connection, hash],
    )
    return open(row?.key_id ?? null, row?.answer ?? null)
  }
  const reserve = async (connection: string, hash: Buffer): Promise<Reservation> => {
    const spooled = spool.findAnswer(connection, hash)
    if (spooled !== null) return Stored.parse(JSON.parse(spooled.toString('utf8')))
    const { rowCount } = await database.query(
      'INSERT INTO answers (connection, activation_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [connection, hash],
    )
    return rowCount === 1 ? 'reserved' : await find(connection, hash)
  }
  /** The first stored answer stays. Returns the one that is stored. */
  const store = async (connection: string, hash: Buffer, answered: Answered): Promise<Answered> => {
    const sealed = Buffer.from(JSON.stringify(answered), 'utf8')
    const work = database.query(insertAnswer, [connection, hash, sealer.keyId, sealer.seal(sealed)])
    const result = await inTime(work)
    if (result === 'away') {
      spool.storeAnswer(connection, hash, sealed)
      return answered
    }
    if (result.rowCount === 1) return answered
    const stored = await inTime(find(connection, hash))
    return typeof stored === 'string' ? answered : stored
  }
  const waitForOther = async (connection: string, hash: Buffer): Promise<Answered | null> => {
    const until = performance.now() + otherRelayMs
    while (performance.now() < until) {
      await sleep(50)
      const found = await inTime(find(connection, hash))
      if (typeof found !== 'string') return found
    }
    return null
  }
  const answerActivation = async (address: Address, hash: Buffer, body: Buffer): Promise<Answered> => {
    const { connection } = address
    const began = performance.now()
    const reservation = await inTime(reserve(connection, hash))
    if (typeof reservation === 'object') return reservation
    if (reservation !== 'pending')
      return await store(connection, hash, await passThrough(parts, 'activationRequest', address, body))
    const other = await waitForOther(connection, hash)
    // The relay that had begun to answer has ended. What it may have sent is not known, so the answer is no.
    const late = fail('activationRequest', 'late', 'The activation was not answered in time.', began)
    return other ?? (await store(connection, hash, late))
  }
  return async (kind, address, body) => {
    const request =
      kind === 'activationRequest' ? WireActivationRequest.safeParse(parseJson(body.toString('utf8'))) : null
    if (request?.success !== true) return await passThrough(parts, kind, address, body)
    const hash = hashSecret(request.data.activationId)
    const key = `${address.connection}\n${hash.toString('hex')}`
    const same = running.get(key)
    if (same !== undefined) return await same
    const answered = answerActivation(address, hash, body).finally(() => running.delete(key))
    running.set(key, answered)
    return await answered
  }
}
