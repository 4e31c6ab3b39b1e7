/** Purchases, as an agent makes them, with all their outcomes. The ledger of the sandbox decides. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import {
  connectedDesk,
  expectDisabled,
  expectEnabled,
  expectFocus,
  expectNoConsoleErrors,
  expectText,
  expectValue,
  gridOf,
  heading,
  openCustomer,
  outcome,
  packageRow,
  click,
  rowsOf,
  sharedDesk,
  textOf,
} from './journey.ts'

const shared = sharedDesk()

/** Opens the dialog for the first package that the inventory finds by this text. */
async function buy(page: Page, text: string): Promise<Locator> {
  await page.getByRole('link', { name: 'Inventory', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Find a package' }).fill(text)
  const row = rowsOf(page, 'Inventory').filter({ hasText: text }).first()
  await row.waitFor()
  if ((await row.getAttribute('aria-selected')) !== 'true') await row.click()
  return await reopened(page)
}

async function reopened(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Buy for a customer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy for a customer' })
  await dialog.waitFor()
  return dialog
}

async function fill(
  dialog: Locator,
  email: string,
  more: { readonly country?: string; readonly reference?: string } = {},
): Promise<void> {
  await dialog.getByLabel(/^E-mail/).fill(email)
  await dialog.getByLabel('Country', { exact: true }).fill(more.country ?? 'Germany')
  await dialog.getByLabel('IP address').fill('203.0.113.7')
  await dialog.getByLabel(/^Reference/).fill(more.reference ?? 'order 17')
}

async function topUp(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Top up', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Top up' })
  await dialog.getByRole('option').first().waitFor()
  return dialog
}

async function closeQr(page: Page): Promise<void> {
  const qr = page.getByRole('dialog', { name: 'Installation QR code' })
  await qr.getByRole('img', { name: /QR/ }).waitFor()
  await qr.getByRole('button', { name: 'Close', exact: true }).click()
  await qr.waitFor({ state: 'detached' })
}

const regional = 'Africa 500 MB'
const refusal = (detail: string) =>
  ({
    kind: 'status',
    status: 409,
    contentType: 'application/problem+json',
    body: JSON.stringify({ title: 'Refused', detail }),
  }) as const

const anotherSale = 'This is another sale: sell it again'

