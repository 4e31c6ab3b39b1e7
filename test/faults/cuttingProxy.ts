/** A proxy of raw sockets between the real client and the real service, which cuts money requests and their answers. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export interface Cut {
  /** Bytes of the request and of the answer that are forwarded before the connection ends. */
  readonly request?: number
  readonly answer?: number
  readonly by: 'reset' | 'end'
}

/** The observations of one money request. */
export interface PassedRequest {
  /** Bytes that the client sent and bytes that the service sent. */
  sent: number
  received: number
  /** Whether it was the first request on its connection. */
  readonly fresh: boolean
}

export interface CuttingProxy {
  readonly url: string
  /** The cut of each money request from now on. */
  cut: Cut | null
  /** The money requests in their order. */
  readonly money: readonly PassedRequest[]
  /** Resets all open connections and returns their number. */
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
    /** Forwards the bytes up to the limit, and ends the connection at the limit if there is a cut. */
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
