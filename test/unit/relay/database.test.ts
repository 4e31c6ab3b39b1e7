/** The statements that the relay prepares. */
import { expect, test } from 'vitest'
import { withPreparedStatements } from '../../../relay/database/database.ts'
import { temporaryDatabase, withDatabase } from '../../support/postgres.ts'

test('a statement with values is prepared once for a connection and takes other values each time', async () => {
  const { results, prepared } = await withDatabase(await temporaryDatabase(), async (client) => {
    const database = withPreparedStatements(client)
    const double = async (value: number): Promise<unknown> =>
      (await database.query('SELECT $1::int * 2 AS result', [value])).rows[0]
    const doubled = [await double(3), await double(4)]
    await database.query('SELECT 1')
    const { rows } = await client.query('SELECT statement FROM pg_prepared_statements')
    return { results: doubled, prepared: rows }
  })
  expect(results).toEqual([{ result: 6 }, { result: 8 }])
  expect(prepared).toEqual([{ statement: 'SELECT $1::int * 2 AS result' }])
})
