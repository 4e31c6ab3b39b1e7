/**
 * The embedded reseller service. `startSandbox` serves it over real HTTP on two loopback ports: the service and its
 * control plane. The sandbox imports `#shared/wire/` and its own files, but none of the desk's rules, because tests
 * check the desk against it.
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
import { answerClientError } from './http/clientErrors.ts'
import { isAllowedHost } from './http/host.ts'
import { Routes } from './http/routes.ts'
import { serve } from './http/service.ts'
import { transmit } from './http/transmit.ts'
import { checkSegment, defaults, type SandboxOptions } from './options.ts'
import { createStore, type Store } from './store/store.ts'

export type { SandboxOptions } from './options.ts'

/** What a client of the service and of the control plane needs. The entry prints it and posts it to its parent. */
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
  const settings = { ...defaults, variants: {}, startAt: Date.now(), ...options }
  checkSegment(settings.segment)
  const store = createStore({ ...settings, credits: Math.round(settings.credits * 100) })
  const routes = new Routes(
    [
      ...authenticateEndpoints,
      ...inventoryEndpoints,
      ...placeEndpoints,
      ...customerEndpoints,
      ...activationEndpoints,
      ...historyEndpoints,
    ],
    settings.segment,
  )
  const controlToken = randomBytes(24).toString('base64url')
  const listener: RequestListener = (message, response) => {
    const refused = !isAllowedHost(message.headers.host, settings.hostNames)
    const handling = refused ? refuseHost(store, response) : serve(store, routes, message, response)
    handling.catch(() => response.destroy())
  }
  const service = await listen(settings.port, settings.requestTimeoutMs, listener)
  service.on('clientError', (error, socket) => answerClientError(store.variants.errorForm, error, socket))
  store.tls.serveWith(listener)
  const controlServer = await listen(
    settings.controlPort,
    settings.requestTimeoutMs,
    (message, response) => void control(store, controlToken, message, response),
  )
  store.scheduler.start()
  store.clock.onChange = () => store.scheduler.start()
  return {
    baseUrl: addressOf(service),
    segment: settings.segment,
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    controlUrl: addressOf(controlServer),
    controlToken,
    close: async () => {
      store.scheduler.stop()
      await Promise.all([closeServer(service), closeServer(controlServer), store.tls.close(), store.mailbox.close()])
    },
  }
}

const misdirected = {
  status: 421,
  code: 'misdirected-request',
  message: 'The sandbox answers on loopback only: 127.0.0.1, localhost or [::1].',
}

/** Closes the connection after the response, without reading the rest of the request. */
async function refuseHost(store: Store, response: ServerResponse): Promise<void> {
  response.setHeader('connection', 'close')
  await transmit(
    { response, now: store.clock.now(), gzip: false, byteOrderMark: false },
    problem(store.variants.errorForm, misdirected),
    [],
  )
}

function listen(port: number, requestTime: number, listener: RequestListener): Promise<Server> {
  const timeouts = {
    keepAliveTimeout: 30_000,
    headersTimeout: Math.min(20_000, requestTime),
    requestTimeout: requestTime,
    connectionsCheckingInterval: Math.min(5000, requestTime),
  }
  const server = createServer({ ...timeouts, maxHeaderSize: 32 * 1024 }, listener)
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

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
