/** The sandbox's panel: what is clicked there happens to the customer on the page. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accessibilityViolations } from '../support/accessibility.ts'
import { startDesk } from '../support/desk.ts'
import { eventually } from '../support/eventually.ts'
import {
  connectedDesk,
  expectFocus,
  expectNoConsoleErrors,
  gridOf,
  heading,
  openCustomer,
  outcome,
  click,
  reloadWindow,
  searchField,
  shared,
} from './journey.ts'

const Found = z.object({ uid: z.string(), email: z.string().nullable(), iccid: z.string() }).nullable()

/**
 * Finds a customer with an eSIM that is not installed and a package that can be refunded, as an outside program would.
 */
async function refundableCustomer(
  page: Page,
): Promise<{ readonly uid: string; readonly email: string | null; readonly iccid: string }> {
  const find = `(async () => {
    const { value } = await desk.customers.list({ limit: 300 })
    for (const { uid } of value.rows) {
      const { value: view } = await desk.customers.get({ uid })
      const esim = view.esims.find(({ state }) => state === 'released')
      const isSingle = view.esims.length === 1 && view.items.length === 1
      if (esim !== undefined && isSingle && view.items.some(({ refund }) => refund.possible))
        return { uid, email: view.email, iccid: esim.iccid }
    }
    return null
  })()`
  return await eventually(async () => {
    const found = Found.parse(await page.evaluate(find))
    if (found === null) throw new Error('The sandbox has no such customer')
    return found
  })
}

/** The greatest distance in pixels between an edge of the tour's ring and the same edge of the element. */
async function distance(page: Page, target: Locator): Promise<number> {
  const [ring, box] = await Promise.all([page.locator('.ring').boundingBox(), target.boundingBox()])
  if (ring === null || box === null) return Infinity
  const edges = ({ x, y, width, height }: typeof ring): readonly number[] => [x, y, x + width, y + height]
  return Math.max(...edges(ring).map((edge, index) => Math.abs(edge - (edges(box)[index] ?? Infinity))))
}

