/** The window of 1280 by 800 at a zoom of 200 and 300 %: nothing is cut off, covered or out of reach of the mouse. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import type { Situation } from '../support/control.ts'
import { packagesOf, runOperation } from '../support/bridge.ts'
import { choose, gridOf, heading, openCustomer, outcome, rowsOf, searchField, sharedDesk } from './journey.ts'

const shared = sharedDesk({ customers: 60 })
const zooms = [
  { zoom: 200, width: 640, height: 400 },
  { zoom: 300, width: 427, height: 267 },
] as const
interface Size {
  readonly width: number
  readonly height: number
}

/** The controls of the top bar that are outside the window, covered or cut off. */
async function troubleInTopBar(page: Page): Promise<readonly string[]> {
  return await page
    .getByRole('banner')
    .first()
    .evaluate((bar) =>
      [...bar.querySelectorAll<HTMLElement>('a, button, input')].flatMap((control) => {
        const { left, top, right, bottom, width, height } = control.getBoundingClientRect()
        const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        return inside && hit !== null && control.contains(hit)
          ? []
          : [control.title || control.ariaLabel || control.textContent]
      }),
    )
}

/**
 * The elements that scroll sideways or extend beyond the right edge of the window. Tables may be wider than their frame
 * and scroll inside it.
 */
async function sidewaysParts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const wide = [...document.querySelectorAll<HTMLElement>('html, main, main *')].filter((element) => {
      if (element.closest('table, [role="grid"], [role="table"], .visually-hidden, svg') !== null) return false
      if (element.querySelector(':scope > table') !== null) return false
      const scrolls = element.matches('html') || ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
      const { right, width } = element.getBoundingClientRect()
      return (scrolls && element.scrollWidth > element.clientWidth) || (width > 1 && right > innerWidth + 0.5)
    })
    return wide.map(
      ({ tagName, className, textContent }) => `${tagName}.${className} ${textContent.trim().slice(0, 40)}`,
    )
  })
}

/** Whether the whole text of this element is inside the window, and nothing covers its centre. */
async function isShown(element: Locator): Promise<boolean> {
  return await element.evaluate((shown) => {
    const range = document.createRange()
    range.selectNodeContents(shown)
    const text = range.getBoundingClientRect()
    const frame = shown.getBoundingClientRect()
    const hit = document.elementFromPoint(text.left + text.width / 2, text.top + text.height / 2)
    const isInside = text.left >= 0 && text.top >= 0 && text.right <= innerWidth && text.bottom <= innerHeight
    const isWhole = text.right <= frame.right + 1 && text.left >= frame.left - 1
    return text.width > 0 && isInside && isWhole && hit !== null && (shown.contains(hit) || hit.contains(shown))
  })
}

/** The number of pixels that the area of the pages scrolls beyond the page inside it, where it would be empty. */
async function emptyPixels(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const area = document.querySelector<HTMLElement>('main')
    const last = area?.lastElementChild
    if (area === null || !(last instanceof HTMLElement)) return Infinity
    return Math.max(
      0,
      area.scrollHeight - Math.max(area.clientHeight, last.offsetTop + last.offsetHeight - area.offsetTop),
    )
  })
}

async function expectWholePage(page: Page, title: string): Promise<void> {
  const shownHeading = heading(page, title)
  await shownHeading.waitFor()
  await expect.poll(() => sidewaysParts(page), { message: title }).toEqual([])
  expect(await troubleInTopBar(page), title).toEqual([])
  expect(await isShown(shownHeading), title).toBe(true)
  expect(await emptyPixels(page), title).toBeLessThan(2)
}

async function visit(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await heading(page, name).waitFor()
}

const isHit = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && element.contains(hit)
  })

/** Pixels by which one notch of a mouse wheel scrolls. */
const notch = 100

/** Turns the mouse wheel over the dialog until the centre of this control can be clicked. */
async function wheelTo(page: Page, dialog: Locator, control: Locator): Promise<void> {
  const frame = await dialog.boundingBox()
  if (frame === null) throw new Error('The dialog is not shown')
  await page.mouse.move(frame.x + 6, frame.y + frame.height / 3)
  const name = await control.evaluate((element) => element.textContent)
  await expect
    .poll(
      async () => {
        if (await isHit(control)) return true
        await page.mouse.wheel(0, notch)
        return false
      },
      { message: `"${name}" can be wheeled into view`, interval: 20, timeout: 15_000 },
    )
    .toBe(true)
}

