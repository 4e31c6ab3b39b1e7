/** What the bar on a customer's page says about customers of the sandbox, and what its button and fields do. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { accessibilityViolations } from '../support/accessibility.ts'
import { startDesk } from '../support/desk.ts'
import { packagesOf, runOperation } from '../support/bridge.ts'
import { eventually } from '../support/eventually.ts'
import { expectFocus, expectNoConsoleErrors, goTo, reloadWindow, searchField, shared } from './journey.ts'

const bar = (page: Page): Locator => page.getByRole('region', { name: "Why it doesn't work" })

/**
 * Finds the first customer whose one eSIM has this state and whose packages have these phases. Of an eSIM that is not
 * installed the bar says something else within an hour after the sale, so such customers are left out.
 */
async function customerWith(page: Page, esim: string, phases: string): Promise<string> {
  const find = `(async () => {
    const { value } = await desk.customers.list({ limit: 500 })
    for (const { uid } of value.rows) {
      const { value: view } = await desk.customers.get({ uid, from: 'directory' })
      const esims = view.esims.map(({ state, lastSeen }) => state + (lastSeen === null ? '' : ' seen')).join()
      if (view.items.some(({ salesDate }) => Date.parse(view.now) - Date.parse(salesDate) < 2 * 3_600_000)) continue
      if (esims === ${JSON.stringify(esim)} && view.items.map(({ phase }) => phase).join() === ${JSON.stringify(phases)}) return uid
    }
    return null
  })()`
  return await eventually(async () => {
    const uid = z
      .string()
      .nullable()
      .parse(await page.evaluate(find))
    if (uid === null) throw new Error('The sandbox has no such customer')
    return uid
  })
}

const open = async (page: Page, esim: string, phases: string): Promise<Locator> =>
  await openUid(page, await customerWith(page, esim, phases))

async function openUid(page: Page, uid: string): Promise<Locator> {
  await goTo(page, `customers/${encodeURIComponent(uid)}`)
  await page.locator(`[data-customer="${uid}"]`).getByText('Up to date').waitFor()
  return bar(page)
}

