/**
 * Measures the journal: how long a submission waits before its request may leave, relative to a bare sync of the same
 * disk; and the cost of 10,000 operations for the synchronous reads of the main process.
 */
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { claimDebugFolder } from '../../electron/app/debugFolder.ts'
import { openDurable } from '../../electron/storage/open.ts'
import { createJournal } from '../../electron/operations/journal/journal.ts'
import { systemClock } from '../../electron/base/clock.ts'
import { call, openMoneyDesk } from '../faults/desk.ts'
import { createTargets } from '../faults/targets.ts'
import { startDesk } from '../support/desk.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { figure, machine, median, percentile } from './support/figures.ts'
import { keyToPainted } from './support/painted.ts'

const submissions = 120
const warmUps = 10
const operationCount = 10_000
const starts = 15
const windows = 5
/** After this time a window has finished its prefetching and warm-up. */
const startUpMs = 3000

const folder = mkdtempSync(join(tmpdir(), 'esim-desk-journal-'))
const sandbox = await startSandboxProcess({ customers: 50, seed: 4, variants: { monthlyRefunds: 100_000 } })
const { info } = sandbox

/** Appends one page, syncs it to the disk, and returns the time in milliseconds. */
function bareSync(file: number): number {
  const startedAt = performance.now()
  writeSync(file, Buffer.alloc(4096, 1))
  fsyncSync(file)
  return performance.now() - startedAt
}

async function measureSubmissions(): Promise<void> {
  const targets = await createTargets(info)
  let sending = 0
  const desk = await openMoneyDesk({
    info,
    folder: join(folder, 'presses'),
    onNotification: () => {
      sending ||= performance.now()
    },
  })
  const file = openSync(join(folder, 'bare'), 'w')
  const times: { readonly measureSubmissions: number; readonly bare: number }[] = []
  try {
    for (let nth = 0; nth < submissions + warmUps; nth += 1) {
      const { previewId } = await desk.preview(await targets.next(nth % 2 === 0 ? 'top-up' : 'refund'))
      const bare = bareSync(file)
      sending = 0 // The first notification is SENDING.
      const startedAt = performance.now()
      await desk.run(previewId)
      if (nth >= warmUps) times.push({ measureSubmissions: sending - startedAt, bare })
    }
  } finally {
    closeSync(file)
    await desk.close()
  }
  const of = (share: number, what: (one: (typeof times)[number]) => number): number =>
    percentile(times.map(what), share)
  const [submission, bare] = [of(95, (one) => one.measureSubmissions), of(95, (one) => one.bare)]
  figure({
    name: 'A submission to SENDING on the disk, relative to one bare sync (both p95)',
    value: submission / bare,
    unit: 'times',
    goal: 3,
    note:
      `${submission.toFixed(2)} ms and ${bare.toFixed(2)} ms; medians ` +
      `${of(50, (one) => one.measureSubmissions).toFixed(2)} and ${of(50, (one) => one.bare).toFixed(2)}; ` +
      `${String(submissions)} presses`,
  })
}

/** Inserts purchases and refunds of half a year, of which every hundredth is unresolved. */
function fill(place: string): void {
  const db = openDurable(join(place, 'journal.db'))
  createJournal(db, systemClock)
  const end = Date.now()
  db.exec(`BEGIN;
    INSERT INTO operations (id, kind, lock_key, connection, connection_name, agent_user, agent_name, customer_uid, item_uid,
      amount, currency, created_at)
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${String(operationCount)})
    SELECT 'op-' || n, iif(n % 2, 'top-up', 'refund'), 'lock:' || n, 'identity-1', 'Shop', 'desk', 'Ann',
      'u' || (n % 500), iif(n % 2, NULL, 'i' || n), '12.34', 'USD', ${String(end)} - (${String(operationCount)} - n) * 1500000 FROM n;
    INSERT INTO purchases SELECT id, 'pack', 'EUROPE', 'NOW', '15.00', 0, 0 FROM operations WHERE kind = 'top-up';
    INSERT INTO transitions (operation, at, state, cause) SELECT id, created_at, 'INTENT', 'run' FROM operations;
    INSERT INTO transitions (operation, at, state, cause) SELECT id, created_at, 'SENDING', 'send' FROM operations;
    INSERT INTO attempts (operation, number, at, event, route) SELECT id, 1, created_at, 'began', '/path' FROM operations;
    INSERT INTO attempts (operation, number, at, event, route, outcome)
      SELECT id, 1, created_at, 'ended', '/path', 'answer 200' FROM operations;
    INSERT INTO transitions (operation, at, state, cause)
      SELECT id, created_at, iif(seq % 100, 'CONFIRMED', 'UNKNOWN'), 'answer 200' FROM operations;
    INSERT INTO transitions (operation, at, state, cause)
      SELECT id, created_at, 'NEEDS_HUMAN', 'looks ended' FROM operations WHERE seq % 100 = 0;
    INSERT INTO made SELECT id, created_at, customer_uid, 'made-' || seq, NULL, amount, currency, 'same', 0
      FROM operations WHERE kind = 'top-up' AND seq % 100;
    COMMIT`)
  db.close()
}

