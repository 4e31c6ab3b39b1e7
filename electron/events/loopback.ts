/**
 * The receiver of a sandbox's events: a small HTTP server on the loopback. Each kind has an address of its own with a
 * random token, and nobody can post without the token. It is loaded when a sandbox's connection has opened.
 */
import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import * as z from 'zod'
import { approvedReturnCode, refusedReturnCode } from '#shared/model/customer/events.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import type { Clock } from '../base/clock.ts'
import { raceAbort } from '../base/raceAbort.ts'
import type { Delivery, EventSink, EventSource } from './source.ts'

export type Addresses = Readonly<Partial<Record<WebhookKind, string>>>

export interface LoopbackOptions {
  readonly clock: Pick<Clock, 'now'>
  /** Gives the sandbox the address to post to. */
  readonly announce: (addresses: Addresses, signal: AbortSignal) => Promise<void>
  /** Makes the sandbox post this body to the address of its kind. */
  readonly forge: (kind: WebhookKind, body: unknown, signal: AbortSignal) => Promise<void>
  /** The server of the reseller's app, as the sandbox's panel plays it. Without it every installation is refused. */
  readonly app?: PlayedApp | undefined
}

/** `null` for a user whom the panel has not made up. */
export interface PlayedApp {
  readonly approves: (userToken: string) => boolean | null
  readonly emailOf: (userToken: string) => string | null
}

const maxBodyBytes = 64 * 1024
const tokenBytes = 16
const maxConnections = 512
const requestTimeoutMs = 10_000
const batchMs = 5

const FromApp = z.object({ userToken: z.string() }).catch({ userToken: '' })

function userTokenOf(body: string): string {
  try {
    return FromApp.parse(JSON.parse(body)).userToken
  } catch {
    return ''
  }
}

type Decision = Pick<Delivery, 'outcome'> & { readonly body?: string }

/**
 * The answer to the kinds that require one. The desk itself approves no installation and has no user's e-mail address;
 * the app that the panel plays does both for its own users.
 */
function decide(kind: WebhookKind, body: string, app: PlayedApp | undefined): Decision {
  if (kind === 'customerRegistration') {
    const email = app?.emailOf(userTokenOf(body)) ?? null
    return email === null ? {} : { body: JSON.stringify({ email }) }
  }
  if (kind !== 'activationRequest') return {}
  const approves = app?.approves(userTokenOf(body)) ?? null
  const returnCode = approves === true ? approvedReturnCode : refusedReturnCode
  const returnMessage = approves === null ? 'This desk approves nothing.' : null
  return {
    body: JSON.stringify({ returnCode, returnMessage }),
    ...(approves !== null && { outcome: approves ? 'passed' : 'refused' }),
  }
}

interface Answer {
  readonly status: number
  readonly body?: string | undefined
}

class BodyTooLong extends Error {}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue
    length += part.length
    if (length > maxBodyBytes) throw new BodyTooLong()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

interface OwnTests {
  /** Returns the id of a test that this desk has sent and that is in this body, once. */
  readonly take: (body: string) => string | null
  readonly send: NonNullable<EventSource['sendTest']>
}

/** The field of a test's body that has its id. Nobody else knows the id before it is sent. */
const testField = 'deskTest'

function createOwnTests(forge: LoopbackOptions['forge']): OwnTests {
  const sent = new Set<string>()
  return {
    take(body) {
      const id = [...sent].find((each) => body.includes(each)) ?? null
      if (id !== null) sent.delete(id)
      return id
    },
    async send(kind, signal) {
      const id = randomUUID()
      sent.add(id)
      try {
        await forge(kind, { [testField]: id }, signal)
      } catch (error) {
        sent.delete(id)
        throw error
      }
      return id
    },
  }
}

interface Batch {
  /** Settles when the delivery is stored or is not. */
  readonly add: (delivery: Delivery) => Promise<void>
  readonly storeNow: () => void
}

/** Stores what arrives within a few milliseconds in one transaction, because each one waits for the disk. */
function createBatch(store: EventSink['store']): Batch {
  let waiting: { readonly delivery: Delivery; readonly settle: PromiseWithResolvers<void> }[] = []
  const storeNow = (): void => {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      store(
        batch.map(({ delivery }) => delivery),
        null,
      )
      for (const { settle } of batch) settle.resolve()
    } catch (error) {
      for (const { settle } of batch) settle.reject(error)
    }
  }
  return {
    add(delivery) {
      const settle = Promise.withResolvers<void>()
      if (waiting.length === 0) setTimeout(storeNow, batchMs)
      waiting.push({ delivery, settle })
      return settle.promise
    },
    storeNow,
  }
}

function createKindOf(token: Buffer): (path: string) => WebhookKind | null {
  return (path) => {
    const [, folder, given = '', name] = path.split('/')
    const candidate = Buffer.from(given, 'hex')
    const isKnown = folder === 'in' && candidate.length === token.length && timingSafeEqual(candidate, token)
    return isKnown ? (WebhookKind.safeParse(name).data ?? null) : null
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('The receiver has no port'))
      else resolve(address.port)
    })
  })
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

export function createLoopbackSource({ clock, announce, forge, app }: LoopbackOptions): EventSource {
  const tests = createOwnTests(forge)
  return {
    name: 'sandbox',
    sendTest: tests.send,
    async start(sink, _cursor, signal) {
      const token = randomBytes(tokenBytes)
      const kindOf = createKindOf(token)
      const batch = createBatch(sink.store)

      const receive = async (request: IncomingMessage): Promise<Answer> => {
        const kind = kindOf(request.url ?? '')
        if (kind === null) return { status: 404 }
        if (request.method !== 'POST') return { status: 405 }
        const body = await readBody(request).catch((error: unknown) => {
          if (error instanceof BodyTooLong) return null
          throw error
        })
        if (body === null) return { status: 413 }
        const test = tests.take(body)
        const { body: answer, ...decision } = decide(kind, body, app)
        if (test === null) await batch.add({ kind, body, at: clock.now(), ...decision })
        else sink.tested(test)
        return { status: 200, body: answer }
      }
      const server = createServer((request, response) => {
        receive(request).then(
          ({ status, body = '' }) => {
            // What follows a refused body is not read.
            if (status !== 200) response.setHeader('connection', 'close')
            response.writeHead(status, { 'content-type': 'application/json' }).end(body)
          },
          () => void response.writeHead(503, { connection: 'close' }).end(),
        )
      })
      server.maxConnections = maxConnections
      server.requestTimeout = requestTimeoutMs
      try {
        const port = await listen(server)
        const addressOf = (kind: WebhookKind): string =>
          `http://127.0.0.1:${String(port)}/in/${token.toString('hex')}/${kind}`
        const addresses = Object.fromEntries(WebhookKind.options.map((kind) => [kind, addressOf(kind)]))
        await raceAbort(announce(addresses, signal), signal)
      } catch (error) {
        await close(server)
        throw error
      }
      return async () => {
        await close(server)
        batch.storeNow()
      }
    },
  }
}
