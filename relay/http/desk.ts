/** The other calls of desks: claims and reads, the timeline, the state of the relay, and a test of the way. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import * as z from 'zod'
import {
  AnswerMode,
  ClaimRequest,
  ListeningQuery,
  ReadRequest,
  relayPaths,
  TestRequest,
  TimelineQuery,
  type StatusAnswer,
} from '#shared/wire/relay.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import { leave, type Device } from '../access/access.ts'
import { claim, reportRead } from '../claims/claims.ts'
import { Instant, Int, select, type Queryable } from '../database/database.ts'
import { readEnds } from '../feed/records.ts'
import { readTimeline } from '../feed/timeline.ts'
import { newId } from '../ingest/delivery.ts'
import { testBody } from '../ingest/testBody.ts'
import { findHoles } from '../listening.ts'
import { hashSecret } from '../secrets.ts'
import { authorize, fail, type RelayContext } from './context.ts'

const KindRow = z.object({
  kind: WebhookKind,
  enabled: z.boolean(),
  mode: AnswerMode,
  addresses: Int,
  last_received_at: Instant.nullable(),
})

const readKinds = (database: Queryable, connection: string): Promise<z.infer<typeof KindRow>[]> =>
  select(
    database,
    KindRow,
    `SELECT kind, enabled, mode, last_received_at, (
       SELECT count(*) FROM addresses a
       WHERE a.connection = kinds.connection AND a.kind = kinds.kind AND revoked_at IS NULL
     ) AS addresses
     FROM kinds WHERE connection = $1 ORDER BY kind`,
    [connection],
  )

async function readStatus({ database, writer }: RelayContext, { connection }: Device): Promise<StatusAnswer> {
  const { feed, last } = await readEnds(database.read)
  const kinds = await readKinds(database.read, connection)
  return {
    feed,
    connection,
    last,
    spooling: writer.isSpooling(),
    kinds: kinds.map(({ last_received_at, ...kind }) => ({ ...kind, lastReceivedAt: last_received_at })),
  }
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

type Handler<T> = (device: Device, input: T, reply: FastifyReply) => Promise<unknown>

/** Each test is a webhook that is stored and sent to every desk. They are counted for each token. */
const testsPerMinute = 30
const keyGenerator = ({ headers }: FastifyRequest): string => hashSecret(headers.authorization ?? '').toString('hex')
const limited = { config: { rateLimit: { max: testsPerMinute, timeWindow: 60_000, keyGenerator } } }

export function deskRoutes(app: FastifyInstance, context: RelayContext): void {
  const { database, metrics, tail, writer } = context

  /** Checks the token, then the input; what the handler returns is sent. */
  const call =
    <T>(input: (request: FastifyRequest) => unknown, schema: z.ZodType<T>, handler: Handler<T>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const device = await authorize(context, request, reply)
      if (device === null) return reply
      const parsed = schema.safeParse(input(request))
      if (!parsed.success) return fail(reply, 400, 'bad_request')
      return await handler(device, parsed.data, reply)
    }
  const body = ({ body: sent }: FastifyRequest): unknown => sent
  const query = ({ query: sent }: FastifyRequest): unknown => sent

  app.post(
    relayPaths.claims,
    call(body, ClaimRequest, async (device, request) => {
      const answer = await withClient(database.read, (client) => claim(client, device, request))
      metrics.claims.inc({ answer: answer.reason })
      return answer
    }),
  )
  app.post(
    relayPaths.reads,
    call(body, ReadRequest, async (device, report) => {
      const confirmed = await withClient(database.read, (client) => reportRead(client, device, report))
      tail.poll()
      return { confirmed }
    }),
  )
  app.get(
    relayPaths.timeline,
    call(
      query,
      TimelineQuery,
      async ({ connection }, request, reply) =>
        (await readTimeline(database.read, connection, request)) ?? fail(reply, 400, 'bad_request'),
    ),
  )
  app.get(
    relayPaths.listening,
    call(query, ListeningQuery, async (_device, { from, until }) => ({
      holes: await findHoles(database.read, from, until),
    })),
  )
  app.get(
    relayPaths.status,
    call(query, z.object({}), (device) => readStatus(context, device)),
  )
  app.post(
    relayPaths.test,
    limited,
    call(body, TestRequest, async ({ connection, name }, { kind }) => {
      const receivedAt = Date.now()
      const id = newId(receivedAt)
      await writer.add({
        id,
        receivedAt,
        connection,
        kind,
        isTest: true,
        desk: name,
        answer: null,
        body: testBody(kind),
      })
      return { id }
    }),
  )
  app.post(
    relayPaths.leave,
    call(body, z.strictObject({}), async (device) => {
      await leave(database.read, device)
      return { left: true }
    }),
  )
}
