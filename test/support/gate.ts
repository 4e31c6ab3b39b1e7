/**
 * A gate in front of a service on this machine. While it is closed, it withholds the responses on connections that are
 * opened meanwhile, until a test opens it. A request that moves money uses a new connection, so that a test can
 * withhold its response for any time, however busy the machine is.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Gate {
  readonly url: string
  readonly close: () => void
  /** Opens the gate and forwards the withheld responses. */
  readonly open: () => void
}

export async function startGate(serviceUrl: string): Promise<Gate> {
  const service = new URL(serviceUrl)
  const sockets = new Set<Socket>()
  const pending = new Set<() => void>()
  let isClosed = false

  const server = createServer((client) => {
    const upstream = connect(Number(service.port), service.hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
    }
    client.pipe(upstream)
    const pass = (): void => void upstream.pipe(client)
    if (isClosed) pending.add(pass)
    else pass()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server's address has this form
  return {
    url: Object.assign(new URL(service), { port: String(port) }).href.replace(/\/$/, ''),
    close: () => void (isClosed = true),
    open: () => {
      isClosed = false
      for (const pass of pending) pass()
      pending.clear()
    },
  }
}