describe('in the sandbox', () => {
  const scene = shared(async (atEnd) => {
    const desk = await startDesk()
    atEnd(() => desk.close())
    await desk.page.getByRole('button', { name: 'Try the sandbox', exact: true }).click()
    await searchField(desk.page).waitFor()
    const beginTest = async (): Promise<void> => {
      await reloadWindow(desk)
      await searchField(desk.page).waitFor()
    }
    return { value: desk, beginTest }
  })

  test('what the state of an eSIM does not allow is not offered, and a refusal is explained', async () => {
    const { page } = scene()
    const { uid, email } = await refundableCustomer(page)
    await openCustomer(page, uid, email)
    await page.getByText('Simulate').click()
    await page.getByRole('button', { name: 'Install', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Enable', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Use data', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'The sandbox refused this.' }).waitFor()
  })

  test('an eSIM is installed, its device enters Japan, and the next refund loses its answer', async () => {
    const desk = scene()
    const { page } = desk
    const { uid, email, iccid } = await refundableCustomer(page)
    await openCustomer(page, uid, email)
    await page.getByText('Simulate').click()
    const esim = page.getByRole('region', { name: `eSIM ${iccid}` })
    await esim.getByText('Not installed', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await esim.getByText('Installed', { exact: true }).waitFor()
    await page.getByText('Installed 1 of 5 times').waitFor()
    // The next read shows the difference.
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.getByText(/^eSIM .*: Not installed → Installed$/).waitFor()

    await page.getByRole('combobox', { name: 'Country', exact: true }).selectOption({ label: 'Japan' })
    await page.getByRole('button', { name: 'Go there', exact: true }).click()
    await page.getByText('Last network: Japan').waitFor()

    const set = page.getByRole('button', { name: 'Set', exact: true })
    await set.click()
    await page.getByText('Refund · Done, but the answer is lost · once').waitFor()
    await expectFocus(set)
    await gridOf(page, 'Packages').getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund this package?' })
    await click(dialog, 'Refund')
    // The desk detects it automatically.
    await outcome(page).filter({ hasText: 'Refunded' }).waitFor()

    await page.getByRole('button', { name: '90 days later' }).click()
    await page.getByText('Nothing goes wrong.').waitFor()
    // Most packages end within that time, and the list of customers says so.
    await page.keyboard.press('Control+1')
    const filters = page.getByRole('group', { name: 'Filter the customers' })
    await expect
      .poll(async () => {
        const texts = await filters.getByRole('button').allTextContents()
        const countOf = (name: string): number =>
          Number(texts.find((text) => text.trim().startsWith(name))?.replaceAll(/\D/g, '') ?? 0)
        return countOf('Expired') > countOf('All') / 2
      })
      .toBe(true)
    expectNoConsoleErrors(desk)
  })

  test('without a mail server the sandbox keeps the e-mail with the code, and shows it', async () => {
    const desk = scene()
    const { page } = desk
    const { uid, email } = await refundableCustomer(page)
    if (email === null) throw new Error('The customer has no e-mail address')
    await openCustomer(page, uid, email)
    await page.keyboard.press('m')
    const mailing = page.getByRole('dialog', { name: 'E-mail the installation' })
    await mailing.getByText('The sandbox sends nothing').waitFor()
    await page.keyboard.press('Control+Enter')
    await mailing
      .getByRole('status')
      .filter({ hasText: `Sent to ${email}` })
      .waitFor()
    await page.keyboard.press('Escape')

    await page.getByText('Simulate').click()
    const kept = page.getByRole('list', { name: 'Kept e-mails' })
    await kept.getByText(email).waitFor()
    await kept.getByRole('button', { name: `Read the e-mail to ${email}` }).click()
    const dialog = page.getByRole('dialog', { name: 'E-mail kept by the sandbox' })
    const text = dialog.getByLabel('Text of the e-mail')
    await text.getByText(/LPA:1\$|SM-DP\+/).waitFor()
    await dialog.getByText(/^eSIM .*\.pdf/).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await page
      .getByRole('combobox', { name: 'Next e-mail' })
      .selectOption({ label: 'The next one arrives, but the answer is lost' })
    await page.getByRole('button', { name: 'E-mail', exact: true }).click()
    await click(mailing, 'Send')
    await mailing
      .getByRole('status')
      .filter({ hasText: `Unconfirmed: it may have reached ${email}` })
      .waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => kept.getByRole('listitem').count()).toBe(2)
    expectNoConsoleErrors(desk)
  })

  test('the tour points at each of its six elements, keeps the focus, and is left with Escape', async () => {
    const desk = scene()
    const { page } = desk
    await page.getByRole('button', { name: 'Take the tour' }).click()
    const tour = page.getByRole('region', { name: 'Tour', exact: true })
    await tour.waitFor()
    for (const [index, step] of ['search', 'verdict', 'activate', 'refund', 'qr', 'operations'].entries()) {
      await tour.getByRole('heading', { name: `${String(index + 1)} of 6` }).waitFor()
      const target = page.locator(`[data-tour="${step}"]`).first()
      await target.waitFor()
      await expect.poll(() => distance(page, target)).toBeLessThan(8)
      if (index > 0 && index < 5) expect(await accessibilityViolations(page)).toEqual([])
      if (index < 5) await tour.getByRole('button', { name: 'Next', exact: true }).press('Enter')
    }
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Finish')
    await page.keyboard.press('Escape')
    await tour.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('desk.settings.get().then(({ value }) => value.tour)')).toBe('left')
    expectNoConsoleErrors(desk)
  })

  test('a call of the training is judged by what the journal says', async () => {
    const desk = scene()
    const { page } = desk
    await page.getByRole('button', { name: 'Training', exact: true }).click()
    await page.getByRole('button', { name: 'Start “Refund refused”' }).click()
    const training = page.getByRole('region', { name: 'Training', exact: true })
    await training.getByText('please give me my money back').waitFor()
    await training.getByRole('button', { name: 'How did I do?' }).click()
    await expect.poll(() => training.getByRole('listitem').allTextContents()).toHaveLength(2)
    await gridOf(page, 'Packages')
      .getByRole('button', { name: /^Refund/ })
      .click()
    await click(page.getByRole('dialog', { name: 'Refund this package?' }), 'Refund')
    await outcome(page).filter({ hasText: 'This item has been used.' }).waitFor()
    await training.getByText('Everything is done. Well handled.').waitFor()
    expectNoConsoleErrors(desk)
  })
})

test("a service that is not the sandbox of this desk has no panel and can't be controlled by it", async () => {
  const { page, control } = await connectedDesk({ customers: 100 })
  const sample = await control.sample('usedItem')
  await openCustomer(page, sample.uid, sample.email)
  await gridOf(page, 'Packages').waitFor()
  await heading(page, sample.email ?? 'Customer without e-mail').waitFor()
  expect(await page.getByText('Simulate').count()).toBe(0)
  expect(await page.getByRole('button', { name: /tour|Training/ }).count()).toBe(0)
  expect(await page.evaluate(`desk.sandbox.act({ act: 'clearFaults' })`)).toMatchObject({
    ok: false,
    error: { code: 'not_sandbox' },
  })
})
