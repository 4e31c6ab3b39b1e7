/**
 * The tables. A migration only adds, so that a relay of the version before keeps working beside a newer one while they
 * are replaced one by one; what nothing uses any more goes two versions later.
 */
import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { runner } from 'node-pg-migrate'
import * as z from 'zod'
import { asOwner, select, type Queryable } from './database.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

const folderOfOwn = join(import.meta.dirname, 'migrations')

/** Whether the tables are those of this version, or of a later one. */
export async function isMigrated(database: Queryable): Promise<boolean> {
  const names = readdirSync(folderOfOwn).map((file) => parse(file).name)
  const [row] = await select(
    database,
    z.object({ there: z.boolean() }),
    "SELECT to_regclass('relay_migrations') IS NOT NULL AS there",
  )
  if (row?.there !== true) return false
  const done = await select(database, z.object({ name: z.string() }), 'SELECT name FROM relay_migrations')
  return names.every((name) => done.some((one) => one.name === name))
}

/** Brings the tables up to date. Relays that start together wait for each other. */
export async function migrate(url: string, folder = folderOfOwn): Promise<void> {
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