async function startUp(place: string): Promise<number> {
  const startedAt = performance.now()
  const desk = await openMoneyDesk({ info, folder: place })
  desk.operations.recover()
  const took = performance.now() - startedAt
  await desk.close()
  return took
}

async function readMany(): Promise<void> {
  const [full, empty] = [join(folder, 'full'), join(folder, 'empty')]
  // A desk with a debugging port refuses a folder that other programs have written to.
  claimDebugFolder(full)
  await startUp(full)
  fill(full)
  const desk = await openMoneyDesk({ info, folder: full })
  const { handlers } = desk.operations
  const timed = async (act: () => Promise<unknown>): Promise<number> => {
    const times: number[] = []
    for (let nth = 0; nth < 30; nth += 1) {
      const startedAt = performance.now()
      await act()
      times.push(performance.now() - startedAt)
    }
    return median(times)
  }
  figure({
    name: 'Journal of 10,000: a page of Operations with its count',
    value: await timed(() => handlers.list(undefined, call)),
    unit: 'ms',
    goal: 100,
  })
  figure({
    name: 'Journal of 10,000: a page of one kind and state',
    value: await timed(() => handlers.list({ kind: 'refund', state: 'CONFIRMED' }, call)),
    unit: 'ms',
    goal: 100,
  })
  figure({
    name: 'Journal of 10,000: the totals of twelve months',
    value: await timed(() => handlers.totals(undefined, call)),
    unit: 'ms',
    goal: 100,
  })
  await desk.close()

  const times: { readonly full: number; readonly empty: number }[] = []
  for (let nth = 0; nth <= starts; nth += 1) {
    const one = { empty: await startUp(empty), full: await startUp(full) }
    if (nth > 0) times.push(one)
  }
  const [withMany, without] = [median(times.map((one) => one.full)), median(times.map((one) => one.empty))]
  figure({
    name: 'Start with a journal of 10,000, relative to an empty one',
    value: withMany - without,
    unit: 'ms more',
    goal: 50,
    note: `${withMany.toFixed(1)} and ${without.toFixed(1)} ms`,
  })
}

interface Visits {
  readonly first: number
  readonly later: readonly number[]
}

/**
 * Measures the time from the key on the sidebar entry to the painted rows of Operations, with the filled journal, in a
 * window that has completed its start.
 */
async function visit(times: number): Promise<Visits> {
  const desk = await startDesk({ userData: join(folder, 'full'), args: ['--sandbox', '--sandbox-customers', '100'] })
  try {
    const { page } = desk
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await page.getByRole('row').nth(2).waitFor()
    // InventoryPage is the last page that the window prefetches.
    await page.waitForFunction(
      () => performance.getEntriesByType('resource').some(({ name }) => name.includes('InventoryPage')),
      undefined,
      { timeout: 20_000 },
    )
    await wait(startUpMs)
    const took: number[] = []
    for (let nth = 0; nth < times; nth += 1) {
      await link('Operations').focus()
      took.push(
        await keyToPainted(page, 'Enter', '[role="grid"][aria-label="Operations"] [role="row"][aria-rowindex="3"]'),
      )
      await link('Customers').click()
      await page.getByRole('grid', { name: 'Customers' }).waitFor()
    }
    const [first = 0, ...later] = took
    return { first, later }
  } finally {
    await desk.close()
  }
}

async function showMany(): Promise<void> {
  const visits: Visits[] = []
  for (let nth = 0; nth < windows; nth += 1) visits.push(await visit(5))
  const firsts = visits.map(({ first }) => first)
  const later = visits.flatMap((each) => each.later)
  figure({
    name: 'Operations of 10,000 in the window: the first visit',
    value: median(firsts),
    unit: 'ms',
    goal: 100,
    note: `from the key to the rows painted; of ${String(windows)} windows ${firsts.map((ms) => ms.toFixed(0)).join(', ')}`,
  })
  figure({
    name: 'Operations of 10,000 in the window: a later visit',
    value: median(later),
    unit: 'ms',
    goal: 100,
    note: `the longest of ${String(later.length)}: ${Math.max(...later).toFixed(1)}`,
  })
}

try {
  await measureSubmissions()
  await readMany()
  await showMany()
  machine()
} finally {
  await sandbox.stop()
  rmSync(folder, { recursive: true })
}
