/**
 * A customer with an unused package where it does not work, or on an eSIM that has failed: the agent refunds it and
 * sells another one in one dialog. The ledger of the sandbox decides what was done.
 *
 * @module-tag core
 */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import { nextQuestion } from '../support/questions.ts'
import {
  click,
  expectEnabled,
  expectFocus,
  expectNoConsoleErrors,
  openCustomer,
  outcome,
  sharedDesk,
  type Scene,
} from './journey.ts'

const shared = sharedDesk()
const bar = (page: Page): Locator => page.getByRole('region', { name: "Why it doesn't work" })
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Refund and replace' })
let customers = 0

/** A new customer with an unused package for Portugal, on the page. */
async function showNew({ page, portal, control }: Scene, eSim: 'works' | 'failed') {
  customers += 1
  const email = `replace-${String(customers)}@example.org`
  const pack = (await portal.inventory()).find(({ countrySet, amount }) => countrySet === 'PT' && !amount)
  if (pack === undefined) throw new Error('The sandbox sells nothing for Portugal')
  const { uid } = await portal.register({ email, inventoryItemId: pack.id, mode: 'NOW' })
  // What another desk sold a moment ago would have to be acknowledged.
  await control.advance('20 minutes')
  const { relatedEsims } = await portal.customer(uid)
  if (eSim === 'failed') await control.failToInstall(relatedEsims[0]?.iccid ?? '')
  await openCustomer(page, uid, email)
  return { uid, email, name: pack.name }
}

async function sayCountry(page: Page, country: string): Promise<void> {
  await bar(page).getByRole('combobox', { name: 'Customer is in' }).fill(country)
  await page.keyboard.press('Enter')
}

/** Fills in what the service needs of a new record. */
async function fillResidence(dialog: Locator): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Country' }).fill('Germany')
  await dialog.getByRole('combobox', { name: 'Country' }).press('Enter')
  await dialog.getByRole('textbox', { name: 'IP address' }).fill('192.0.2.7')
}

async function open(page: Page): Promise<Locator> {
  await bar(page).getByRole('button', { name: 'Refund and replace', exact: true }).click()
  const dialog = dialogOf(page)
  await expectFocus(dialog.getByRole('button', { name: 'Cancel', exact: true }))
  return dialog
}

test(
  'in another country the unused package is refunded and one for that country is sold to the same person',
  { tags: ['journey'] },
  async () => {
    const scene = shared()
    const { page } = scene
    const { email, name } = await showNew(scene, 'works')
    const before = await scene.executed('register')
    await sayCountry(page, 'Japan')
    await bar(page).getByText(`“${name}” is unused: refund it, then sell`).first().waitFor()
    const dialog = await open(page)
    await expect.poll(() => dialog.getByRole('combobox').first().textContent()).toContain('Wrong package')
    expect(await accessibilityViolations(page)).toEqual([])
    await click(dialog, 'Refund')
    await dialog.getByText(`Refunded: “${name}”`).waitFor()
    expect([await scene.executed('refund'), await scene.executed('register')]).toEqual([1, before])
    await fillResidence(dialog)
    await expectEnabled(dialog.getByRole('button', { name: 'Buy', exact: true }))
    expect(await accessibilityViolations(page)).toEqual([])
    await click(dialog, 'Buy')
    await dialog.waitFor({ state: 'hidden' })
    await outcome(page).filter({ hasText: 'Bought' }).waitFor()
    await page.getByRole('heading', { name: email }).first().waitFor()
    expect([await scene.executed('refund'), await scene.executed('register')]).toEqual([1, before + 1])
    expectNoConsoleErrors(scene.desk)
  },
)

