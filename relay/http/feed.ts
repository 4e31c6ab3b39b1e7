/** GET /v1/feed (long poll) and GET /v1/stream (server-sent events): the same records and the same cursor. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FeedQuery, relayPaths, type RelayErrorCode } from '#shared/wire/relay.ts'
import { readEnds } from '../feed/records.ts'
import type { FeedPart } from '../feed/tail.ts'
import { authorize, deviceOf, fail, type RelayContext } from './context.ts'

/** How often a waiting desk's token is checked again. */
const checkMs = 5000
/** A desk that reads nothing for this time is disconnected. */
const drainMs = 30_000

const toText = (feed: string, { records, next, digest, more }: FeedPart): string =>
  `{"feed":${JSON.stringify(feed)},"records":[${records.join(',')}],"next":${String(next)},` +
  `"digest":${JSON.stringify(digest)},"more":${String(more)}}`

interface Start {
  readonly feed: string
  readonly connection: string
  readonly after: number
  readonly wait: number
  readonly limit: number
}

function refuse(reply: FastifyReply, status: number, error: RelayErrorCode): null {
  void fail(reply, status, error)
  return null
}

/** Checks the token and the cursor. Returns null after it has answered with an error. */
async function begin(context: RelayContext, request: FastifyRequest, reply: FastifyReply): Promise<Start | null> {
  const device = await authorize(context, request, reply)
  if (device === null) return null
  const last = request.headers['last-event-id']
  const given = typeof last === 'string' ? { after: last } : {}
  const query = FeedQuery.safeParse({ ...Object(request.query), ...given })
  if (!query.success) return refuse(reply, 400, 'bad_request')
  const { after, digest, wait, limit } = query.data
  const ends = context.tail.ends()
  if (ends === null) return refuse(reply, 503, 'unavailable')
  // Another relay may already have served what this one has not read yet.
  const isKnown =
    (query.data.feed === undefined || query.data.feed === ends.feed) &&
    (after <= ends.last || after <= (await readEnds(context.database.read)).last) &&
    (digest === undefined || (await context.tail.hasRecord({ seq: after, digest })))
  if (!isKnown) return refuse(reply, 410, 'cursor_unknown')
  return { feed: ends.feed, connection: device.connection, after, wait, limit }
}

/** Aborts when the desk hangs up, when the relay ends, or after a time. */
function untilEnd(context: RelayContext, response: ServerResponse, milliseconds: number): AbortSignal {
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  return AbortSignal.any([closed.signal, context.closing, AbortSignal.timeout(milliseconds)])
}

async function poll(context: RelayContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const start = await begin(context, request, reply)
  if (start === null) return reply
  const { feed, connection, after, wait, limit } = start
  let part = await context.tail.after(connection, after, limit)
  if (part.records.length === 0 && !part.more && wait > 0) {
    await context.tail.waitFor(connection, after, untilEnd(context, reply.raw, wait * 1000))
    // The device may have been revoked meanwhile.
    if ((await authorize(context, request, reply)) === null) return reply
    part = await context.tail.after(connection, after, limit)
  }
  if (context.tail.ends()?.feed !== feed) return await fail(reply, 410, 'cursor_unknown')
  return await reply.header('content-type', 'application/json').send(toText(feed, part))
}

/** Writes, and waits for a slow reader. Returns false if the stream has to end: the reader is too slow or gone. */
async function write(raw: ServerResponse, text: string, ended: AbortSignal): Promise<boolean> {
  if (raw.destroyed) return false
  if (raw.write(text)) return true
  return await once(raw, 'drain', { signal: AbortSignal.any([ended, AbortSignal.timeout(drainMs)]) }).then(
    () => !raw.destroyed,
    () => false,
  )
}

async function stream(context: RelayContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const start = await begin(context, request, reply)
  if (start === null) return
  const { feed, connection, limit } = start
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // Proxies that support this header do not buffer the stream.
    'x-accel-buffering': 'no',
  })
  raw.on('error', () => undefined)
  const hungUp = new AbortController()
  raw.once('close', () => hungUp.abort())
  const ended = AbortSignal.any([hungUp.signal, context.closing])
  context.streams.add(request)
  let cursor = start.after
  let lastSent = 0
  try {
    while (!ended.aborted && (await deviceOf(context.gate, request)) !== null) {
      const part = await context.tail.after(connection, cursor, limit)
      // The desk connects again and gets the answer that its cursor is of another feed.
      if (context.tail.ends()?.feed !== feed) break
      const now = performance.now()
      const isNews = part.records.length > 0 || lastSent === 0
      if (isNews || now - lastSent >= context.heartbeatMs) {
        const name = isNews ? 'records' : 'heartbeat'
        const text = `event: ${name}\nid: ${String(part.next)}\ndata: ${toText(feed, part)}\n\n`
        if (!(await write(raw, text, ended))) break
        lastSent = now
      }
      cursor = part.next
      if (part.more) continue
      const timer = AbortSignal.timeout(Math.min(checkMs, context.heartbeatMs))
      await context.tail.waitFor(connection, cursor, AbortSignal.any([ended, timer]))
    }
  } catch {
    // The database is away. The desk connects again, or polls.
  } finally {
    context.streams.delete(request)
    // An end would wait for a reader that takes nothing.
    if (raw.writableNeedDrain) raw.destroy()
    else raw.end()
  }
}

export function feedRoutes(app: FastifyInstance, context: RelayContext): void {
  app.get(relayPaths.feed, (request, reply) => poll(context, request, reply))
  app.get(relayPaths.stream, (request, reply) => stream(context, request, reply))
}
