/** Backs up a database of a test as an operator does, and puts the backup in its place. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../../relay/postgres/server.ts'
import { withDatabase } from './postgres.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const run = promisify(execFile)

/** Returns the function that restores the database as it is now, while somebody may be connected to it. */
export async function backUp(databaseUrl: string): Promise<() => Promise<void>> {
  const file = join(await temporaryFolder(), 'backup')
  const name = /\/([a-z0-9_]+)\?/.exec(databaseUrl)?.[1] ?? ''
  await run(findProgram('pg_dump'), ['--format=custom', `--file=${file}`, databaseUrl])
  return async () => {
    const temporary = `${name}_restored`
    await withDatabase(databaseUrl.replace(name, 'postgres'), (client) => client.query(`CREATE DATABASE ${temporary}`))
    const target = databaseUrl.replace(name, temporary)
    await run(findProgram('pg_restore'), ['--exit-on-error', `--dbname=${target}`, file])
    await withDatabase(databaseUrl.replace(name, 'postgres'), async (client) => {
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await client.query(`ALTER DATABASE ${temporary} RENAME TO ${name}`)
    })
  }
}
