/**
 * Measures the window while the list of customers scrolls and somebody types in the search field during a first sync:
 * tasks over 50 ms, and from a key to its painted rows. Argument: the number of customers of the sandbox, 1,000,000 by
 * default. It begins when a tenth of them are there and ends after a number of rounds, or with the sync. The service is
 * a separate process.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { startSandboxProcess } from '../support/sandbox.ts'
import { searchField, startConnectedDesk } from './support/connectedDesk.ts'
import { figure, machine, median, percentile } from './support/figures.ts'
import { keyToPainted } from './support/painted.ts'

const customers = Number(process.argv[2] ?? 1_000_000)
const rounds = 40
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
    const tasks: number[] = []
    Reflect.set(globalThis, 'longTasks', tasks)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
  })

const longTasks = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => Reflect.get(globalThis, 'longTasks') as readonly number[]) // `watchTasks` has set it.

interface Progress {
  readonly isSyncing: boolean
  readonly received: number
}

async function progress(page: Page): Promise<Progress> {
  const text = await page.locator('button.sync').innerText()
  return {
    isSyncing: text.startsWith('Syncing'),
    received: Number(/\d[\d,]*/.exec(text)?.[0].replaceAll(',', '') ?? 0),
  }
}

async function scroll(page: Page): Promise<void> {
  await page.locator(rows).nth(3).hover()
  for (let step = 0; step < wheelSteps; step += 1) {
    await page.mouse.wheel(0, step % 5 === 4 ? -wheelStep : wheelStep)
    await wait(wheelPause)
  }
}

/** The beginnings of the e-mail addresses that the list shows. */
async function shownTexts(page: Page): Promise<readonly string[]> {
  const shown = await page.locator(rows).allInnerTexts()
  return shown.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line.includes('@'))
      .map((line) => line.slice(0, typedCharacters)),
  )
}

const sandbox = await startSandboxProcess({ customers, seed: 7 })
const desk = await startConnectedDesk(sandbox)
try {
  const { page } = desk
  page.setDefaultTimeout(60_000)
  await searchField(page).waitFor()
  while ((await progress(page)).received < customers / 10) await wait(100)
  await page.locator(rows).nth(3).waitFor()
  const { received: atFirst } = await progress(page)
  await watchTasks(page)
  const keys: number[] = []
  for (let round = 0; round < rounds && (await progress(page)).isSyncing; round += 1) {
    await scroll(page)
    const texts = await shownTexts(page)
    const text = texts[round % Math.max(1, texts.length)] ?? 'ma'
    await searchField(page).focus()
    for (const [at, key] of [...text].entries())
      keys.push(await keyToPainted(page, key, `[data-query="${text.slice(0, at + 1)}"] ${rows}`))
    await searchField(page).fill('')
    await page.locator(rows).nth(3).waitFor()
  }
  const { received: atLast } = await progress(page)
  const note = `${String(atFirst)} customers were there at first, and ${String(atLast)} in the end`
  const tasks = await longTasks(page)
  figure({
    name: `Tasks over 50 ms while a list of ${customers.toLocaleString('en')} arrives, scrolls and is searched`,
    value: tasks.length,
    unit: '',
    goal: 0,
    note: `longest ${Math.max(0, ...tasks).toFixed(0)} ms; ${note}`,
  })
  figure({
    name: 'Key to rows painted meanwhile, p99',
    value: percentile(keys, 99),
    unit: 'ms',
    goal: 100,
    note: `${String(keys.length)} keys, median ${median(keys).toFixed(1)} ms, p95 ${percentile(keys, 95).toFixed(1)} ms`,
  })
  machine()
} finally {
  await desk.close()
  await sandbox.stop()
}
