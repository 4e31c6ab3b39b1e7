/**
 * The embedded reseller service: `startSandbox` runs the whole of it over real HTTP on two loopback ports, the service
 * and its control plane. It imports `#shared/wire/` and its own files, never the desk's rules: it is their judge.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { activationEndpoints } from './api/activations.ts'
import { authenticateEndpoints } from './api/authenticate.ts'
import { customerEndpoints } from './api/customers.ts'
import { historyEndpoints } from './api/history.ts'
import { inventoryEndpoints } from './api/inventory.ts'
import { placeEndpoints } from './api/places.ts'
import { problem } from './serializers/problem.ts'
import { control } from './control/server.ts'
import { refuseBroken } from './http/clientErrors.ts'
import { isOwnHost } from './http/host.ts'
import { Routes } from './http/routes.ts'
import { serve } from './http/service.ts'
import { transmit } from './http/transmit.ts'
import { checkSegment, defaults, type SandboxOptions } from './options.ts'
import { createStore, type Store } from './store/store.ts'

export type { SandboxOptions } from './options.ts'

/** What a client and the control plane need to know; printed by the entry, posted to the parent. */
export type SandboxInfo = {
  readonly baseUrl: string
  readonly segment: string
  readonly clientId: string
  readonly clientSecret: string
  readonly controlUrl: string
  readonly controlToken: string
}
export type Sandbox = SandboxInfo & { readonly close: () => Promise<void> }

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const chosen = { ...defaults, variants: {}, startAt: Date.now(), ...options }
  checkSegment(chosen.segment)
  const store = createStore({ ...chosen, credits: Math.round(chosen.credits * 100) })
  const routes = new Routes(
    [
      ...authenticateEndpoints,
      ...inventoryEndpoints,
      ...placeEndpoints,
      ...customerEndpoints,
      ...activationEndpoints,
      ...historyEndpoints,
    ],
    chosen.segment,
  )
  const controlToken = randomBytes(24).toString('base64url')
  const answer: RequestListener = (message, response) => {
    const refuses = !isOwnHost(message.headers.host, chosen.hostNames)
    const answering = refuses ? refuseHost(store, response) : serve(store, routes, message, response)
    answering.catch(() => response.destroy())
  }
  const service = await listen(chosen.port, chosen.requestTime, answer)
  service.on('clientError', (error, socket) => refuseBroken(store.variants.errorForm, error, socket))
  store.tls.serveWith(answer)
  const plane = await listen(
    chosen.controlPort,
    chosen.requestTime,
    (message, response) => void control(store, controlToken, message, response),
  )
  store.scheduler.start()
  store.clock.changed = () => store.scheduler.start()
  return {
    baseUrl: addressOf(service),
    segment: chosen.segment,
    clientId: chosen.clientId,
    clientSecret: chosen.clientSecret,
    controlUrl: addressOf(plane),
    controlToken,
    close: async () => {
      store.scheduler.stop()
      await Promise.all([closed(service), closed(plane), store.tls.close()])
    },
  }
}

const otherHost = {
  status: 421,
  code: 'misdirected-request',
  message: 'The sandbox answers on loopback only: 127.0.0.1, localhost or [::1].',
}

/** What the request still sends is not read. */
async function refuseHost(store: Store, response: ServerResponse): Promise<void> {
  response.setHeader('connection', 'close')
  await transmit({ response, now: store.clock.now(), gzip: false }, problem(store.variants.errorForm, otherHost), [])
}

function listen(port: number, requestTime: number, listener: RequestListener): Promise<Server> {
  const times = {
    keepAliveTimeout: 30_000,
    headersTimeout: Math.min(20_000, requestTime),
    requestTimeout: requestTime,
    connectionsCheckingInterval: Math.min(5000, requestTime),
  }
  const server = createServer({ ...times, maxHeaderSize: 32 * 1024 }, listener)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

function addressOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  return `http://127.0.0.1:${address.port}`
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
