/** Proofs for single connections, with the real client and a misbehaving server. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { ItemUid } from '#shared/wire/ids.ts'
import { systemClock, type Clock } from '../../../electron/base/clock.ts'
import {
  createServiceClient,
  defaultLimits,
  type Limits,
  type MoneyRequest,
  type ServiceClient,
} from '../../../electron/service/index.ts'
import { movableClock } from '../desk.ts'
import { claim } from './claim.ts'

const silent = (): void => undefined
const log = { error: silent, warn: silent, info: silent, debug: silent, hide: () => silent }
const activation: MoneyRequest = { kind: 'activate', itemUid: ItemUid.parse('item-1'), intentId: '01JINTENT' }
const isMoney = ({ method, url }: IncomingMessage): boolean => method === 'POST' && url !== '/reseller/authenticate'

function json(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
}

/** Starts a server that answers token and inventory requests; `answerMoney` answers the money requests. */
async function withServer(
  answerMoney: (request: IncomingMessage, response: ServerResponse) => void,
  prove: (client: ServiceClient) => Promise<void>,
  more: {
    readonly clock?: Clock
    readonly limits?: Limits
    readonly onRequest?: (request: IncomingMessage) => void
  } = {},
): Promise<void> {
  const server = createServer((request, response) => {
    more.onRequest?.(request)
    if (isMoney(request)) answerMoney(request, response)
    else
      json(
        response,
        request.url === '/reseller/authenticate'
          ? '{"accessToken":"token-of-the-service","expiresIn":86400}'
          : '{"items":[]}',
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's
  const credentials = (): Promise<{ clientId: string; clientSecret: string }> =>
    Promise.resolve({ clientId: 'id', clientSecret: 'client-secret-1' })
  const client = createServiceClient({
    address: `http://127.0.0.1:${String(port)}`,
    segment: 'service',
    credentials,
    clock: more.clock ?? systemClock,
    log,
    limits: more.limits ?? defaultLimits,
  })
  try {
    await client.prepareMoney()
    await prove(client)
  } finally {
    server.closeAllConnections()
    server.close()
    await client.close()
  }
}

export const wireProofs = {
  async 'a money request has its own connection'(): Promise<void> {
    const carried = new Map<Socket, number>()
    const money = new Set<Socket>()
    await withServer(
      (request, response) => {
        money.add(request.socket)
        json(response, '{}')
      },
      async (client) => {
        for (let n = 0; n < 3; n += 1) {
          await client.inventory()
          await client.sendMoney(activation)
        }
        claim(
          money.size === 3 && [...money].every((socket) => carried.get(socket) === 1),
          'a money request shared its connection with another request',
        )
      },
      { onRequest: ({ socket }) => void carried.set(socket, (carried.get(socket) ?? 0) + 1) },
    )
  },

  async 'a redirect is not followed'(): Promise<void> {
    const requests: string[] = []
    await withServer(
      (request, response) => {
        requests.push(request.url ?? '')
        if (request.url === '/elsewhere') json(response, '{}')
        else response.writeHead(307, { location: '/elsewhere' }).end()
      },
      async (client) => {
        const evidence = await client.sendMoney(activation)
        claim(requests.length === 1, `it was followed to ${requests.slice(1).join()}`)
        claim(evidence.type === 'answer' && evidence.status === 307, 'the redirect is not in the evidence')
      },
    )
  },

  async 'an answer without an end is incomplete'(): Promise<void> {
    await withServer(
      ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n'),
      async (client) => {
        const evidence = await client.sendMoney(activation)
        claim(
          evidence.type === 'failure' && evidence.written,
          'an answer without a body and without an end was accepted as complete',
        )
      },
    )
  },

  async 'timeouts apply when the wall clock is set back'(): Promise<void> {
    const clock = movableClock()
    await withServer(
      () => clock.jump(-3_600_000),
      async (client) => {
        const stop = Promise.withResolvers<'waits'>()
        const timer = setTimeout(() => stop.resolve('waits'), 8000)
        const ended = await Promise.race([client.sendMoney(activation), stop.promise])
        clearTimeout(timer)
        claim(ended !== 'waits', 'it waits forever')
      },
      { clock, limits: { connect: 2000, headers: 1000, total: 1500 } },
    )
  },
} as const