describe('for a new customer', () => {
  test('without a mouse an agent buys a package, the customer opens with it and its QR code, and is topped up twice', async () => {
    const scene = shared()
    const { page } = scene
    const hostile = '=1+1 <img src=x onerror=alert(1)> “ü” 漢字'
    const dialog = await buy(page, regional)
    await expectFocus(dialog.getByLabel(/^E-mail/))
    await page.keyboard.type('grace.hopper@example.org')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('fr')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2001:db8::7')
    await page.keyboard.press('Tab')
    await expectFocus(dialog.getByRole('link', { name: 'Selling by phone? Set a fixed address' }))
    await page.keyboard.press('Tab')
    // A package for a new eSIM begins with “At first use”.
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => dialog.getByRole('radio', { name: 'Now', exact: true }).isChecked()).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText(hostile)
    await page.keyboard.press('Enter')
    const button = dialog.getByRole('button', { name: 'Buy', exact: true })
    await expectEnabled(button)
    await expect.poll(() => dialog.getByRole('radio', { name: 'At first use' }).isChecked()).toBe(true)
    await expectText(dialog, /France|by itself .* at the latest/)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await accessibilityViolations(page)).toEqual([])
    }
    expect(await scene.executed('register')).toBe(0)
    for (
      let presses = 0;
      presses < 10 && !(await button.evaluate((element) => element === document.activeElement));
      presses++
    )
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    await heading(page, 'grace.hopper@example.org').waitFor()
    await closeQr(page)
    await outcome(page).filter({ hasText: 'Bought' }).waitFor()
    await packageRow(page, hostile).getByText('Waiting for first use').waitFor()
    expect(await scene.executed('register')).toBe(1)

    const second = await topUp(page)
    await expectText(second.getByRole('listbox'), /^Sold last to this customer/)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expectFocus(second.getByLabel(/^Reference/))
    await page.keyboard.type('second order')
    await second.getByText('Confirm beside the form that this is another sale.').waitFor()
    await expectDisabled(second.getByRole('button', { name: 'Buy', exact: true }))
    await second.getByRole('checkbox', { name: anotherSale }).click()
    await click(second, 'Buy')
    await packageRow(page, 'second order').waitFor()
    await outcome(page).filter({ hasText: 'Bought' }).first().waitFor()
    expect(await scene.executed('topUp')).toBe(1)

    const third = await topUp(page)
    await expectValue(third.getByLabel(/^Reference/), '')
    await page.keyboard.press('Enter')
    await third.getByRole('radio', { name: 'With a new eSIM' }).check()
    await third.getByLabel(/^Reference/).fill('third order')
    await third.getByRole('checkbox', { name: anotherSale }).click()
    await click(third, 'Buy')
    await closeQr(page)
    await packageRow(page, 'third order').waitFor()
    await expect.poll(() => page.getByRole('region', { name: /^eSIM \d+$/ }).count()).toBe(2)
    expect(await scene.executed('topUpWithProfile')).toBe(1)

    const fourth = await topUp(page)
    await fourth.getByLabel('Package', { exact: true }).fill('japan')
    await fourth.getByRole('option').first().click()
    await fourth.getByText(/belongs to a different country set than this customer\./).waitFor()
    await expectDisabled(fourth.getByRole('button', { name: 'Buy', exact: true }))
    expectNoConsoleErrors(scene.desk)
  })

  test('it opens with the QR code of the sale’s answer while the service doesn’t show it, and stays when it does', async () => {
    const scene = shared()
    const { page } = scene
    onTestFinished(async () => void (await scene.control.setVariants({ shownAfterReads: 0 })))
    await scene.control.setVariants({ shownAfterReads: 12 })
    const qr = page.getByRole('dialog', { name: 'Installation QR code' })
    const shownCode = async (): Promise<string> => {
      await qr.getByRole('img', { name: /QR/ }).waitFor()
      return await textOf(qr.getByRole('definition').nth(1))
    }
    const dialog = await buy(page, regional)
    await fill(dialog, 'early@example.org', { reference: 'early sale' })
    await click(dialog, 'Buy')
    await heading(page, 'early@example.org').waitFor()
    const ofSale = await shownCode()
    await closeQr(page)
    await outcome(page).filter({ hasText: 'Bought' }).waitFor()
    await packageRow(page, 'early sale').waitFor()
    await page.getByText("From the answer to the sale; the service doesn't show it yet").waitFor()

    const isShown = page.getByText('Up to date')
    await expect
      .poll(async () => {
        await click(page.locator('main'), 'Refresh')
        return await isShown.count()
      })
      .toBe(1)
    await packageRow(page, 'early sale').waitFor()
    await page.getByRole('button', { name: 'Show QR', exact: true }).click()
    expect([await shownCode(), ofSale]).toEqual([ofSale, expect.stringMatching(/^\S{8,} Copy/)])
    await closeQr(page)
    expect(await scene.executed('register')).toBe(1)
    expectNoConsoleErrors(scene.desk)
  })

  test('without a trace it stays on the page until a person records its outcome; a changed price or a daily limit stops it', async () => {
    const scene = await connectedDesk({ variants: { optional: ['retailPrice'] } })
    const { page } = scene
    await scene.control.setFaults([{ endpoint: 'register', kind: 'dropBefore' }])
    const dialog = await buy(page, regional)
    await fill(dialog, 'nobody@example.org')
    await click(dialog, 'Buy')
    await dialog.getByRole('status').filter({ hasText: 'Unconfirmed' }).waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    const line = page.getByRole('status', { name: 'Purchases for new customers' })
    await line.getByText('Unconfirmed').waitFor()
    const locked = await reopened(page)
    await locked.getByRole('button', { name: 'New form', exact: true }).click()
    await expectFocus(locked.getByLabel(/^E-mail/))
    await locked.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Check now', exact: true }).click()
    await page.getByRole('link', { name: 'Operations', exact: true }).click()
    await rowsOf(page, 'Operations').nth(1).click()
    const form = page.locator('form').filter({ has: page.getByRole('radio') })
    await form.getByRole('radio').nth(0).check()
    await form.getByRole('textbox').fill('The portal lists it')
    await form.getByRole('button').click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Inventory', exact: true }).click()
    await line.getByText('Bought').waitFor()
    await line.getByText('Recorded by a person.').waitFor()
    expect(await scene.executed('register')).toBe(0)

    await page.clock.install()
    const open = await reopened(page)
    await expectValue(open.getByLabel(/^E-mail/), '')
    await fill(open, 'price@example.org')
    await expectEnabled(open.getByRole('button', { name: 'Buy', exact: true }))
    const item = (await scene.portal.inventory()).find((each) => each.name.startsWith(regional))
    await scene.portal.setRetailPrice(item?.id ?? '', 77.77)
    await page.clock.fastForward('02:00')
    await open.getByText('Something changed while this was open').waitFor()
    await open.getByRole('cell', { name: '$77.77' }).waitFor()
    await expect.poll(() => open.getByRole('button', { name: 'Buy', exact: true }).count()).toBe(0)
    await open.getByRole('button', { name: 'Continue', exact: true }).click()
    await expectFocus(open.getByRole('button', { name: 'Cancel', exact: true }))
    await expectValue(open.getByLabel(/^E-mail/), 'price@example.org')
    await open.getByRole('button', { name: 'Cancel', exact: true }).click()

    await page.evaluate(async () => {
      const bridge: unknown = Reflect.get(window, 'desk')
      await (bridge as { operations: { setRules: (rules: object) => Promise<unknown> } }).operations.setRules({
        userCountry: 'FR',
        userIp: '198.51.100.1',
        metatag: '{id} {reference}',
        dailyLimit: '0.10',
      })
    })
    const limited = await reopened(page)
    await limited.getByText('France, set for this connection').waitFor()
    expect(await limited.getByLabel('IP address').getByRole('textbox').count()).toBe(0)
    await limited.getByText("It would go over this connection's daily limit.").waitFor()
    await expectDisabled(limited.getByRole('button', { name: 'Buy', exact: true }))
    expect(await scene.executed('register')).toBe(0)
  })
})