test('on an eSIM that has failed the package is refunded and sold again with a new eSIM, with four presses', async () => {
  const scene = shared()
  const { page } = scene
  const { name } = await showNew(scene, 'failed')
  const dialog = await open(page)
  await click(dialog, 'Refund')
  await dialog.getByText(`Refunded: “${name}”`).waitFor()
  await expectEnabled(dialog.getByRole('button', { name: 'Buy', exact: true }))
  await click(dialog, 'Buy')
  await dialog.waitFor({ state: 'hidden' })
  await outcome(page).filter({ hasText: 'Bought' }).waitFor()
  expect([await scene.executed('refund'), await scene.executed('topUpWithProfile')]).toEqual([1, 1])
})

test('the agent may stop after the refund, and the page then offers a sale', async () => {
  const scene = shared()
  const { page } = scene
  const { name } = await showNew(scene, 'works')
  const before = await scene.executed('register')
  await sayCountry(page, 'Japan')
  const dialog = await open(page)
  await click(dialog, 'Refund')
  await dialog.getByText(`Refunded: “${name}”`).waitFor()
  await click(dialog, 'Stop here')
  await dialog.waitFor({ state: 'hidden' })
  await outcome(page).filter({ hasText: 'Refunded' }).waitFor()
  await expectFocus(bar(page).getByRole('button', { name: 'Sell Japan', exact: true }))
  expect([await scene.executed('refund'), await scene.executed('register')]).toEqual([1, before])
})

describe('by the keyboard alone', () => {
  test('the whole dialog can be used', async () => {
    const scene = shared()
    const { page } = scene
    const { name } = await showNew(scene, 'failed')
    await bar(page).getByRole('button', { name: 'Refund and replace', exact: true }).focus()
    await page.keyboard.press('Enter')
    const dialog = dialogOf(page)
    await expectFocus(dialog.getByRole('button', { name: 'Cancel', exact: true }))
    await expectEnabled(dialog.getByRole('button', { name: 'Refund', exact: true }))
    await page.keyboard.press('Control+Enter')
    await dialog.getByText(`Refunded: “${name}”`).waitFor()
    await expectEnabled(dialog.getByRole('button', { name: 'Buy', exact: true }))
    await page.keyboard.press('Control+Enter')
    await outcome(page).filter({ hasText: 'Bought' }).waitFor()
    expect([await scene.executed('refund'), await scene.executed('topUpWithProfile')]).toEqual([1, 1])
  })
})

test('a refund that is accepted and not shown is reported, and the sale is asked about outside of the window', async () => {
  const scene = shared()
  const { page, control, desk } = scene
  await control.setVariants({ refundResult: 'unchanged' })
  onTestFinished(async () => void (await control.setVariants({ refundResult: 'status' })))
  const { name } = await showNew(scene, 'failed')
  const dialog = await open(page)
  await click(dialog, 'Refund')
  await dialog.getByText(`Refund accepted, not shown: “${name}”`).waitFor()
  await click(dialog, 'Sell all the same')
  await expectEnabled(dialog.getByRole('button', { name: 'Buy', exact: true }))
  await click(dialog, 'Buy')
  const question = await nextQuestion(desk)
  expect(question.text).toContain('The service has accepted a refund for this customer and does not show it.')
  expect(await scene.executed('topUpWithProfile')).toBe(0)
  await question.answer('yes')
  await dialog.waitFor({ state: 'hidden' })
  expect([await scene.executed('refund'), await scene.executed('topUpWithProfile')]).toEqual([1, 1])
})

test('after a reload between the two the page shows the refund and offers the sale', async () => {
  const scene = shared()
  const { page } = scene
  const { uid, email, name } = await showNew(scene, 'failed')
  const dialog = await open(page)
  await click(dialog, 'Refund')
  await dialog.getByText(`Refunded: “${name}”`).waitFor()
  await page.reload()
  await openCustomer(page, uid, email)
  await bar(page).getByRole('button', { name: 'Sell more data', exact: true }).click()
  await page.getByRole('dialog', { name: 'Top up' }).waitFor()
  expect([await scene.executed('refund'), await scene.executed('topUpWithProfile')]).toEqual([1, 0])
})
