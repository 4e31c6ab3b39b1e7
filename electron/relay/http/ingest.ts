/** POST /in/TOKEN: what the service posts. It is acknowledged once it is on a disk. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { isAnsweredKind } from '#shared/wire/webhookKind.ts'
import { newId, type Delivery } from '../ingest/delivery.ts'
import { SpoolFull } from '../ingest/spool.ts'
import { hashSecret } from '../secrets.ts'
import { fail, type RelayContext } from './context.ts'

const maxBody = 64 * 1024
/** When the sender of a webhook that could not be stored may try again. */
const retryAfterSeconds = 5

const Params = z.object({ token: z.string().min(1).max(100) })
const tokenOf = (params: unknown): string => Params.safeParse(params).data?.token ?? ''

export function ingestRoutes(app: FastifyInstance, context: RelayContext): void {
  const { addresses, answer, metrics, settings, writer } = context
  // Whatever it says that it is, the bytes are kept as they came.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBody }, (_request, body, done) => done(null, body))

  const rateLimit = {
    max: settings.rate,
    timeWindow: 1000,
    keyGenerator: ({ params }: { readonly params: unknown }) => hashSecret(tokenOf(params)).toString('hex'),
  }
  app.post('/in/:token', { bodyLimit: maxBody, config: { rateLimit } }, async (request, reply) => {
    const [began, receivedAt] = [performance.now(), Date.now()]
    const address = await addresses.find(tokenOf(request.params))
    if (address === null) {
      metrics.received.inc({ kind: 'none', outcome: 'unknown' })
      return await fail(reply, 404, 'not_found')
    }
    const { connection, kind } = address
    if (!address.enabled) {
      metrics.received.inc({ kind, outcome: 'off' })
      return await reply.send({})
    }
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const answered = isAnsweredKind(kind) ? await answer(kind, address, body) : null
    const content = answered?.content ?? null
    const delivery: Delivery = {
      id: newId(receivedAt),
      receivedAt,
      connection,
      kind,
      isTest: false,
      answer: content,
      body,
    }
    try {
      await writer.add(delivery)
    } catch (error) {
      if (!(error instanceof SpoolFull)) throw error
      metrics.received.inc({ kind, outcome: 'refused' })
      return await fail(reply.header('retry-after', retryAfterSeconds), 503, 'unavailable')
    }
    metrics.received.inc({ kind, outcome: 'stored' })
    if (answered === null) {
      metrics.acknowledge.observe((performance.now() - began) / 1000)
      return await reply.send({})
    }
    metrics.answers.inc({ kind, outcome: answered.content.outcome })
    const { status, contentType, body: text } = answered.reply
    return await reply.code(status).header('content-type', contentType).send(Buffer.from(text, 'utf8'))
  })
}
