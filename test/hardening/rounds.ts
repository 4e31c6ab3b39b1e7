/** Uses the built desk in rounds: customers, sheets, inventory and operations. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { heading, type Scene } from '../e2e/journey.ts'

/** The number of rounds after which the same customer is opened again. */
export const customersInTurn = 3
/**
 * The minimum time of one round. Chromium ignores the navigations of a page that makes more than 200 in 10 seconds, and
 * a round makes about nine.
 */
const minRoundMs = 600

interface Customer {
  readonly uid: string
  readonly email: string | null
}

async function useEverything(page: Page, { uid, email }: Customer): Promise<void> {
  await page.evaluate(`location.assign('#/customers/${uid}')`)
  await heading(page, email ?? '').waitFor()
  const showCode = page.getByRole('button', { name: 'Show QR', exact: true }).first()
  await showCode.click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  for (const name of ['Inventory', 'Operations', 'Customers']) {
    await page.getByRole('link', { name, exact: true }).click()
    await heading(page, name).waitFor()
  }
}

/** Returns a function that makes one round and resolves to the number of rounds so far. */
export async function roundsOn({ page, sample }: Scene): Promise<() => Promise<number>> {
  const customers: Customer[] = []
  while (customers.length < customersInTurn) customers.push(await sample('usedItem'))
  let rounds = 0
  return async () => {
    const customer = customers[rounds % customersInTurn]
    if (customer === undefined) throw new Error('The sandbox has no customer')
    await Promise.all([useEverything(page, customer), wait(minRoundMs)])
    rounds += 1
    return rounds
  }
}
