/** POST /in/TOKEN: what the service posts. It is acknowledged once it is on a disk. */
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { isAnsweredKind } from '#shared/wire/webhookKind.ts'
import type { Address } from '../ingest/addresses.ts'
import { newId, type Delivery } from '../ingest/delivery.ts'
import { fail, type RelayContext } from './context.ts'

const maxBody = 64 * 1024

const Params = z.object({ token: z.string().min(1).max(100) })
const tokenOf = (params: unknown): string => Params.safeParse(params).data?.token ?? ''

/** A call of an address that there is. */
interface Call {
  readonly address: Address
  readonly receivedAt: number
  readonly began: number
  /** Whether the whole body has arrived: from then on it is stored, or refused with an error. */
  isComplete: boolean
}

export function ingestRoutes(app: FastifyInstance, context: RelayContext): void {
  const { addresses, log, metrics, settings, writer } = context
  const calls = new WeakMap<FastifyRequest, Call>()
  /** Nobody sends a webhook again, so the time in which one is refused is a hole, whatever the reason. */
  const refused = ({ address, receivedAt }: Call): void => {
    metrics.received.inc({ kind: address.kind, outcome: 'refused' })
    writer.refused(receivedAt)
  }

  const seconds = new Map<string, { readonly second: number; count: number }>()
  /** Calls that arrive together are counted one by one, which the library that limits desks doesn't do. */
  const isTooMany = (hash: string, at: number): boolean => {
    const second = Math.floor(at / 1000)
    const known = seconds.get(hash)
    const counted = known?.second === second ? known : { second, count: 0 }
    seconds.set(hash, counted)
    return ++counted.count > settings.rate
  }

  // The bytes are kept as they came, whatever their content type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBody }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    const [began, receivedAt] = [performance.now(), Date.now()]
    const address = await addresses.find(tokenOf(request.params))
    if (address === null) {
      metrics.received.inc({ kind: 'none', outcome: 'unknown' })
      return await fail(reply, 404, 'not_found')
    }
    if (address.ended) {
      metrics.received.inc({ kind: address.kind, outcome: 'ended' })
      log.warn('ended_address_called', { kind: address.kind })
      return await fail(reply, 404, 'not_found')
    }
    if (!address.enabled) {
      metrics.received.inc({ kind: address.kind, outcome: 'off' })
      return await reply.send({})
    }
    const call = { address, receivedAt, began, isComplete: false }
    calls.set(request, call)
    // It is too long, one of too many, or its sender has hung up, maybe while its address was looked up.
    finished(reply.raw, () => void (call.isComplete || refused(call)))
    return isTooMany(address.hash, receivedAt) ? await fail(reply, 429, 'too_many_requests') : undefined
  })

  app.post('/in/:token', { bodyLimit: maxBody }, async (request, reply) => {
    const call = calls.get(request)
    if (call === undefined) throw new Error('The call has no address')
    call.isComplete = true
    try {
      return await receive(context, call, request.body, reply)
    } catch (error) {
      refused(call)
      throw error
    }
  })
}

async function receive(
  { answer, metrics, writer }: RelayContext,
  { address, receivedAt, began }: Call,
  sent: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { connection, kind } = address
  const body = Buffer.isBuffer(sent) ? sent : Buffer.alloc(0)
  const answered = isAnsweredKind(kind) ? await answer(kind, address, body) : null
  const content = answered?.content ?? null
  const head = { id: newId(receivedAt), receivedAt, connection, kind, address: address.hash, isTest: false }
  const delivery: Delivery = { ...head, answer: content, body }
  await writer.add(delivery)
  metrics.received.inc({ kind, outcome: 'stored' })
  if (answered === null) {
    metrics.acknowledge.observe((performance.now() - began) / 1000)
    return await reply.send({})
  }
  metrics.answers.inc({ kind, outcome: answered.content.outcome })
  const { status, contentType, body: text } = answered.reply
  return await reply.code(status).header('content-type', contentType).send(Buffer.from(text, 'utf8'))
}
