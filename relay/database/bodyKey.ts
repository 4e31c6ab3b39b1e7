/**
 * The database has the name of the key that its bodies and answers are encrypted with: a relay with another one is
 * refused.
 */
import * as z from 'zod'
import { DatabaseRefused, Int, select, type Queryable } from './database.ts'

const Key = z.object({ key_id: z.string() })

const otherKey =
  'The database was used with another key than RELAY_KEY or, if that is not set, relay.key in RELAY_DATA. ' +
  'Use the key of the relay that ran before. If it is lost, run the command new-key.'

/** Throws DatabaseRefused if the bodies and answers in the database are encrypted with another key. */
export async function checkBodyKey(database: Queryable, keyId: string): Promise<void> {
  const [stored] = await select(database, Key, 'SELECT key_id FROM body_key')
  if (stored !== undefined && stored.key_id !== keyId) throw new DatabaseRefused('other_key', otherKey)
}

/** Throws like `checkBodyKey`. The first relay on a database decides about its key. */
export async function claimBodyKey(database: Queryable, keyId: string): Promise<void> {
  await database.query('INSERT INTO body_key (key_id) VALUES ($1) ON CONFLICT DO NOTHING', [keyId])
  await checkBodyKey(database, keyId)
}

const Lost = z.object({ bodies: Int, answers: Int })

/** Makes a key that of the database. Returns how many bodies and answers are encrypted with another one. */
export async function replaceBodyKey(database: Queryable, keyId: string): Promise<z.infer<typeof Lost>> {
  await database.query(
    'INSERT INTO body_key (key_id) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET key_id = excluded.key_id',
    [keyId],
  )
  const [row] = await select(
    database,
    Lost,
    `SELECT (SELECT count(*) FROM receipts WHERE key_id <> $1) AS bodies,
       (SELECT count(*) FROM answers WHERE key_id <> $1) AS answers`,
    [keyId],
  )
  return row ?? { bodies: 0, answers: 0 }
}
