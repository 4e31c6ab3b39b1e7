/**
 * Measures how soon the strip of a customer's page is green after a phone has installed the eSIM: from the installation
 * in the sandbox, with its event and the read that follows, to the strip on the screen.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { EventStatus } from '#shared/model/customer/events.ts'
import { SimulatorState } from '#shared/model/simulator.ts'
import { askDesk } from '../support/bridge.ts'
import { startDesk } from '../support/desk.ts'
import { searchField } from './support/connectedDesk.ts'
import { figure, machine, median } from './support/figures.ts'

/** An eSIM can be installed five times. */
const rounds = 5
const customerCount = 2
const Rows = z.object({
  rows: z.array(z.object({ uid: z.string(), esims: z.array(z.object({ iccid: z.string(), state: z.string() })) })),
})

const desk = await startDesk()
const { page } = desk

/** Resolves once events are received, which is after the first screen. */
async function listen(): Promise<void> {
  await page.getByRole('button', { name: 'Try the sandbox', exact: true }).click()
  await searchField(page).waitFor()
  while ((await askDesk(page, 'events', 'status', {}, EventStatus)).listeningSince === null) await sleep(50)
}

/** Customers with one eSIM, which can be installed. */
async function customers(): Promise<readonly { readonly uid: string; readonly iccid: string }[]> {
  for (;;) {
    const { rows } = await askDesk(page, 'customers', 'list', { limit: 200 }, Rows)
    const found = rows.flatMap(({ uid, esims: [esim, ...others] }) =>
      esim?.state === 'released' && others.length === 0 ? [{ uid, iccid: esim.iccid }] : [],
    )
    if (found.length >= customerCount) return found.slice(0, customerCount)
    await sleep(50)
  }
}

const act = (uid: string, iccid: string, what: 'install' | 'uninstall') =>
  askDesk(page, 'sandbox', 'act', { act: 'device', customerUid: uid, iccid, what }, SimulatorState)

try {
  machine()
  await listen()
  const times: number[] = []
  for (const { uid, iccid } of await customers()) {
    await searchField(page).fill(uid)
    const strips = page.locator(`[data-customer="${uid}"] [data-stage]`)
    for (let round = 0; round < rounds; round += 1) {
      await page.getByRole('button', { name: 'Show QR', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
      await strips.and(page.locator('[data-stage=waiting]')).waitFor()
      const startedAt = performance.now()
      await act(uid, iccid, 'install')
      await strips.and(page.locator('.ok')).waitFor()
      times.push(performance.now() - startedAt)
      await act(uid, iccid, 'uninstall')
      await strips.and(page.locator('[data-stage=removed]')).waitFor()
    }
  }
  figure({ name: 'Installation to the green strip, median', value: median(times), unit: 'ms', goal: 1000 })
  figure({ name: 'Installation to the green strip, longest', value: Math.max(...times), unit: 'ms', goal: 1000 })
} finally {
  await desk.close()
}
