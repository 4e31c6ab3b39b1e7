/** A database that is away until a test lets it come back. */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from './relayProcess.ts'

export interface AwayDatabase {
  /** An address at which nothing listens until the database is back. */
  readonly url: string
  readonly comeBack: () => Promise<void>
}

/** @param databaseUrl the address of a database on the Unix socket of a test's server */
export async function awayDatabase(databaseUrl: string): Promise<AwayDatabase> {
  const [, name = '', folder = ''] = /^postgres:\/\/relay@\/([^?]+)\?host=(.+)$/.exec(databaseUrl) ?? []
  const socketPath = join(decodeURIComponent(folder), '.s.PGSQL.5432')
  const port = await freePort()
  const server = createServer((from) => {
    const to = connect(socketPath)
    from.on('error', () => to.destroy()).pipe(to)
    to.on('error', () => from.destroy()).pipe(from)
  })
  onTestFinished(() => void server.close())
  return {
    url: `postgres://relay@127.0.0.1:${String(port)}/${name}`,
    comeBack: async () => {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
