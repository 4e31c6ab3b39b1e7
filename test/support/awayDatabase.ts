/** A database that is away until a test lets it come back. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface AwayDatabase {
  /** An address at which each connection is reset until the database is back. */
  readonly url: string
  readonly comeBack: () => void
}

/** @param databaseUrl the address of a database on the Unix socket of a test's server */
export async function awayDatabase(databaseUrl: string): Promise<AwayDatabase> {
  const [, name = '', folder = ''] = /^postgres:\/\/relay@\/([^?]+)\?host=(.+)$/.exec(databaseUrl) ?? []
  const socketPath = join(decodeURIComponent(folder), '.s.PGSQL.5432')
  let isBack = false
  // It listens from the beginning, so that nothing else can take its port.
  const server = createServer((from) => {
    if (!isBack) return void from.on('error', () => undefined).resetAndDestroy()
    const to = connect(socketPath)
    from.on('error', () => to.destroy()).pipe(to)
    to.on('error', () => from.destroy()).pipe(from)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://relay@127.0.0.1:${String(port)}/${name}`,
    comeBack: () => {
      isBack = true
    },
  }
}