describe('the verdict', () => {
  const scene = shared(async (atEnd) => {
    const desk = await startDesk()
    atEnd(() => desk.close())
    await desk.page.getByRole('button', { name: 'Try the sandbox', exact: true }).click()
    await searchField(desk.page).waitFor()
    await desk.page.getByText('2,500 customers').first().waitFor()
    const beginTest = async (): Promise<void> => {
      await reloadWindow(desk)
      await searchField(desk.page).waitFor()
    }
    return { value: desk, beginTest }
  })

  test.each([
    ['released', 'active', 'The eSIM is not installed on a device.', 'Send the QR code'],
    ['released seen', 'active', 'removed, or replaced by support.', 'Send the QR code'],
    // The package is unused.
    ['error', 'active', "This eSIM can't be used", 'Refund and replace'],
    ['disabled seen', 'active', 'switched off in the device.', null],
    ['installed', 'active', 'was never on a network.', null],
    // The service says where the eSIM is connected, which is where its package doesn't work.
    ['installed seen', 'waiting_use', 'Poland: ', 'Refund and replace'],
    ['installed seen', 'empty', 'No data left:', 'Sell more data'],
    ['released', 'waiting_activation', 'The eSIM is not installed on a device.', 'Send the QR code'],
  ] as const)(
    'of a customer with an eSIM that is %s and a package that is %s: %s',
    async (esim, phase, cause, button) => {
      const { page } = scene()
      const verdict = await open(page, esim, phase)
      await verdict.getByText(cause).first().waitFor()
      expect(await verdict.getByRole('group', { name: 'What to say to the customer' }).textContent()).toMatch(
        /^Say:.{20,}/,
      )
      if (button === null) expect(await verdict.locator('.action').getByRole('button').count()).toBe(0)
      else await verdict.getByRole('button', { name: button, exact: true }).waitFor()
    },
  )

  test.each(['NOW', 'ON_DEMAND'] as const)(
    'of an eSIM that was sold just now in the mode %s nothing is wrong',
    async (mode) => {
      const { page } = scene()
      const [sold] = await packagesOf(page)
      if (sold === undefined) throw new Error('The sandbox sells nothing')
      const { customerUid } = await runOperation(page, {
        kind: 'register',
        inventoryItemId: sold.id,
        mode,
        customerEmail: `${mode.toLowerCase()}@example.org`,
        userCountry: 'DE',
        userIp: '192.0.2.7',
      })
      if (customerUid === null) throw new Error('Nothing was bought')
      const verdict = await openUid(page, customerUid)
      await verdict.getByText('Not installed yet: sold just now.').first().waitFor()
      expect(await verdict.getAttribute('data-cause')).toBe('soldJustNow')
      await verdict.getByRole('button', { name: 'Send the QR code', exact: true }).waitFor()
    },
  )

  test('its place does not change while the service answers, nor with another cause', async () => {
    const { page } = scene()
    const heights = new Set<number>()
    await page.evaluate(`(() => {
      window.shifted = 0
      new PerformanceObserver((list) => {
        // The tabs above move with each customer that is opened.
        const isOnPage = ({ node }) => node?.parentElement?.closest('[data-customer]') != null
        for (const entry of list.getEntries())
          if (!entry.hadRecentInput && entry.sources.some(isOnPage)) window.shifted += entry.value
      }).observe({ type: 'layout-shift' })
    })()`)
    for (const [esim, phase] of [
      ['released', 'active'],
      ['installed seen', 'empty'],
      ['error', 'active'],
    ] as const) {
      heights.add((await (await open(page, esim, phase)).boundingBox())?.height ?? 0)
      await page.getByText('Timeline', { exact: true }).waitFor()
    }
    expect([...heights]).toHaveLength(1)
    expect(z.number().parse(await page.evaluate('window.shifted'))).toBeLessThan(0.01)
  })

  test.each([1280, 900, 640])(
    'the hint about an unclear country has a place of its own, and moves nothing, in a window of %i pixels',
    async (width) => {
      const { page } = scene()
      const size = page.viewportSize()
      onTestFinished(() => page.setViewportSize(size ?? { width: 1280, height: 800 }))
      await page.setViewportSize({ width, height: 800 })
      const verdict = await open(page, 'installed seen', 'empty')
      await page.getByText('Timeline', { exact: true }).waitFor()
      const device = verdict.getByRole('combobox', { name: 'Device' })
      const below = page.getByRole('heading', { name: 'Packages', exact: true })
      await device.focus()
      const places = async () => [
        await verdict.boundingBox(),
        await verdict.locator('.evidence').boundingBox(),
        await below.boundingBox(),
      ]
      const before = await places()
      await verdict.getByRole('combobox', { name: 'Customer is in' }).fill('brit')
      await page.keyboard.press('Tab')
      await expectFocus(device)
      await verdict.getByText(/^Several countries fit: British Indian Ocean Territory/).waitFor()
      expect(await places()).toEqual(before)
      await verdict.getByRole('combobox', { name: 'Customer is in' }).fill('')
      await page.keyboard.press('Tab')
      expect(await places()).toEqual(before)
    },
  )

  test('its buttons open the dialogs that the page has', async () => {
    const desk = scene()
    const { page } = desk
    await (await open(page, 'released', 'active')).getByRole('button', { name: 'Send the QR code' }).click()
    await page.getByRole('dialog', { name: /E-mail the installation|Installation QR code/ }).waitFor()
    await page.keyboard.press('Escape')
    await (await open(page, 'installed seen', 'empty')).getByRole('button', { name: 'Sell more data' }).click()
    await page.getByRole('dialog', { name: 'Top up' }).waitFor()
    await page.keyboard.press('Escape')
    expectNoConsoleErrors(desk)
  })

  test('a country that the customer names is checked, and the package for it is offered in place of the unused one', async () => {
    const desk = scene()
    const { page } = desk
    const find = `(async () => {
      const { value } = await desk.customers.list({ limit: 500 })
      for (const { uid } of value.rows) {
        const { value: view } = await desk.customers.get({ uid, from: 'directory' })
        const [item, ...others] = view.items
        const { countries = [], countrySet } = item?.coverage ?? {}
        const isElsewhere = countries.length === 1 && countrySet !== 'JP'
        const isAlone = others.length === 0 && view.samePerson.length === 0 && view.esims.length > 0
        const isOnline = item?.phase === 'active' && view.esims.every(({ state }) => state === 'installed')
        if (isElsewhere && isAlone && isOnline) return uid
      }
      return null
    })()`
    const uid = await eventually(async () => {
      const found = z
        .string()
        .nullable()
        .parse(await page.evaluate(find))
      if (found === null) throw new Error('The sandbox has no such customer')
      return found
    })
    await goTo(page, `customers/${encodeURIComponent(uid)}`)
    const verdict = bar(page)
    const field = verdict.getByRole('combobox', { name: 'Customer is in' })
    await field.fill('Japan')
    await page.keyboard.press('Enter')
    await verdict
      .getByText(/Japan: .*doesn't work there\.$/)
      .first()
      .waitFor()
    await verdict.getByRole('button', { name: 'Based on' }).click()
    await verdict.getByText('The coverage is inferred from the name of the package.').waitFor()
    await page.getByText('Usable elsewhere', { exact: true }).waitFor()
    await field.fill('')
    await page.keyboard.press('Tab')
    const device = verdict.getByRole('combobox', { name: 'Device' })
    await expectFocus(device)
    const topOf = async (of: typeof field) => z.object({ y: z.number() }).parse(await of.boundingBox()).y
    expect(await topOf(device)).toBe(await topOf(field))
    await page.keyboard.press('Shift+Tab')
    await field.fill('Japan')
    await page.keyboard.press('Enter')
    await verdict.getByRole('button', { name: 'Refund and replace', exact: true }).waitFor()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await accessibilityViolations(page)).toEqual([])
    }
    await verdict.getByRole('button', { name: 'Refund and replace', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund and replace' })
    await expect.poll(() => dialog.textContent()).toMatch(/Japan \d+ [GM]B/)
    expectNoConsoleErrors(desk)
  })
})
