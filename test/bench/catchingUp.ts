/**
 * A desk that catches up with a relay while its inbox and then a customer's page are open: how long until everything is
 * stored, and which tasks of its window take longer than 50 ms meanwhile. The desk, its window, the relay and its
 * database share this machine.
 *
 * `ESIM_DESK_BENCH_RECORDS` (100,000) is how many records it catches up with.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { EventStatus } from '#shared/model/customer/events.ts'
import { askDesk } from '../support/bridge.ts'
import { startDesk, type RunningDesk } from '../support/desk.ts'
import { startKeyring } from '../support/keyring.ts'
import { openQuestion } from '../support/questions.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { invite } from '../../relay/commands/devices.ts'
import { addEvents, withBenchRelay } from './support/benchRelay.ts'
import { figure, machine } from './support/figures.ts'
import { withDatabase } from './support/relayDevice.ts'

const records = Number(process.env['ESIM_DESK_BENCH_RECORDS'] ?? 100_000)
const longMs = 50
/** Events from before the desk was connected would count as read. */
const oneAfterAnother = "now() + n * interval '0.1 milliseconds'"

async function answerQuestion(desk: RunningDesk): Promise<void> {
  for (;;) {
    const question = await openQuestion(desk)
    if (question !== null) return await question.answer('yes')
    await sleep(20)
  }
}

/** Runs in the page. */
function observe(): void {
  const long: number[] = []
  Reflect.set(globalThis, 'longTasks', long)
  new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  })
}

async function connectDesk(desk: RunningDesk, info: { baseUrl: string; segment: string }): Promise<void> {
  const { page } = desk
  const values = { ...info, clientId: '', clientSecret: '', ...(info as object) }
  await page.getByLabel('Connection name', { exact: true }).fill('Bench')
  await page.getByLabel('Service address', { exact: true }).fill(values.baseUrl)
  await page.getByLabel('Path segment', { exact: true }).fill(values.segment)
  await page.getByLabel('Client ID', { exact: true }).fill(values.clientId)
  await page.getByLabel('Client secret', { exact: true }).fill(values.clientSecret)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await answerQuestion(desk)
  await page.getByRole('button', { name: /^60 customers/ }).waitFor()
}

const keyring = await startKeyring()
const sandbox = await startSandboxProcess({ customers: 60, seed: 7 })
const desk = await startDesk({ env: keyring.env })
const { page } = desk
const status = (): Promise<EventStatus> => askDesk(page, 'events', 'status', {}, EventStatus)

try {
  page.setDefaultTimeout(30_000)
  await connectDesk(desk, sandbox.info)
  await withBenchRelay(async ({ relay, databaseUrl }) => {
    const code = await withDatabase(databaseUrl, (client) => invite(client, 'main', 'Bench'))
    const connecting = askDesk(page, 'events', 'connectRelay', { address: relay.url, code }, EventStatus)
    await answerQuestion(desk)
    await connecting
    let stored = 0
    for (const place of ['its inbox', 'a customer’s page']) {
      if (place === 'its inbox') await page.getByRole('link', { name: /^Events/ }).click()
      else {
        await page.getByRole('link', { name: 'Customers', exact: true }).click()
        await page.getByRole('grid').getByRole('row').nth(1).click()
        await page.getByRole('region', { name: 'Timeline' }).waitFor()
      }
      await sleep(3000)
      await page.evaluate(observe)
      await addEvents(databaseUrl, { count: records, customers: 2000, name: place, at: oneAfterAnother, toLog: true })
      const began = performance.now()
      stored += records
      while ((await status()).unread < stored) await sleep(100)
      const seconds = (performance.now() - began) / 1000
      // What the last push causes is counted, too.
      await sleep(2000)
      const long = (await page.evaluate(() => Reflect.get(globalThis, 'longTasks') as number[])).filter(
        (duration) => duration > longMs,
      )
      figure({
        name: `Desk: catch up ${records.toLocaleString('en')} records with ${place} open`,
        value: seconds,
        unit: 's',
        goal: 10,
      })
      figure({
        name: `Window: tasks over ${String(longMs)} ms meanwhile, with ${place} open`,
        value: long.length,
        unit: 'tasks',
        goal: 0,
        note: `longest ${Math.max(0, ...long).toFixed(0)} ms`,
      })
    }
    machine()
  })
} finally {
  await desk.close()
  await sandbox.stop()
  await keyring.stop()
}
