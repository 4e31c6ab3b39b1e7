/**
 * The window holds no activation code once what showed or needed it has ended: searched for in a snapshot of the page's
 * heap after a forced collection, with all that a code is made into.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
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

test('a code that is shown is in the window, and no longer once its dialog is closed', async () => {
  const { page, card } = await openCustomer({ esims })
  const dialog = await showCode(page, card)
  expect(await codesIn(page)).not.toEqual([])
  await closeDialog(dialog)
  await expect.poll(() => codesIn(page)).toEqual([])
})

test('nor is one that was copied, saved and printed, in its dialog and without it', async () => {
  const { page, card } = await openCustomer({ esims })
  await page.evaluate('window.print = () => undefined')
  const dialog = await showCode(page, card)
  await press(dialog, 'Save PDF')
  await dialog.getByText(/^Saved as /).waitFor()
  await closeDialog(dialog)
  await press(card, 'Copy')
  await page.getByRole('menuitem', { name: 'Activation code' }).click()
  await page.getByText('Activation code copied').waitFor()
  await press(card, 'Print')
  await expect.poll(() => card.getByRole('button', { name: 'Print', exact: true }).isEnabled()).toBe(true)
  await expect.poll(() => codesIn(page)).toEqual([])
})

test('nor is the last one, once the page is left and the connection is closed', async () => {
  const { page, card } = await openCustomer({ esims })
  await closeDialog(await showCode(page, card))
  await page.evaluate("location.assign('#/settings')")
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.evaluate('window.desk.connections.close()')
  await expect.poll(() => codesIn(page)).toEqual([])
})
