/** Servers that misbehave on the level of bytes, and clients of them. */
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { ItemUid } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { createLog } from '../../../../electron/log/index.ts'
import {
  createServiceClient,
  type Evidence,
  type ItemRequest,
  type ServiceClient,
  type ServiceClientOptions,
} from '../../../../electron/service/index.ts'
import { customerStorage } from '../../../../electron/customers/directory/customerStorage.ts'
import { createParserHere } from '../../../../electron/service/parsing/parser.ts'

export const log = createLog({ level: 'error' })
export const credentials = { clientId: 'client-id-1', clientSecret: 'client-secret-1' }

export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port // a TCP server's address has this form
}

export const http = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${String(await listen(createHttpServer(listener)))}`

/**
 * Answers authenticate properly and hands every other connection's first bytes to `meet`. Counts the requests that it
 * got.
 */
export async function rawService(
  meet: (socket: Socket) => void,
): Promise<{ readonly address: string; readonly requests: () => readonly string[] }> {
  const requests: string[] = []
  const token = JSON.stringify({ accessToken: 'token-of-the-service', expiresIn: 86_400 })
  const server = createTcpServer((socket) => {
    socket.on('data', (data) => {
      const text = data.toString('latin1')
      if (text.startsWith('POST /reseller/authenticate')) {
        socket.write(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${String(token.length)}\r\n\r\n${token}`,
        )
        return
      }
      requests.push(text)
      meet(socket)
    })
  })
  return { address: `http://127.0.0.1:${String(await listen(server))}`, requests: () => requests }
}

export function clientOf(address: string, more: Partial<ServiceClientOptions> = {}): ServiceClient {
  const client = createServiceClient({
    address,
    segment: 'service',
    credentials: () => Promise.resolve(credentials),
    clock: systemClock,
    log,
    parser: createParserHere(customerStorage),
    ...more,
  })
  onTestFinished(() => client.close())
  return client
}

export const refund = (more: Partial<ItemRequest> = {}): ItemRequest => ({
  kind: 'refund',
  itemUid: ItemUid.parse('item-1'),
  intentId: '01JINTENT',
  ...more,
})

export const failureOf = (evidence: Evidence): { cause: string; written: boolean } | string =>
  evidence.type === 'failure'
    ? { cause: evidence.cause, written: evidence.written }
    : `answer ${String(evidence.status)}`

/** Code and details of what was thrown; fails where nothing was. */
export async function thrownBy(work: Promise<unknown>): Promise<{ code: string; details: Record<string, unknown> }> {
  try {
    await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'details' in error)
      return { code: String(error.code), details: { ...(error.details as object) } } // a DeskError's
    throw error
  }
  throw new Error('nothing was thrown')
}
