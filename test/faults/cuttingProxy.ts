/** Raw sockets between the real client and the real service: they forward everything, and cut what moves money as told. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export interface Cut {
  /** Bytes of the request that reach the service, and of the answer that come back; then the connection ends. */
  readonly request?: number
  readonly answer?: number
  readonly by: 'reset' | 'end'
}

/** Of one request that moves money. */
export interface PassedRequest {
  /** Bytes that the client sent, and that the service sent. */
  sent: number
  received: number
  /** It was the first on its connection. */
  readonly fresh: boolean
}

export interface CuttingProxy {
  readonly url: string
  /** For each request that moves money from now on. */
  cut: Cut | null
  /** Those requests, in their order. */
  readonly money: readonly PassedRequest[]
  /** Ends every connection that is open. */
  readonly reset: () => number
  readonly close: () => Promise<void>
}

const movesMoney = /^POST \S*\/(?:register|top-up|top-up-with-profile|activate|refund) /

export async function cuttingProxy(to: URL, port = 0): Promise<CuttingProxy> {
  const clients = new Set<Socket>()
  const money: PassedRequest[] = []
  const proxy = { cut: null as Cut | null }

  const serve = (client: Socket): void => {
    clients.add(client.on('close', () => clients.delete(client)))
    const upstream = connect(Number(to.port), to.hostname)
    let current: PassedRequest | null = null
    let cut: Cut | null = null
    let first = true
    const end = (by: Cut['by']): void => {
      if (by === 'reset') client.resetAndDestroy()
      else client.end()
      upstream.destroy()
    }
    /** What may go on of some bytes, after so many of them; then the end, if there is one. */
    const forward = (target: Socket, bytes: Buffer, before: number, maxBytes: number | undefined): void => {
      const rest = Math.max(0, (maxBytes ?? Infinity) - before)
      const by = cut?.by
      if (bytes.length <= rest || by === undefined) target.write(bytes)
      else if (rest === 0) end(by)
      else
        target.write(bytes.subarray(0, rest), () => {
          end(by)
        })
    }
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => client.destroy()).on('close', () => client.end())
    client.on('data', (bytes) => {
      if (movesMoney.test(bytes.toString('latin1'))) {
        current = { sent: 0, received: 0, fresh: first }
        money.push(current)
        cut = proxy.cut
      }
      first = false
      forward(upstream, bytes, current?.sent ?? 0, cut?.request)
      if (current !== null) current.sent += bytes.length
    })
    upstream.on('data', (bytes) => {
      forward(client, bytes, current?.received ?? 0, cut?.answer)
      if (current !== null) current.received += bytes.length
    })
  }

  const server: Server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo // a TCP server's
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${String(address.port)}`,
    money,
    reset: () => {
      const open = clients.size
      for (const client of clients) client.resetAndDestroy()
      return open
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        for (const client of clients) client.destroy()
      }),
  })
}
