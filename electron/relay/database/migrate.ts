/**
 * The tables. A migration only adds, so that a relay of the version before keeps working beside a newer one while they
 * are replaced one by one; what nothing uses any more goes two versions later.
 */
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import { asOwner } from './database.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** Brings the tables up to date. Relays that start together wait for each other. */
export async function migrate(url: string, folder = join(import.meta.dirname, 'migrations')): Promise<void> {
  await asOwner(url, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtextextended('esim_relay_migration', 0))")
    await runner({
      dbClient: client,
      dir: folder,
      direction: 'up',
      migrationsTable: 'relay_migrations',
      count: Infinity,
      // The lock above waits; the library's own gives up at once.
      noLock: true,
      logger: silent,
    })
  })
}
