/**
 * Activations and refunds, as an agent performs them, with all their outcomes. The ledger of the sandbox decides.
 *
 * @module-tag core
 */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Sample } from '../support/control.ts'
import {
  checkNow,
  connectedDesk,
  expectEnabled,
  expectFocus,
  expectNoConsoleErrors,
  expectText,
  giveRefundReason,
  gridOf,
  openCustomer,
  outcome,
  packageRow,
  click,
  rowsOf,
  sharedDesk,
  textOf,
  type Scene,
} from './journey.ts'

const shared = sharedDesk()

async function show(page: Page, sample: Sample): Promise<void> {
  await openCustomer(page, sample.uid, sample.email)
  await packageRow(page, sample.metatag ?? '').waitFor()
}

async function openDialog(page: Page, sample: Sample, button: 'Activate now' | 'Refund') {
  await packageRow(page, sample.metatag ?? '')
    .getByRole('button', { name: button, exact: true })
    .click()
  const dialog = page.getByRole('dialog', {
    name: button === 'Refund' ? 'Refund this package?' : 'Activate this package?',
  })
  await dialog.waitFor()
  return dialog
}

/** The number of times that the desk has read a customer from the service. */
const readsOf = async ({ control }: Scene): Promise<number> => (await control.state()).counts.requests['customer'] ?? 0

describe('activate', () => {
  test('an ON_DEMAND package is activated with two clicks, and the page says so', { tags: ['journey'] }, async () => {
    const scene = shared()
    const sample = await scene.itemSample('activatable')
    await show(scene.page, sample)
    const dialog = await openDialog(scene.page, sample, 'Activate now')
    await expectFocus(dialog.getByRole('button', { name: 'Cancel', exact: true }))
    await click(dialog, 'Activate')
    await outcome(scene.page).filter({ hasText: 'Activated' }).waitFor()
    expect(await scene.executed('activate')).toBe(1)
    await expectText(packageRow(scene.page, sample.metatag ?? ''), 'Active')
    expectNoConsoleErrors(scene.desk)
  })

  test('cancelling sends nothing', async () => {
    const scene = shared()
    const sample = await scene.itemSample('activatable')
    await show(scene.page, sample)
    const dialog = await openDialog(scene.page, sample, 'Activate now')
    await click(dialog, 'Cancel')
    await dialog.waitFor({ state: 'hidden' })
    expect(await scene.executed('activate')).toBe(0)
    expect(await outcome(scene.page).count()).toBe(0)
  })

  test('after a lost answer the desk checks the outcome itself and does not send again', async () => {
    const scene = shared()
    const sample = await scene.itemSample('activatable')
    await show(scene.page, sample)
    await scene.control.setFaults([{ endpoint: 'activate', kind: 'dropAfter' }])
    await click(await openDialog(scene.page, sample, 'Activate now'), 'Activate')
    await outcome(scene.page)
      .filter({ hasText: 'Activated' })
      .filter({ hasText: "Whether this request activated it isn't known" })
      .waitFor()
    expect(await scene.executed('activate')).toBe(1)
  })

  test('the outcome stays unknown while the service can not be read, and a check resolves it', async () => {
    const scene = shared()
    const sample = await scene.itemSample('activatable')
    await show(scene.page, sample)
    const dialog = await openDialog(scene.page, sample, 'Activate now')
    await expectEnabled(dialog.getByRole('button', { name: 'Activate', exact: true }))
    await scene.control.setFaults([
      { endpoint: 'activate', kind: 'dropAfter' },
      { endpoint: 'customer', kind: 'proxyPage', status: 403, times: 'always' },
    ])
    await click(dialog, 'Activate')
    await outcome(scene.page).filter({ hasText: 'Unconfirmed' }).waitFor()
    await scene.control.clearFaults()
    await checkNow(scene.page, outcome(scene.page).filter({ hasText: 'Activated' }).waitFor())
    expect(await scene.executed('activate')).toBe(1)
  })
})

