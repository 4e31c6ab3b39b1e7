/**
 * The window holds no activation code once the dialog or action that needed it has ended. The tests search for the code
 * and all of its forms in a snapshot of the page's heap after a forced collection.

 */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose, expectEnabled } from '../e2e/journey.ts'
import { sharedShopDesk } from '../e2e/shopDesk.ts'
import { windowHeapStrings } from '../support/windowHeap.ts'

const openCustomer = sharedShopDesk()

const canary = { address: 'smdp.canary.example', matchingId: 'K2CANARY0X7Q9ZT4B1LM8W' }
const esims = [{ activationCode: `LPA:1$${canary.address}$${canary.matchingId}` }]

const codesIn = async (page: Page): Promise<readonly string[]> =>
  (await windowHeapStrings(page)).filter((text) => text.includes(canary.matchingId) || text.includes(canary.address))
const press = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click()

async function closeDialog(dialog: Locator): Promise<void> {
  await press(dialog, 'Close')
  await dialog.waitFor({ state: 'hidden' })
}

async function showCode(page: Page, card: Locator): Promise<Locator> {
  await press(card, 'Show QR')
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  await dialog.getByRole('img', { name: 'QR code of the activation code' }).waitFor()
  return dialog
}

test('the window holds a code that it shows, and no longer once the dialog is closed', async () => {
  const { page, card } = await openCustomer({ esims })
  const dialog = await showCode(page, card)
  expect(await codesIn(page)).not.toEqual([])
  await closeDialog(dialog)
  await expect.poll(() => codesIn(page)).toEqual([])
})

test('the window does not hold a code that was copied, saved and printed', async () => {
  const { page, card } = await openCustomer({ esims })
  await page.evaluate('window.print = () => undefined')
  const dialog = await showCode(page, card)
  await press(dialog, 'Save PDF')
  await dialog.getByText(/^Saved as /).waitFor()
  await closeDialog(dialog)
  await choose(card, 'More', 'Copy: Activation code')
  await page.getByText('Activation code copied').waitFor()
  await choose(card, 'More', 'Print')
  await expectEnabled(card.getByRole('button', { name: 'More', exact: true }))
  await expect.poll(() => codesIn(page)).toEqual([])
})

test('the window does not hold the last code once the page is left and the connection is closed', async () => {
  const { page, card } = await openCustomer({ esims })
  await closeDialog(await showCode(page, card))
  await page.evaluate("location.assign('#/settings')")
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.evaluate('window.desk.connections.close()')
  await expect.poll(() => codesIn(page)).toEqual([])
})
