/**
 * An operation can be followed in desk.log and in what `npm run journal` prints. Neither has more than it may.
 *
 * @module-tag long
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, onTestFinished, test } from 'vitest'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../../electron/base/clock.ts'
import { createLog } from '../../../../../electron/log/index.ts'
import { createJournal, type Journal } from '../../../../../electron/operations/journal/journal.ts'
import { projectNode } from '../../../../support/projectNode.ts'
import { temporaryFolder } from '../../../../support/temporaryFolder.ts'

const program = fileURLToPath(new URL('../../../../../build/journal/main.ts', import.meta.url))
const print = (...args: readonly string[]) => promisify(execFile)(projectNode, [program, ...args])

function begin(journal: Journal): string {
  const id = '01JDXAMPLE'
  journal.begin({
    id,
    kind: 'refund',
    lockKey: 'item:item-1',
    connection: 'c1',
    connectionName: 'Shop',
    agent: { osUser: 'desk', displayName: 'Ann' },
    customerUid: CustomerUid.parse('customer-1'),
    itemUid: ItemUid.parse('item-1'),
    packageName: 'Europe 3 GB',
    amount: { amount: '4.50', currency: 'USD' },
    refundReason: 'not_needed',
    ticket: 'T-1',
    purchase: null,
  })
  return id
}

/** A refund whose answer was lost, and which a read then showed. */
async function lostRefund() {
  const folder = await temporaryFolder()
  const file = join(folder, 'desk.log')
  const db = new Database(join(folder, 'journal.db'))
  const log = createLog({ file, level: 'info' })
  const journal = createJournal(db, systemClock, undefined, log)
  const id = begin(journal)
  journal.attemptBegan({ operation: id, number: 1, route: 'POST refund' })
  journal.move(id, { state: 'SENDING', cause: 'send' })
  journal.attemptEnded({ operation: id, number: 1, route: 'POST refund' }, 'timeout headers')
  journal.move(id, { state: 'UNKNOWN', cause: 'timeout headers', reason: 'ada@example.org is waiting' })
  journal.move(id, { state: 'UNKNOWN', cause: 'read: unchanged' })
  journal.move(id, { state: 'CONFIRMED', cause: 'read: applied', confirmedBy: 'state' })
  db.close()
  return { folder, id, lines: (await readFile(file, 'utf8')).trim().split('\n') }
}

test('the log has a line for each transition, request and check, with its cause', async () => {
  const { id, lines } = await lostRefund()
  const facts = lines.map((line) => JSON.parse(line.slice(line.indexOf('{'))) as Record<string, unknown>)
  expect(facts).toEqual([
    { operation: id, kind: 'refund', attempt: null, repeats: false },
    { operation: id, kind: 'refund', attempt: 1 },
    { operation: id, kind: 'refund', attempt: 1, state: 'SENDING', cause: 'send', confirmedBy: null },
    { operation: id, kind: 'refund', attempt: 1, outcome: 'timeout headers' },
    { operation: id, kind: 'refund', attempt: 1, state: 'UNKNOWN', cause: 'timeout headers', confirmedBy: null },
    { operation: id, kind: 'refund', attempt: 1, state: 'UNKNOWN', cause: 'read: unchanged', confirmedBy: null },
    { operation: id, kind: 'refund', attempt: 1, state: 'CONFIRMED', cause: 'read: applied', confirmedBy: 'state' },
  ])
  for (const personal of ['ada@', 'customer-1', 'item-1', 'Europe', '4.50', 'Ann', 'T-1'])
    expect(lines.join('\n')).not.toContain(personal)
})

test('an HTTP status is a fact of its own, and a log that fails stops nothing', () => {
  const written: unknown[] = []
  const info = (message: string, facts?: unknown): void => {
    if (message === 'An operation began') throw new Error('The disk is full')
    written.push(facts)
  }
  const warnings: string[] = []
  const log = { info, warn: (message: string) => void warnings.push(message), error: () => undefined }
  const journal = createJournal(new Database(':memory:'), systemClock, undefined, log)
  const operation = begin(journal)
  journal.attemptBegan({ operation, number: 1, route: 'POST refund' })
  journal.attemptEnded({ operation, number: 1, route: 'POST refund' }, 'answer 503 open')
  expect(written.at(-1)).toMatchObject({ outcome: 'answer 503 open', status: 503 })
  expect(warnings).toEqual(['A line about an operation could not be written'])
})

test('npm run journal prints the operations, and one of them as its page does', async () => {
  const { folder, id } = await lostRefund()
  const list = await print(folder)
  expect(list.stdout).toMatch(new RegExp(`^\\S+Z  ${id}  Refund: Confirmed\\. .+ \\(read: applied\\)\\n$`))
  const { stdout } = await print(folder, id)
  expect(stdout).toContain('amount: 4.50 USD')
  const history = stdout.slice(stdout.indexOf('History'), stdout.indexOf('Requests'))
  expect(history.match(/\((?:run|send|timeout headers|read: unchanged|read: applied)\)/g)).toHaveLength(5)
  expect(stdout.slice(stdout.indexOf('Requests'))).toMatch(
    / {2}1 {2}POST refund {2}\S+Z to \S+Z {2}.+ \(timeout headers\)/,
  )
})

test('npm run journal reports that a running desk holds the journal', async () => {
  const { folder } = await lostRefund()
  const db = new Database(join(folder, 'journal.db'))
  onTestFinished(() => void db.close())
  db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
  await expect(print(folder)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('A desk is running on this folder') as string,
  })
})

test.each([
  [[], 'npm run journal -- FOLDER [ID]'],
  [['/nowhere'], 'There is no journal.db in /nowhere.'],
])('npm run journal %j prints what it needs', async (args, sentence) => {
  await expect(print(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) as string })
})
