/**
 * Measures a connected desk with 20,000 customers: from the first connection to a searchable directory, from a key to
 * the painted rows, from Enter to the painted customer, and the memory of the desk's own Node process at rest. The
 * service is a separate process.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { control } from '../support/control.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { searchField, startConnectedDesk } from './support/connectedDesk.ts'
import { figure, machine, median, percentile } from './support/figures.ts'
import { residentMegabytes } from './support/memory.ts'
import { keyToPainted } from './support/painted.ts'

const customers = 20_000
const typedTexts = 50
const openedCustomers = 50

/** A customer to search for. */
interface SearchSample {
  readonly email: string
  readonly iccid: string
}

const rowsOf = (query: string): string => `[data-query="${query}"] [role="rowgroup"] [role="row"]`

/** Types a text; returns milliseconds for each key. */
async function typeOut(page: Page, text: string): Promise<readonly number[]> {
  await searchField(page).fill('')
  await searchField(page).focus()
  const took: number[] = []
  for (const [at, key] of [...text].entries()) took.push(await keyToPainted(page, key, rowsOf(text.slice(0, at + 1))))
  return took
}

/**
 * Types an e-mail address and presses Enter once its rows are painted; returns milliseconds from Enter. The header,
 * eSIMs and packages of a customer are painted together.
 */
async function openWithEnter(page: Page, email: string): Promise<number> {
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await searchField(page).fill('')
  await searchField(page).focus()
  const [last = '', ...before] = [...email].reverse()
  await searchField(page).pressSequentially(before.reverse().join(''))
  await keyToPainted(page, last, rowsOf(email))
  const took = await keyToPainted(page, 'Enter', '[data-customer] h1')
  await page.getByRole('heading', { level: 1, name: email, exact: true }).waitFor()
  return took
}

/** Returns the memory once it has not decreased for some seconds. */
async function memoryAtRest(pid: number): Promise<number> {
  const samplesMb: number[] = []
  while (samplesMb.length < 30) {
    samplesMb.push(residentMegabytes(pid))
    await wait(1000)
    if (samplesMb.length > 5 && Math.min(...samplesMb.slice(-5)) >= Math.min(...samplesMb.slice(0, -5)) - 1) break
  }
  return samplesMb.at(-1) ?? Number.NaN
}

const sandbox = await startSandboxProcess({ customers, seed: 7 })
const startedAt = performance.now()
const desk = await startConnectedDesk(sandbox)
try {
  const { page } = desk
  page.setDefaultTimeout(60_000)
  await searchField(page).waitFor()
  const usable = performance.now()
  await page.getByRole('button', { name: /^20,000 customers/ }).waitFor()
  const searchable = performance.now()
  figure({
    name: 'First connect to 20,000 customers searchable',
    value: (searchable - startedAt) / 1000,
    unit: 's',
    goal: 10,
    note: `the start of the desk is in it: ${((usable - startedAt) / 1000).toFixed(1)} s`,
  })
  figure({
    name: "Resident memory of the desk's Node process, at rest after the first sync",
    value: await memoryAtRest(desk.pid),
    unit: 'MB',
    goal: 250,
  })

  const samples = Object.values(await control(sandbox.info).samples(40)).flat()
  const wanted = samples.flatMap(({ email, iccid }): SearchSample[] =>
    email === null || iccid === null || !/^[\w.@-]+$/.test(email) ? [] : [{ email, iccid }],
  )
  const people = [...new Map(wanted.map((one) => [one.email, one])).values()]
  const texts = people
    .slice(0, typedTexts)
    .map(({ email, iccid }, at) => (at % 2 === 0 ? email.slice(0, 8) : iccid.slice(-6)))
  const keys: number[] = []
  for (const text of texts) keys.push(...(await typeOut(page, text)))
  figure({
    name: 'Key to rows painted, 20,000 customers, p99',
    value: percentile(keys, 99),
    unit: 'ms',
    goal: 50,
    note: `${keys.length} keys, median ${median(keys).toFixed(1)} ms, p95 ${percentile(keys, 95).toFixed(1)} ms`,
  })

  const entered: number[] = []
  for (const one of people.slice(-openedCustomers)) entered.push(await openWithEnter(page, one.email))
  figure({
    name: 'Enter to the customer painted, p95',
    value: percentile(entered, 95),
    unit: 'ms',
    goal: 100,
    note: `${entered.length} customers, median ${median(entered).toFixed(1)} ms`,
  })
  figure({
    name: "Resident memory of the desk's Node process, at rest after all that",
    value: await memoryAtRest(desk.pid),
    unit: 'MB',
    goal: 250,
  })
  machine()
} finally {
  await desk.close()
  await sandbox.stop()
}