describe('for an existing customer', () => {
  test('a top-up of another country set leads to a sale to a new customer with the same address', async () => {
    const scene = shared()
    const { page } = scene
    const inventory = await scene.portal.inventory()
    const own = inventory.find(({ name }) => name.startsWith(regional))
    const other = inventory.find(
      (item) => item.countrySet !== own?.countrySet && (item.includedCountries ?? []).length > 1,
    )
    if (own === undefined || other === undefined) throw new Error('The sandbox has too few packages')
    const dialog = await buy(page, regional)
    await fill(dialog, 'roaming@example.org')
    await click(dialog, 'Buy')
    await heading(page, 'roaming@example.org').waitFor()
    await closeQr(page)

    const added = await topUp(page)
    await added.getByLabel('Package', { exact: true }).fill(other.name)
    await page.keyboard.press('Enter')
    await added.getByText(`${other.name} belongs to a different country set than this customer.`).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await click(added, 'Sell with a new record')
    const instead = page.getByRole('dialog', { name: 'Buy for a customer' })
    await expectValue(instead.getByLabel(/^E-mail/), 'roaming@example.org')
    await instead.getByRole('heading', { name: other.name, exact: true }).waitFor()
    await instead.getByText('A new record for the same person').waitFor()
    expect(await added.count()).toBe(0)
    await instead.getByLabel('Country', { exact: true }).fill('Portugal')
    await page.keyboard.press('Enter')
    await instead.getByLabel('IP address').fill('203.0.113.7')
    const registered = await scene.executed('register')
    await click(instead, 'Buy')
    await expect.poll(() => scene.executed('register')).toBe(registered + 1)
    await gridOf(page, 'Packages').getByText(other.name, { exact: true }).first().waitFor()
    await heading(page, 'roaming@example.org').waitFor()
    expect(await scene.executed('topUp')).toBe(0)
  })

  test('another country set is refused with the service’s text; twenty clicks execute once; the window asks before closing', async () => {
    const scene = shared()
    const { page } = scene
    const sample = await scene.control.sample('usable')
    const { countrySet } = await scene.control.customer(sample.uid)
    const other = (await scene.portal.inventory()).find(
      (item) => item.countrySet !== countrySet && (item.includedCountries ?? []).length > 1,
    )
    const dialog = await buy(page, other?.name ?? '')
    await dialog.getByRole('radio', { name: 'An existing customer' }).check()
    await dialog.getByRole('combobox', { name: 'Customer' }).fill(sample.uid)
    await dialog.getByRole('button', { name: 'Choose another', exact: true }).waitFor()
    await click(dialog, 'Buy')
    await dialog
      .getByRole('status')
      .filter({ hasText: 'Rejected' })
      .getByText(/The service says/)
      .waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await scene.executed('topUp')).toBe(0)
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()

    const bought = await scene.portal.register({ email: 'twenty@example.org' })
    await openCustomer(page, bought.uid, 'twenty@example.org')
    await scene.control.setFaults([{ endpoint: 'topUp', kind: 'latency', ms: 3000 }])
    const several = await topUp(page)
    await page.keyboard.press('Enter')
    // The portal has sold the same package a moment ago.
    await several.getByRole('checkbox', { name: anotherSale }).click()
    const button = several.getByRole('button', { name: 'Buy', exact: true })
    await expectEnabled(button)
    await button.evaluate((element) => {
      for (let index = 0; index < 20; index++) if (element instanceof HTMLElement) element.click()
    })
    await expect
      .poll(() => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))))
      .toBe(true)
    await page.getByText("Waiting for the service's answer").waitFor()
    // The field that had the focus is disabled by now.
    await expectFocus(several.locator('footer').getByRole('status'))
    await outcome(page).filter({ hasText: 'Bought' }).waitFor()
    expect(await scene.executed('topUp')).toBe(1)
    await gridOf(page, 'Packages').waitFor()
  })
})

