/**
 * What a database needs before a relay writes to it: the tables of its version, settings that keep what was committed,
 * and the relay's key as the one that bodies and answers are encrypted with.
 */
import * as z from 'zod'
import type { Spool } from '../ingest/spool.ts'
import { codeOf, type Log } from '../log.ts'
import type { RelaySettings } from '../settings.ts'
import { claimBodyKey } from './bodyKey.ts'
import { asOwner, DatabaseRefused, isAway, select, type Database, type Queryable } from './database.ts'
import { migrate } from './migrate.ts'
import { runUpkeep } from './upkeep.ts'

const minVersion = 150_000

const Check = z.object({ fsync: z.string(), pages: z.string(), version: z.coerce.number(), role: z.string() })

/** Throws DatabaseRefused if the database would not keep what was acknowledged. */
async function checkDatabase(database: Database): Promise<void> {
  const [row] = await select(
    database.read,
    Check,
    `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
       current_setting('server_version_num') AS version, current_user AS role`,
  )
  if (row === undefined || row.version < minVersion)
    throw new DatabaseRefused('old_version', 'The relay needs PostgreSQL 15 or newer.')
  if (row.fsync !== 'on' || row.pages !== 'on')
    throw new DatabaseRefused(
      'not_durable',
      'The database runs without fsync or full_page_writes: it may lose what it has committed.',
    )
  if (row.role !== 'esim_relay_runtime')
    throw new DatabaseRefused(
      'other_role',
      'The connection did not get its role: a pooler that drops start-up options can not be used.',
    )
}

/** A relay writes nothing to its database before this is done. */
export interface Preparation {
  readonly isDone: () => boolean
  /** Prepares the database unless it is prepared. Rejects with DatabaseRefused if the relay may not use it. */
  readonly run: () => Promise<void>
}

interface PreparationParts {
  readonly settings: RelaySettings
  readonly database: Database
  readonly spool: Spool
  readonly keyId: string
  readonly log: Log
}

export function createPreparation({ settings, database, spool, keyId, log }: PreparationParts): Preparation {
  let isDone = false
  /** The disk may be full after a long outage, and the spool is emptied only by a relay that starts. */
  const rememberKey = (): void => {
    try {
      if (spool.recall('keyId') !== keyId) spool.remember('keyId', keyId)
    } catch (error) {
      log.warn('key_not_remembered', { code: codeOf(error) })
    }
  }
  return {
    isDone: () => isDone,
    run: async () => {
      if (isDone) return
      await migrate(settings.databaseUrl)
      await checkDatabase(database)
      await asOwner(settings.databaseUrl, (client) => claimBodyKey(client, keyId))
      await runUpkeep(settings, log)
      isDone = true
      rememberKey()
    },
  }
}

/**
 * Prepares the database before the relay listens. A relay that has run before on its folder starts without the
 * database, unless it had another key then: it spools, and the writer prepares the database when that is back.
 */
export async function prepareOrSpool(
  preparation: Preparation,
  { spool, keyId, log }: Pick<PreparationParts, 'spool' | 'keyId' | 'log'>,
): Promise<void> {
  try {
    await preparation.run()
  } catch (error) {
    if (!isAway(error) || spool.recall('addresses') === null || (spool.recall('keyId') ?? keyId) !== keyId) throw error
    log.warn('started_without_database', { code: codeOf(error) })
  }
}

/** A database whose statements fail until it is prepared, as if it were away. */
export const whenPrepared = (database: Queryable, { isDone }: Preparation): Queryable => ({
  query: async (text, values) => {
    if (!isDone()) throw new Error('The database is not prepared')
    return await database.query(text, values)
  },
})