describe('refund', () => {
  test('an unused package bought with credits is refunded with a reason', async () => {
    const scene = shared()
    const sample = await scene.itemSample('refundable')
    await show(scene.page, sample)
    const dialog = await openDialog(scene.page, sample, 'Refund')
    await giveRefundReason(dialog)
    await click(dialog, 'Refund')
    await outcome(scene.page).filter({ hasText: 'Refunded' }).waitFor()
    expect(await scene.executed('refund')).toBe(1)
    const row = packageRow(scene.page, sample.metatag ?? '')
    await row.getByText('Refunded', { exact: true }).first().waitFor()
    await expect.poll(() => textOf(row)).not.toMatch(/ left|active already/i)
    await scene.page.getByRole('link', { name: 'Operations', exact: true }).click()
    await expectText(rowsOf(scene.page, 'Operations').nth(1), /\+\$\d/)
    expectNoConsoleErrors(scene.desk)
  })

  test("the service's refusal is shown with its own reason", async () => {
    const scene = shared()
    const sample = await scene.itemSample('refundable')
    await show(scene.page, sample)
    await scene.control.setFaults([
      {
        endpoint: 'refund',
        kind: 'status',
        status: 409,
        contentType: 'application/problem+json',
        body: '{"title":"Refund refused","detail":"The monthly maximum of refunds is reached"}',
      },
    ])
    const dialog = await openDialog(scene.page, sample, 'Refund')
    await giveRefundReason(dialog)
    await click(dialog, 'Refund')
    await outcome(scene.page)
      .filter({ hasText: 'Rejected' })
      .filter({ hasText: 'The monthly maximum of refunds is reached' })
      .waitFor()
    expect(await scene.executed('refund')).toBe(0)
    // A new attempt shows it first.
    const again = await openDialog(scene.page, sample, 'Refund')
    await again.getByRole('note').filter({ hasText: 'The monthly maximum of refunds is reached' }).waitFor()
  })

  test(
    'a lost answer without a trace stays unknown, is never sent twice, and a person can record how it ended',
    { tags: ['journey'] },
    async () => {
      const scene = shared()
      const sample = await scene.itemSample('refundable')
      await show(scene.page, sample)
      await scene.control.setFaults([{ endpoint: 'refund', kind: 'dropBefore' }])
      const dialog = await openDialog(scene.page, sample, 'Refund')
      await giveRefundReason(dialog)
      await click(dialog, 'Refund')
      await outcome(scene.page).filter({ hasText: 'Unconfirmed' }).waitFor()
      const reads = await readsOf(scene)
      await scene.page.getByRole('button', { name: 'Check now', exact: true }).first().click()
      await expect.poll(() => readsOf(scene)).toBeGreaterThan(reads)
      await outcome(scene.page).filter({ hasText: 'Unconfirmed' }).waitFor()
      expect(await scene.executed('refund')).toBe(0)
      const row = packageRow(scene.page, sample.metatag ?? '')
      await row.getByText('Operation not finished', { exact: true }).waitFor()
      expect(await row.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
      await scene.page.getByRole('link', { name: 'Operations', exact: true }).click()
      await rowsOf(scene.page, 'Operations').nth(1).click()
      const form = scene.page
        .getByRole('form')
        .or(scene.page.locator('form'))
        .filter({ has: scene.page.getByRole('radio') })
      await form.getByRole('radio').nth(1).check()
      await form.getByRole('textbox').fill('The operator has not seen it yet')
      await form.getByRole('button').click()
      await form.getByText('It is too early to say that this did not happen.').waitFor()
      await form.getByRole('radio').nth(0).check()
      await form.getByRole('textbox').fill('The operator has refunded it by a ticket')
      await form.getByRole('button').click()
      await form.waitFor({ state: 'detached' })
      await scene.page.getByText('Confirmed', { exact: true }).first().waitFor()
      expect(await scene.executed('refund')).toBe(0)
    },
  )

  test("a used package can't be refunded, and says why in place of the button", async () => {
    const scene = shared()
    const sample = await scene.itemSample('usedItem')
    await show(scene.page, sample)
    const row = packageRow(scene.page, sample.metatag ?? '')
    await row.getByText("Can't refund: data used", { exact: true }).waitFor()
    expect(await row.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
    await expectText(row, 'only unused packages are refunded')
  })

  test("if the service can't be reached, nothing is sent and the page says so", async () => {
    const scene = await connectedDesk()
    const sample = await scene.itemSample('refundable')
    await show(scene.page, sample)
    const dialog = await openDialog(scene.page, sample, 'Refund')
    await giveRefundReason(dialog)
    await expectEnabled(dialog.getByRole('button', { name: 'Refund', exact: true }))
    await scene.sandbox.stop()
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await outcome(scene.page).filter({ hasText: 'Not sent' }).waitFor()
  })
})

test('twenty clicks cause one execution', async () => {
  const scene = shared()
  const sample = await scene.itemSample('activatable')
  await show(scene.page, sample)
  await scene.control.setFaults([{ endpoint: 'activate', kind: 'latency', ms: 1500 }])
  const dialog = await openDialog(scene.page, sample, 'Activate now')
  const button = dialog.getByRole('button', { name: 'Activate', exact: true })
  await expectEnabled(button)
  await button.evaluate((element) => {
    for (let index = 0; index < 20; index++) if (element instanceof HTMLElement) element.click()
  })
  await outcome(scene.page).filter({ hasText: 'Activated' }).waitFor()
  expect(await scene.executed('activate')).toBe(1)
})

test('the reason why the window waits before closing can be read over the dialog that sends', async () => {
  const scene = shared()
  const { page } = scene
  const sample = await scene.itemSample('activatable')
  await show(page, sample)
  await scene.control.setFaults([{ endpoint: 'activate', kind: 'late', ms: 2500 }])
  await click(await openDialog(page, sample, 'Activate now'), 'Activate')
  // The browser sends this event when a person closes the window.
  const asksFirst = (): Promise<boolean> =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await expect.poll(asksFirst).toBe(true)
  const explanation = page.getByText("Waiting for the service's answer")
  await explanation.waitFor()
  const isUncovered = await explanation.evaluate((text) => {
    const { left, top, width, height } = text.getBoundingClientRect()
    return text.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isUncovered).toBe(true)
  await outcome(page).filter({ hasText: 'Activated' }).waitFor()
  await explanation.waitFor({ state: 'detached' })
})

test('the journal lists what was done, with every transition', async () => {
  const scene = shared()
  const sample = await scene.itemSample('activatable')
  await show(scene.page, sample)
  await click(await openDialog(scene.page, sample, 'Activate now'), 'Activate')
  await outcome(scene.page).filter({ hasText: 'Activated' }).waitFor()
  await scene.page.getByRole('link', { name: 'Operations', exact: true }).click()
  await gridOf(scene.page, 'Operations').waitFor()
  const row = rowsOf(scene.page, 'Operations').nth(1)
  await row.waitFor()
  await expectText(row, /Activat/)
  expect(await textOf(row)).not.toContain('$')
  await row.click()
  await scene.page.getByText('Price of the package', { exact: true }).waitFor()
  await scene.page.getByText('The service answered that it is done.', { exact: true }).waitFor()
  for (const state of ['Prepared', 'Sending', 'Confirmed'])
    await scene.page.getByText(state, { exact: true }).first().waitFor()
})