// The last tests on the shared desk, because they end with a service that has stopped.
describe('a purchase that', () => {
  test('is refused, lost or not sent is explained, keeps what was typed, and opens its customer if it succeeded after all', async () => {
    const scene = shared()
    const { page } = scene
    await scene.control.setFaults([{ endpoint: 'register', ...refusal('Not enough credits') }])
    const dialog = await buy(page, regional)
    await fill(dialog, 'ada@')
    await dialog.getByText('Not an e-mail address').waitFor()
    await expectDisabled(dialog.getByRole('button', { name: 'Buy', exact: true }))
    await dialog.getByLabel(/^E-mail/).fill('ada@example.org')
    await dialog.getByLabel(/^Reference/).fill('x'.repeat(10_000))
    await dialog.getByText('that would be 10,000 characters').waitFor()
    await expectValue(dialog.getByLabel(/^Reference/), 'order 17')
    await click(dialog, 'Buy')
    await dialog.getByRole('status').filter({ hasText: 'Rejected' }).getByText('Not enough credits').waitFor()
    await expectFocus(dialog.getByRole('status').filter({ hasText: 'Rejected' }))
    expect(await scene.executed('register')).toBe(0)
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()

    const reopenedDialog = await reopened(page)
    await expectValue(reopenedDialog.getByLabel(/^E-mail/), 'ada@example.org')
    await expectValue(reopenedDialog.getByLabel('Country', { exact: true }), 'Germany')
    await reopenedDialog.getByRole('checkbox', { name: 'It is for the caller whom I have now' }).check()
    await click(reopenedDialog, 'Buy')
    await heading(page, 'ada@example.org').waitFor()
    expect(await scene.executed('register')).toBe(1)

    await closeQr(page)
    await scene.control.setFaults([
      { endpoint: 'register', kind: 'dropAfter' },
      { endpoint: 'customers', kind: 'status', status: 503, times: 'always' },
      { endpoint: 'search', kind: 'status', status: 503, times: 'always' },
    ])
    const lost = await buy(page, regional)
    await fill(lost, 'lost@example.org')
    await click(lost, 'Buy')
    const line = lost.getByRole('status').filter({ hasText: 'Unconfirmed' })
    await line.getByText("Don't submit again").waitFor()
    await line.getByText(/next check in/).waitFor()
    await expectFocus(line)
    await expect.poll(() => lost.getByRole('button', { name: 'Buy', exact: true }).count()).toBe(0)
    await expectDisabled(lost.getByLabel(/^E-mail/))
    await scene.control.clearFaults()
    await heading(page, 'lost@example.org').waitFor()
    await outcome(page).filter({ hasText: 'Bought' }).waitFor()
    expect(await scene.executed('register')).toBe(2)

    await closeQr(page)
    const unsent = await buy(page, regional)
    await fill(unsent, 'later@example.org')
    await expectEnabled(unsent.getByRole('button', { name: 'Buy', exact: true }))
    await scene.sandbox.stop()
    await unsent.getByRole('button', { name: 'Buy', exact: true }).click()
    await unsent.getByRole('status').filter({ hasText: 'Not sent' }).waitFor()
    await expectValue(unsent.getByLabel(/^E-mail/), 'later@example.org')
  })
})
