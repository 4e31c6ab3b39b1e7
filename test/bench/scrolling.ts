/**
 * Measures the window while the list of customers scrolls and somebody types in the search field: during a first sync;
 * during a refresh in which 1 % has changed, when all customers are in the list; and without a sync, to compare. It
 * counts tasks over 50 ms, and measures from a key to its painted rows, and the memory of the desk's Node process.
 * Argument: the number of customers, 1,000,000 by default. Processes of their own serve the list from a prepared file,
 * and everything else from a sandbox.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { SyncStatus } from '#shared/model/customer/sync.ts'
import { askDesk } from '../support/bridge.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { searchField, startConnectedDesk } from './support/connectedDesk.ts'
import { prepareList } from './support/customerBody.ts'
import { figure, machine, median, percentile } from './support/figures.ts'
import type { FileServiceMessage } from './support/fileService.ts'
import { peakMegabytes } from './support/memory.ts'
import { keyToPainted } from './support/painted.ts'

const customers = Number(process.argv[2] ?? 1_000_000)
const maxRounds = 30
const typedCharacters = 6
const wheelSteps = 20
/** Pixels: about a hundred rows. */
const wheelStep = 4000
/** Milliseconds between two steps of the wheel. */
const wheelPause = 30

const rows = '[role="rowgroup"] [role="row"]'

/** Collects the milliseconds of all long tasks of the page from now on. */
const watchTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Reflect.set(globalThis, 'longTasks', [])
    new PerformanceObserver((list) => {
      const tasks = Reflect.get(globalThis, 'longTasks') as number[] // set above
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
  })

/** Returns the tasks since the call before. */
const takeTasks = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const tasks = Reflect.get(globalThis, 'longTasks') as number[] // `watchTasks` has set it.
    return tasks.splice(0)
  })

const status = (page: Page): Promise<SyncStatus> => askDesk(page, 'customers', 'status', undefined, SyncStatus)

async function until(page: Page, isReached: (status: SyncStatus) => boolean): Promise<void> {
  while (!isReached(await status(page))) await wait(100)
}

async function scroll(page: Page): Promise<void> {
  await page.locator(rows).nth(3).hover()
  for (let step = 0; step < wheelSteps; step += 1) {
    await page.mouse.wheel(0, step % 5 === 4 ? -wheelStep : wheelStep)
    await wait(wheelPause)
  }
}

/** The beginnings of the e-mail addresses that the list shows and a keyboard has the keys of. */
async function shownTexts(page: Page): Promise<readonly string[]> {
  const shown = await page.locator(rows).allInnerTexts()
  return shown
    .flatMap((text) => text.split('\n').filter((line) => line.includes('@')))
    .map((line) => line.slice(0, typedCharacters))
    .filter((text) => /^[\w.]+$/.test(text))
}

async function searchAndScroll(page: Page, round: number): Promise<readonly number[]> {
  await scroll(page)
  const texts = await shownTexts(page)
  const text = texts[round % Math.max(1, texts.length)] ?? 'grace.'
  await searchField(page).focus()
  const keys: number[] = []
  for (const [at, key] of [...text].entries())
    keys.push(await keyToPainted(page, key, `[data-query="${text.slice(0, at + 1)}"] ${rows}`))
  await searchField(page).fill('')
  await page.locator(rows).nth(3).waitFor()
  return keys
}

const isSyncing = async (page: Page): Promise<boolean> => (await status(page)).state === 'syncing'

/**
 * @param when for the printed name, such as `during a refresh`
 * @param goesOn whether another round still measures the same
 */
async function measure(page: Page, when: string, goesOn: (page: Page) => Promise<boolean>): Promise<void> {
  await takeTasks(page)
  const keys: number[] = []
  const { received: atFirst } = await status(page)
  let rounds = 0
  for (; rounds < maxRounds && (await goesOn(page)); rounds += 1) keys.push(...(await searchAndScroll(page, rounds)))
  const { received: atLast } = await status(page)
  const tasks = await takeTasks(page)
  figure({
    name: `Tasks over 50 ms ${when}`,
    value: tasks.length,
    unit: '',
    goal: 0,
    note:
      `longest ${Math.max(0, ...tasks).toFixed(0)} ms in ${String(rounds)} rounds, in which the desk read ` +
      `${(atLast - atFirst).toLocaleString('en')} customers`,
  })
  figure({
    name: `Key to rows painted ${when}, p99`,
    value: percentile(keys, 99),
    unit: 'ms',
    goal: 100,
    note: `${String(keys.length)} keys, median ${median(keys).toFixed(1)} ms, p95 ${percentile(keys, 95).toFixed(1)} ms`,
  })
}

const folder = mkdtempSync(join(tmpdir(), 'esim-desk-bench-'))
const sandbox = await startSandboxProcess({ customers: 1000, seed: 7 })
const service = fork(new URL('support/fileService.ts', import.meta.url))
try {
  const [address] = (await once(service, 'message')) as [string]
  const serve = async (file: string, changedEvery: number): Promise<void> => {
    prepareList(file, customers, changedEvery)
    service.send({ file, other: sandbox.info.baseUrl } satisfies FileServiceMessage)
    await once(service, 'message')
  }
  await serve(join(folder, 'list.json'), Number.MAX_SAFE_INTEGER)
  const desk = await startConnectedDesk(sandbox, address)
  try {
    const { page } = desk
    page.setDefaultTimeout(60_000)
    await searchField(page).waitFor()
    await until(page, ({ received, state }) => received >= customers / 10 || state === 'done')
    await page.locator(rows).nth(3).waitFor()
    await watchTasks(page)
    await measure(page, 'during a first sync', isSyncing)
    await until(page, ({ state, sorted }) => state === 'done' && sorted)
    const firstPeak = peakMegabytes(desk.pid)
    await serve(join(folder, 'changed.json'), 100)
    await page.locator('button.sync').click()
    await until(page, ({ received, state }) => state === 'syncing' && received > 0)
    await measure(page, 'during a refresh', isSyncing)
    await until(page, ({ state }) => state === 'done')
    await measure(page, 'without a sync', () => Promise.resolve(true))
    figure({
      name: "Peak resident memory of the desk's Node process",
      value: peakMegabytes(desk.pid),
      unit: 'MB',
      goal: 600,
      note: `${firstPeak.toFixed(0)} MB after the first sync`,
    })
    machine()
  } finally {
    await desk.close()
  }
} finally {
  service.disconnect()
  await sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
}