async function expectButtonsInReach(page: Page, title: string, main: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  // The preview has the tallest content. It has arrived when nothing in the dialog is busy.
  await expect.poll(() => dialog.locator('[aria-busy="true"]').count()).toBe(0)
  const mainButton = dialog.getByRole('button', { name: main, exact: true })
  for (const control of [dialog.getByRole('button', { name: 'Cancel', exact: true }), mainButton])
    await wheelTo(page, dialog, control)
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth), title).toBe(true)
}

async function dismiss(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function openSample(situation: Situation, { width, height }: Size): Promise<Page> {
  const scene = shared()
  const { page } = scene
  await page.setViewportSize({ width, height })
  const sample = await scene.sample(situation)
  await openCustomer(page, sample.uid, sample.email)
  return page
}

describe.each(zooms)('at $zoom %', (size) => {
  const { width, height } = size

  test('the search shows what is typed into it and its clear button, beside every control of the top bar', async () => {
    const { page } = shared()
    await page.setViewportSize({ width, height })
    await rowsOf(page, 'Customers').nth(1).waitFor()
    await expectWholePage(page, 'Customers')
    await searchField(page).fill('8937 0025')
    const clear = page.getByRole('button', { name: 'Clear the search' })
    await clear.waitFor()
    expect(await troubleInTopBar(page)).toEqual([])
    const field = await searchField(page).boundingBox()
    const button = await clear.boundingBox()
    expect(field?.width).toBeGreaterThanOrEqual(240)
    expect((button?.x ?? Infinity) + (button?.width ?? 0)).toBeLessThan((field?.x ?? 0) + (field?.width ?? 0))
  })

  test("a customer's page shows the e-mail, the uid and the actions", async () => {
    const scene = shared()
    const { page } = scene
    await page.setViewportSize({ width, height })
    const sample = await scene.sample('manyItems')
    await openCustomer(page, sample.uid, sample.email)
    await gridOf(page, 'Packages').waitFor()
    await expectWholePage(page, sample.email ?? 'Customer without e-mail')
    await expect.poll(() => isShown(page.getByText(sample.uid, { exact: true }).first())).toBe(true)
    for (const name of ['Refresh', 'Top up'])
      expect(await isHit(page.getByRole('button', { name, exact: true })), name).toBe(true)
  })

  test('the inventory keeps its filters apart, its list tall enough, and opens a package over the list', async () => {
    const { page } = shared()
    await page.setViewportSize({ width, height })
    await visit(page, 'Inventory')
    const grid = gridOf(page, 'Inventory')
    await rowsOf(page, 'Inventory').nth(1).waitFor()
    await expectWholePage(page, 'Inventory')
    expect((await grid.boundingBox())?.height).toBeGreaterThan(100)
    const overfull = await page.getByRole('search', { name: 'Filters' }).evaluate((filters) => {
      const frames = [...filters.children].map((each) => each.getBoundingClientRect())
      const overlap = (one: DOMRect, other: DOMRect): boolean =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
      const overlaps = frames.some((one, index) => frames.slice(index + 1).some((other) => overlap(one, other)))
      return (
        overlaps ||
        [...filters.querySelectorAll('select')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      )
    })
    expect(overfull).toBe(false)
    await rowsOf(page, 'Inventory').nth(1).click()
    const details = page.getByRole('complementary', { name: 'Package details' })
    await details.waitFor()
    expect(await sidewaysParts(page)).toEqual([])
    expect(await isHit(details.getByRole('button', { name: 'Close', exact: true }))).toBe(true)
    expect(await isShown(details.getByRole('heading').first())).toBe(true)
    expect((await details.boundingBox())?.width).toBeGreaterThan(width * 0.75)
    await wheelTo(page, details, details.getByRole('button', { name: 'Buy for a customer', exact: true }))
    await details.getByRole('button', { name: 'Close', exact: true }).click()
    await details.waitFor({ state: 'detached' })
    expect((await grid.boundingBox())?.width).toBeGreaterThan(width * 0.6)
  })

  test('the totals of the operations stay readable', async () => {
    const { page } = shared()
    await page.setViewportSize({ width, height })
    await visit(page, 'Operations')
    const totals = page.getByRole('region', { name: 'Credits of this connection' })
    await totals.getByText('Spent today').waitFor()
    await expectWholePage(page, 'Operations')
    const cut = await totals.evaluate((strip) => {
      const lines = [...strip.querySelectorAll('p')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      return lines.map(({ textContent }) => textContent)
    })
    expect(cut).toEqual([])
    const value = totals.getByText('$0.00', { exact: true }).first()
    expect((await value.boundingBox())?.height).toBeLessThan(30)
  })

  test.each(['Devices', 'Settings'])('%s is as wide as the window', async (name) => {
    const { page } = shared()
    await page.setViewportSize({ width, height })
    await visit(page, name)
    await expectWholePage(page, name)
  })

  test.each([
    { opens: 'Activate now', title: 'Activate this package?', main: 'Activate', situation: 'activatable' },
    { opens: 'Refund', title: 'Refund this package?', main: 'Refund', situation: 'refundable' },
    { opens: 'Top up', title: 'Top up', main: 'Buy', situation: 'usable' },
  ] as const)(
    '$opens: Cancel and the button that submits are within reach of the mouse wheel',
    async ({ opens, title, main, situation }) => {
      const page = await openSample(situation, size)
      await page.getByRole('button', { name: opens, exact: true }).and(page.locator(':enabled')).first().click()
      await expectButtonsInReach(page, title, main)
      await dismiss(page, title)
    },
  )

  test('the whole QR code of an eSIM is in the window, and every button of its dialog within reach', async () => {
    const page = await openSample('esimReleased', size)
    await page.getByRole('button', { name: 'Show QR', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
    const code = await dialog.getByRole('img', { name: /QR/ }).boundingBox()
    const frame = await dialog.boundingBox()
    expect(code?.y).toBeGreaterThan(frame?.y ?? Infinity)
    expect((code?.y ?? Infinity) + (code?.height ?? 0)).toBeLessThan((frame?.y ?? 0) + (frame?.height ?? 0))
    for (const name of ['Print', 'Save PDF', 'E-mail', 'Close'])
      await wheelTo(page, dialog, dialog.getByRole('button', { name, exact: true }))
  })

  test('in the purchase dialog every field, Cancel and Buy are within reach of the mouse wheel', async () => {
    const { page } = shared()
    await page.setViewportSize({ width, height })
    await visit(page, 'Inventory')
    await rowsOf(page, 'Inventory').nth(1).click()
    await page.getByRole('button', { name: 'Buy for a customer', exact: true }).click()
    await expectButtonsInReach(page, 'Buy for a customer', 'Buy')
    const dialog = page.getByRole('dialog', { name: 'Buy for a customer' })
    // From above to below, as the wheel is turned.
    const fields = [dialog.getByLabel('IP address'), dialog.getByRole('radio').last(), dialog.getByLabel(/^Reference/)]
    for (const field of fields) await wheelTo(page, dialog, field)
    await dismiss(page, 'Buy for a customer')
  })
})

/** The right edge of the rightmost of these elements. */
const bottomEdge = async (element: Locator): Promise<number> => {
  const box = await element.boundingBox()
  return box === null ? Infinity : box.y + box.height
}
const rightEdge = async (elements: Locator): Promise<number> =>
  Math.max(...(await elements.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))))

test('at 900 px the buttons of the packages and the states of operations are in the window', async () => {
  const page = await openSample('manyItems', { width: 900, height: 700 })
  const packages = gridOf(page, 'Packages')
  await packages.waitFor()
  expect(await rightEdge(packages.getByRole('button'))).toBeLessThan(900)
  expect(await packages.getByRole('row').count()).toBeGreaterThan(1)
  const sold = (await packagesOf(page)).find(({ active, purchasePrice }) => active && Number(purchasePrice?.amount) > 0)
  if (sold === undefined) throw new Error('Nothing is sold')
  await runOperation(page, {
    kind: 'register',
    inventoryItemId: sold.id,
    mode: 'NOW',
    customerEmail: 'a.customer.with.a.long.address@travel.example',
    userCountry: 'FR',
    userIp: '203.0.113.7',
  })
  await visit(page, 'Operations')
  for (const width of [900, 640]) {
    await page.setViewportSize({ width, height: 700 })
    const state = gridOf(page, 'Operations').getByRole('gridcell').filter({ hasText: 'Confirmed' }).last()
    await state.waitFor()
    await expect.poll(() => rightEdge(state), { message: String(width) }).toBeLessThan(width)
    expect(await sidewaysParts(page)).toEqual([])
  }
})

test('in a window of 900 by 600 pixels the reason, the buttons and the outcome are in sight without scrolling', async () => {
  const size = { width: 900, height: 600 }
  const page = await openSample('esimReleased', size)
  await page.getByRole('button', { name: 'Show QR' }).first().click()
  const qr = page.getByRole('dialog', { name: 'Installation QR code' })
  for (const name of ['Print', 'Close'])
    await expect.poll(() => isShown(qr.getByRole('button', { name, exact: true })), { message: name }).toBe(true)
  await page.keyboard.press('Escape')
  await openSample('refundable', size)
  const refund = page.locator('dialog[open]')
  for (const [language, button] of [
    ['de', 'Erstatten'],
    ['en', 'Refund'],
  ] as const) {
    await page.evaluate(`window.desk.settings.set({ language: '${language}' })`)
    await page.reload()
    await page.getByRole('button', { name: button, exact: true, disabled: false }).first().click()
    const reason = refund.getByRole('combobox')
    await reason.waitFor()
    const footer = await refund.locator('footer').boundingBox()
    expect(await bottomEdge(reason), language).toBeLessThan(footer?.y ?? 0)
    if (language === 'de') await page.keyboard.press('Escape')
  }
  await refund.getByRole('button', { name: /^Refund/, disabled: false }).click()
  await outcome(page).getByText('Refunded').waitFor()
  await expect.poll(() => bottomEdge(outcome(page))).toBeLessThanOrEqual(size.height)
})

test("scrolled, the customer's page keeps the e-mail, the state and the button of the verdict", async () => {
  // Low enough for a page of one package to be scrolled beyond its head.
  const page = await openSample('esimReleased', { width: 1280, height: 560 })
  // What is read later changes the height of the page, and with it what is scrolled away.
  await page.getByText('Up to date').waitFor()
  const bar = page.locator('[data-customer] .bar')
  expect(await bar.count()).toBe(0)
  await page.getByRole('heading', { name: 'Timeline' }).scrollIntoViewIfNeeded()
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, 2000)
  await bar.waitFor()
  expect((await bar.boundingBox())?.height).toBe(44)
  expect(await bar.textContent()).toMatch(/(?:@|Customer without e-mail)[^\n]{0,300}Not installed/)
  // The driver's own click may scroll the page first, until the head is back and the bar is gone.
  const button = await bar.getByRole('button', { name: 'Send the QR code' }).boundingBox()
  if (button === null) throw new Error('The button of the bar is not shown')
  await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  const heights = await gridOf(page, 'Packages')
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  // The name, the place, a long reference, and the sale have a line each.
  for (const height of heights) expect(height).toBeLessThan(80)
})

test('in a window of 320 px height the dialogs keep their title, and the QR code is whole', async () => {
  const page = await openSample('esimReleased', { width: 640, height: 320 })
  for (const [button, title] of [
    ['Show QR', 'Installation QR code'],
    ['Top up', 'Top up'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: title })
    const heading_ = dialog.getByRole('heading', { name: title, exact: true })
    await heading_.waitFor()
    if (button === 'Show QR') {
      const code = await dialog.getByRole('img', { name: /QR/ }).boundingBox()
      const below = await heading_.boundingBox()
      expect(code?.y).toBeGreaterThanOrEqual((below?.y ?? Infinity) + (below?.height ?? 0))
      expect((code?.y ?? Infinity) + (code?.height ?? 0)).toBeLessThanOrEqual(320)
    }
    await page.mouse.move(320, 200)
    await page.mouse.wheel(0, 3000)
    await expect.poll(() => isShown(heading_)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
})

test('Tab through the settings scrolls the page alone and never the window', async () => {
  const { page } = shared()
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, 'Settings')
  await page.locator('main').focus()
  const visited = new Set<string>()
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const { moved, at } = await page.evaluate(() => ({
      moved: ['html', 'body', '#app', '.frame', 'main', '.page'].filter(
        (name) => (document.querySelector(name)?.scrollTop ?? 0) !== 0,
      ),
      at: document.activeElement?.outerHTML.slice(0, 200) ?? '',
    }))
    expect(moved, at).toEqual([])
    visited.add(at)
  }
  expect(visited.size).toBeGreaterThan(20)
})

test('a message goes with the page that caused it', async () => {
  const page = await openSample('esimReleased', { width: 1280, height: 800 })
  await choose(page.locator('.head'), 'Copy for a ticket', 'The whole customer')
  const message = page.getByText(/^Text for a ticket copied|^The text could not be copied/)
  await message.waitFor()
  // A message of the last moments belongs to the page that its action leads to.
  await new Promise((resolve) => setTimeout(resolve, 600))
  await visit(page, 'Devices')
  await message.waitFor({ state: 'detached', timeout: 1500 })
})

/** Everything that can be shown, with what opens it. */
const screens: readonly (readonly [name: string, open: (page: Page) => Promise<unknown>])[] = [
  ...['Customers', 'Inventory', 'Operations', 'Devices', 'Events', 'Settings'].map(
    (name) =>
      [
        name,
        (page: Page) =>
          page
            .getByRole('link', { name: new RegExp(`^${name}`) })
            .first()
            .click(),
      ] as const,
  ),
  ['a customer', () => openSample('activatable', { width: 1280, height: 800 })],
  ...(
    [
      ['Show QR', 'Installation QR code'],
      ['E-mail', 'E-mail the installation'],
      ['Top up', 'Top up'],
      ['Activate now', 'Activate this package?'],
    ] as const
  ).map(
    ([button, title]) =>
      [
        title,
        async (page: Page) => {
          await page.getByRole('button', { name: button, exact: true }).and(page.locator(':enabled')).first().click()
          const dialog = page.getByRole('dialog', { name: title })
          await dialog.waitFor()
          await expect.poll(() => dialog.locator('[aria-busy="true"]').count()).toBe(0)
        },
      ] as const,
  ),
  ['New sale', (page) => page.keyboard.press('Control+n')],
  ['the palette', (page) => page.keyboard.press('Control+k')],
  ['the keys', (page) => page.keyboard.press('?')],
]
const appearances = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const

test('axe finds nothing on any page or dialog, in both themes and in forced colours', async () => {
  const { page } = shared()
  await page.setViewportSize({ width: 1280, height: 800 })
  let checks = 0
  for (const [name, open] of screens) {
    await open(page)
    for (const appearance of appearances) {
      await page.emulateMedia({ ...appearance, reducedMotion: 'reduce' })
      expect(await accessibilityViolations(page), `${name}, ${JSON.stringify(appearance)}`).toEqual([])
      checks += 1
    }
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
    if ((await page.getByRole('dialog').count()) > 0) {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }
  process.stdout.write(`axe: ${String(screens.length)} screens, ${String(checks)} checks, 0 violations\n`)
  expect(checks).toBe(screens.length * appearances.length)
})

test('the view that is shown stands out in forced colours', async () => {
  const { page } = shared()
  await visit(page, 'Operations')
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' })
  const colourOf = (name: string): Promise<string> =>
    page.getByRole('link', { name, exact: true }).evaluate((link) => getComputedStyle(link).color)
  expect(await colourOf('Journal')).not.toBe(await colourOf('Totals'))
  await page.emulateMedia({ colorScheme: null, forcedColors: 'none' })
})

test('in a wide window the timeline stands beside the packages, and no sentence of the bar has a long line', async () => {
  const page = await openSample('usable', { width: 1920, height: 1080 })
  const [packages, timeline] = [gridOf(page, 'Packages'), page.getByRole('region', { name: 'Timeline' })]
  await timeline.waitFor()
  const [left, right] = [await packages.boundingBox(), await timeline.boundingBox()]
  expect(right?.x).toBeGreaterThan((left?.x ?? Infinity) + (left?.width ?? 0))
  expect(await sidewaysParts(page)).toEqual([])
  const widths = await page
    .locator('.verdict .cause, .verdict .next, .verdict .say .text')
    .evaluateAll((lines) => lines.map((line) => line.clientWidth / Number.parseFloat(getComputedStyle(line).fontSize)))
  expect(Math.max(...widths)).toBeLessThan(48)
  await page.setViewportSize({ width: 1280, height: 800 })
  const below = await timeline.boundingBox()
  expect(below?.y).toBeGreaterThan((await packages.boundingBox())?.y ?? Infinity)
})

// The last test, because it closes the connection that the tests above share.
test('the first form and the desk with the bar of the sandbox fit the window', async () => {
  const { page } = shared()
  await page.evaluate('window.desk.connections.close()')
  for (const { width, height } of zooms) {
    await page.setViewportSize({ width, height })
    await expectWholePage(page, 'Connect to your service')
  }
  await page.getByRole('button', { name: 'Try the sandbox' }).click()
  for (const { width, height } of zooms) {
    await page.setViewportSize({ width, height })
    await rowsOf(page, 'Customers').nth(1).waitFor()
    await expectWholePage(page, 'Customers')
  }
})
