/**
 * Neither the window nor the main process holds the codes of sheets that were opened and closed. The tests search for
 * them in snapshots of both heaps, and of the heaps of the main process's threads, after a forced collection.
 */
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { sharedShopDesk } from '../e2e/shopDesk.ts'
import { attachToMain, inspectable } from '../support/mainProcess.ts'
import { windowHeapStrings } from '../support/windowHeap.ts'
import { sizes } from './sizes.ts'

const openCustomer = sharedShopDesk(inspectable)

const canary = { address: 'smdp.canary.example', matchingId: 'K2CANARY' } as const
const sheetsOfCustomer = 10

/** Returns a unique code for each eSIM. */
const codeOf = (number: number): string =>
  `LPA:1$${canary.address}$${canary.matchingId}${String(number).padStart(6, '0')}ZT4B1LM8W`
const withCode = (strings: readonly string[]): readonly string[] =>
  strings
    .filter((text) => text.includes(canary.matchingId) || text.includes(canary.address))
    .map((text) => text.slice(0, 200))

async function openAndCloseSheet(page: Page, number: number): Promise<void> {
  await page
    .getByRole('region', { name: /^eSIM / })
    .nth(number)
    .getByRole('button', { name: 'Show QR', exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  await dialog.getByRole('img', { name: 'QR code of the activation code' }).waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('a text that the main process holds is found in its heap, even at the end of a long string', async () => {
  const { desk } = await openCustomer({ esims: [{ activationCode: codeOf(0) }] })
  const main = await attachToMain(desk)
  onTestFinished(main.close)
  await main.hold(`${'x'.repeat(100_000)}${codeOf(0)}`)
  expect(withCode(await main.strings())).not.toEqual([])
  expect(main.threads()).toBeGreaterThan(0)
  await main.hold('')
})

test(
  `the heaps of the window and of the main process hold no code of ${String(sizes.sheets)} sheets that were opened and closed`,
  async () => {
    for (let opened = 0; opened < sizes.sheets; opened += sheetsOfCustomer) {
      const numbers = Array.from({ length: sheetsOfCustomer }, (_, at) => opened + at)
      const { page } = await openCustomer({
        customer: { email: `ada-${String(opened)}@example.org` },
        esims: numbers.map((number) => ({ activationCode: codeOf(number) })),
      })
      for (const at of numbers.keys()) await openAndCloseSheet(page, at)
    }
    const { desk, page } = await openCustomer({
      customer: { email: 'last@example.org' },
      esims: [{ activationCode: codeOf(sizes.sheets) }],
    })
    const main = await attachToMain(desk)
    onTestFinished(main.close)
    // The interval is longer than usual, because a snapshot stops the process for a moment.
    const poll = { interval: 2000 }
    await expect.poll(async () => withCode(await windowHeapStrings(page)), poll).toEqual([])
    await expect.poll(async () => withCode(await main.strings()), poll).toEqual([])
  },
  sizes.timeout,
)
