/** The relay's server for the service and the desks, and the one for its figures and health on a port of its own. */
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import type { RelayErrorCode } from '#shared/wire/relay.ts'
import { SpoolFull } from '../ingest/spool.ts'
import { codeOf } from '../log.ts'
import { accessRoutes } from './access.ts'
import { fail, type RelayContext } from './context.ts'
import { deskRoutes } from './desk.ts'
import { feedRoutes } from './feed.ts'
import { ingestRoutes } from './ingest.ts'

const maxRequest = 256 * 1024
/** Above this delay the relay refuses calls of desks, so that webhooks and the calls it has taken are answered. */
const maxEventLoopDelayMs = 2000
/** When the sender of what could not be stored may try again. */
const retryAfterSeconds = 5

const codeOfStatus: Readonly<Record<number, RelayErrorCode>> = {
  400: 'bad_request',
  413: 'too_large',
  415: 'bad_request',
  429: 'too_many_requests',
  503: 'unavailable',
}

/** Errors of the connection to the database, and those by which PostgreSQL reports that it is not ready. */
const isDatabaseAway = (error: unknown): boolean =>
  /^(E[A-Z]+|57P0[1-3]|53\d{3}|08\d{3}|57014)$/.test(codeOf(error)) ||
  (error instanceof Error && /connection|timeout/i.test(error.message))

function handleErrors(app: FastifyInstance, { log }: RelayContext): void {
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const isFull = error instanceof SpoolFull
    if (isFull) reply.header('retry-after', retryAfterSeconds)
    // PostgreSQL can't store what was sent: the character 0, or a time out of its range.
    const isRefusedValue = /^22/.test(codeOf(error))
    const status = error.statusCode ?? (isRefusedValue ? 400 : isFull || isDatabaseAway(error) ? 503 : 500)
    if (status >= 500) log.warn('call_failed', { status, code: codeOf(error) })
    return fail(reply, status, codeOfStatus[status] ?? (status < 500 ? 'bad_request' : 'internal'))
  })
  app.setNotFoundHandler((_request, reply) => fail(reply, 404, 'not_found'))
}

export async function createServer(context: RelayContext): Promise<FastifyInstance> {
  const { trustProxy } = context.settings
  const app = fastify({
    // The relay's own log never contains an address, whose path is a secret.
    logger: false,
    bodyLimit: maxRequest,
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    forceCloseConnections: 'idle',
    requestTimeout: 10_000,
    routerOptions: { maxParamLength: 100 },
  })
  handleErrors(app, context)
  const noHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await app.register(rateLimit, {
    global: false,
    addHeaders: noHeaders,
    addHeadersOnExceeding: noHeaders,
  })
  await app.register((scope, _options, done) => {
    ingestRoutes(scope, context)
    done()
  })
  await app.register(async (scope) => {
    await scope.register(underPressure, { maxEventLoopDelay: maxEventLoopDelayMs, retryAfter: retryAfterSeconds })
    scope.addHook('onRequest', async (_request, reply) => {
      if (!context.isPrepared()) await fail(reply, 503, 'unavailable')
    })
    accessRoutes(scope, context)
    feedRoutes(scope, context)
    deskRoutes(scope, context)
  })
  app.get('/health', () => ({ ok: true }))
  return app
}

/**
 * `/health` is whether the process answers, `/ready` whether it can acknowledge webhooks, from the spool too, and
 * `/ready/desks` whether desks can read the feed.
 */
export function createMetricsServer({ metrics, tail, writer, isPrepared }: RelayContext): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true })
  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
  app.get('/health', () => ({ ok: true }))
  app.get('/ready', (_request, reply) => {
    const ready = writer.hasRoom()
    return reply.code(ready ? 200 : 503).send({ ready, spooling: writer.isSpooling() })
  })
  app.get('/ready/desks', (_request, reply) => {
    const ready = isPrepared() && tail.isServing()
    return reply.code(ready ? 200 : 503).send({ ready })
  })
  return app
}
