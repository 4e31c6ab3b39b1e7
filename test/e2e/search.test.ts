/** One field accepts whatever the customer or a colleague sent, and the list is sorted and filtered. */
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  expectFocus,
  gridOf,
  expectNoConsoleErrors,
  expectValue,
  foundBy,
  heading,
  paste,
  rowsOf,
  searchField,
  sharedDesk,
  textOf,
  type Scene,
} from './journey.ts'

const home = mkdtempSync(join(tmpdir(), 'esim-desk-home-'))
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
const shared = sharedDesk({ customers: 300, desk: { env: { HOME: home } } })

async function synced(): Promise<Scene> {
  const scene = shared()
  // Two tests add one each.
  await scene.page
    .getByText(/30[0-2] customers/)
    .first()
    .waitFor()
  return scene
}

/** Pastes a text of several lines, which a field of one line can't be filled with. */
async function pasteLines(page: Page, lines: readonly string[]): Promise<void> {
  await searchField(page).evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, lines.join('\n'))
}

function grouped(iccid: string): string {
  return iccid.replace(/(.{4})(?=.)/g, '$1 ')
}

describe('search', () => {
  test('a pasted identifier opens its customer at once, whichever it is', { tags: ['journey'] }, async () => {
    const scene = await synced()
    const { page } = scene
    const sample = await scene.control.itemSample('usedItem')
    if (sample.iccid === null || sample.imsi === null) throw new Error('no sample with an eSIM')
    const code = await scene.portal.activationCode(sample.uid, sample.iccid)
    for (const pasted of [
      sample.iccid,
      grouped(sample.iccid),
      sample.iccid.replace(/(.{5})(?=.)/g, '$1-'),
      sample.imsi,
      sample.uid,
      sample.itemUid,
      code,
    ]) {
      await page.getByRole('link', { name: 'Customers', exact: true }).click()
      await heading(page, 'Customers').waitFor()
      await paste(page, pasted)
      await heading(page, sample.email ?? 'Customer without e-mail').waitFor()
      await expect.poll(() => page.url()).toContain(sample.uid)
    }
    expectNoConsoleErrors(scene.desk)
  })

  test(
    'a pasted chat opens its customer from any page, with what the customer reported',
    { tags: ['journey'] },
    async () => {
      const scene = await synced()
      const { page } = scene
      const sample = await scene.control.itemSample('usedItem')
      if (sample.iccid === null) throw new Error('no sample with an eSIM')
      await page.getByRole('link', { name: 'Inventory', exact: true }).click()
      await heading(page, 'Inventory').waitFor()
      await pasteLines(page, [
        'Agent 10:31',
        'Hello, which country are you in, and what are the last digits of your ICCID?',
        'Ada 10:32',
        "I'm in Tokyo, but I bought it in Spain. It's a Pixel 8.",
        sample.iccid.slice(-7),
      ])
      await heading(page, sample.email ?? 'Customer without e-mail').waitFor()
      await expectValue(page.getByRole('combobox', { name: 'Customer is in' }), 'Japan')
      await expectValue(page.getByRole('combobox', { name: 'Device' }), 'Google Pixel 8')
      const strip = page.getByRole('group', { name: 'From the pasted chat' })
      for (const mark of [`…${sample.iccid.slice(-7)}`, 'Japan (Tokyo)', 'Google Pixel 8', 'Spain'])
        await strip.getByRole('button').filter({ hasText: mark }).waitFor()
      await strip.getByRole('button').filter({ hasText: 'Japan (Tokyo)' }).click()
      await expectValue(page.getByRole('combobox', { name: 'Customer is in' }), '')
      await strip.getByRole('button', { name: 'Hide what was taken from the chat' }).click()
      await strip.waitFor({ state: 'detached' })
      expect(page.url()).not.toMatch(/Tokyo|Ada/)
      expectNoConsoleErrors(scene.desk)
    },
  )

  test('the last digits of an ICCID, a part of an e-mail and a reference list their matches and highlight them', async () => {
    const scene = await synced()
    const { page } = scene
    const sample = (await scene.control.samples()).usedItem.find((one) => one.email !== null)
    if (sample?.iccid == null || sample.email === null || sample.metatag === null) throw new Error('no sample')
    for (const [typed, marked] of [
      [sample.iccid.slice(-6), sample.iccid.slice(-6)],
      [sample.email.slice(0, 6), sample.email.slice(0, 6)],
      [sample.metatag, sample.metatag],
    ] as const) {
      await page.getByRole('link', { name: 'Customers', exact: true }).click()
      await heading(page, 'Customers').waitFor()
      await searchField(page).fill('')
      await searchField(page).pressSequentially(typed)
      await foundBy(page, typed)
      const row = rowsOf(page, 'Customers').filter({ hasText: sample.email }).first()
      await expect
        .poll(async () => (await textOf(row.locator('mark').first())).replace(/\s/g, '').toLowerCase())
        .toBe(marked.replace(/\s/g, '').toLowerCase())
    }
  })

  test('arrows and Enter open a result, and going back keeps the search', async () => {
    const scene = await synced()
    const { page } = scene
    await searchField(page).pressSequentially('a')
    await searchField(page).pressSequentially('n')
    await foundBy(page, 'an')
    await expect.poll(() => rowsOf(page, 'Customers').count()).toBeGreaterThan(2)
    await page.keyboard.press('ArrowDown')
    await expectFocus(gridOf(page, 'Customers'))
    // Typing goes on in the field.
    await page.keyboard.press('n')
    await expectValue(searchField(page), 'ann')
    await page.keyboard.press('Backspace')
    await foundBy(page, 'an')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => gridOf(page, 'Customers').getByRole('row', { selected: true }).count()).toBe(2)
    await page.keyboard.press('Control+Enter')
    const lines = page.getByRole('dialog').getByLabel('Customers or eSIMs')
    await expect.poll(async () => (await lines.inputValue()).split('\n').length).toBe(2)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocus(gridOf(page, 'Customers'))
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'Packages' }).waitFor()
    await page.keyboard.press('Alt+ArrowLeft')
    await expectValue(searchField(page), 'an')
    await foundBy(page, 'an')
    await expect.poll(() => rowsOf(page, 'Customers').count()).toBeGreaterThan(2)
  })

  test('a search without a match says so and what to try', async () => {
    const scene = await synced()
    await paste(scene.page, 'nobody-has-this@example.invalid')
    await scene.page
      .getByText(/no customer/i)
      .first()
      .waitFor()
  })

  test('the note about a very long text stays in its box', async () => {
    const { page } = await synced()
    await page.setViewportSize({ width: 700, height: 800 })
    onTestFinished(() => page.setViewportSize({ width: 1280, height: 800 }))
    await paste(page, `ICCID 12${'9'.repeat(496)}87`)
    const note = page.getByRole('status').filter({ hasText: 'Searched for the digits 12999' })
    await note.waitFor()
    expect(await note.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  })

  test('a customer who is not in the directory is requested from the service, and the page says so', async () => {
    const scene = await synced()
    const created = await scene.portal.register({ email: 'brand-new@example.com' })
    await paste(scene.page, created.uid)
    await heading(scene.page, 'brand-new@example.com').waitFor()
  })
})

test('going back from a search that the service has not answered leaves it, whatever it finds', async () => {
  const { page, control, portal } = await synced()
  const created = await portal.register({ email: 'found-late@example.com' })
  await control.setFaults(
    (['search', 'customer'] as const).map((endpoint) => ({ endpoint, kind: 'latency', ms: 1500, times: 'always' })),
  )
  await page.keyboard.press('Control+3')
  await heading(page, 'Inventory').waitFor()
  await searchField(page).pressSequentially(created.uid)
  await heading(page, 'Customers').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Alt+ArrowLeft')
  await heading(page, 'Inventory').waitFor()
  await page.locator('[role=search] .searching').waitFor()
  await page.locator('[role=search] .searching').waitFor({ state: 'detached' })
  await page.keyboard.press('Alt+ArrowRight')
  await rowsOf(page, 'Customers').filter({ hasText: 'found-late@example.com' }).waitFor()
  expect(page.url()).toMatch(/#\/customers$/)
})

test('the end of a search leads back to the place in the list, also by going back from who was found', async () => {
  const { page } = await synced()
  const grid = gridOf(page, 'Customers')
  await rowsOf(page, 'Customers').nth(5).waitFor()
  await grid.focus()
  for (const key of ['PageDown', 'PageDown', 'PageDown', 'ArrowUp']) await page.keyboard.press(key)
  const place = async (): Promise<unknown> => [
    await grid.evaluate(({ scrollTop }) => scrollTop),
    await grid.locator('.current').allInnerTexts(),
  ]
  // The keys move one after the other, and the row is drawn after that.
  let before: unknown = null
  await expect
    .poll(async () => {
      const last = before
      before = await place()
      return { isAtRest: isDeepStrictEqual(before, last), rows: await grid.locator('.current').count() }
    })
    .toEqual({ isAtRest: true, rows: 1 })
  expect(await grid.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
  const search = async (): Promise<void> => {
    await page.keyboard.press('/')
    await searchField(page).pressSequentially('an')
    await foundBy(page, 'an')
  }
  await search()
  expect(await place()).not.toEqual(before)
  await page.keyboard.press('Escape')
  await expect.poll(place).toEqual(before)

  await search()
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: 'Packages' }).waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await foundBy(page, 'an')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(place).toEqual(before)
  await expectValue(searchField(page), '')
  await grid.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: 'Packages' }).waitFor()
  const opened = await page.locator('[data-customer]').getAttribute('data-customer')

  // A search that began on another page leads back there.
  await search()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => page.locator('[data-customer]').getAttribute('data-customer')).toBe(opened)
  // The next search there begins on the list that the first one ended on.
  await search()
  await page.keyboard.press('Escape')
  await expectValue(searchField(page), '')
  await search()
  await page.keyboard.press('Alt+ArrowLeft')
  await expectValue(searchField(page), '')
  await rowsOf(page, 'Customers').nth(5).waitFor()
})

test('the placeholder of a row that is loading is a bar with rounded corners in each of its cells', async () => {
  const { page } = await synced()
  const row = rowsOf(page, 'Customers').nth(1)
  await row.waitFor()
  const bars = await row.evaluate((element) => {
    element.classList.add('loading')
    const { top, bottom } = element.getBoundingClientRect()
    const cells = [...element.querySelectorAll(':scope > .cell')].map((cell) => {
      const box = cell.getBoundingClientRect()
      const { borderRadius } = getComputedStyle(cell)
      return { borderRadius, height: box.height, offset: Math.abs(box.top + box.bottom - top - bottom) / 2 }
    })
    element.classList.remove('loading')
    return cells
  })
  expect(bars.length).toBeGreaterThan(3)
  for (const { borderRadius, height, offset } of bars) {
    expect([borderRadius, height]).toEqual(['4px', 12])
    expect(offset).toBeLessThanOrEqual(1)
  }
})

test('a country lists who has a package for it, together with a filter, until all countries are wanted', async () => {
  const scene = await synced()
  const { page } = scene
  const grid = page.getByRole('grid', { name: 'Customers' })
  const rows = async (): Promise<number> => Number(await grid.getAttribute('aria-rowcount')) - 1
  const filters = page.getByRole('group', { name: 'Filter the customers' })
  const country = filters.getByRole('combobox', { name: 'Country' })
  await grid.getByRole('row').nth(5).waitFor()
  const everybody = await rows()

  await country.fill('japan')
  await page.keyboard.press('Enter')
  await page.getByText(/^Japan: [\d,]+ customers with a package/).waitFor()
  const inJapan = await rows()
  expect(inJapan).toBeLessThan(everybody)
  await filters.getByRole('button', { name: /^Active/ }).press('Enter')
  const active = Number((await textOf(filters.getByRole('button', { pressed: true }))).replaceAll(/\D/g, ''))
  expect(active).toBeLessThan(inJapan)
  await expect.poll(rows).toBe(active)

  // The opened customer has such a package, and the list is still that of the country afterwards.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page
    .getByText(/Japan|Worldwide|Asia-Pacific/)
    .first()
    .waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(rows).toBe(active)
  expect(await country.inputValue()).toBe('Japan')

  await filters.getByRole('button', { name: 'List customers of all countries' }).press('Enter')
  await filters.getByRole('button', { name: /^All/ }).press('Enter')
  await expect.poll(rows).toBe(everybody)
  expectNoConsoleErrors(scene.desk)
})

test('the list is filtered, sorted, selected for sheets and exported by the keyboard alone', async () => {
  const scene = await synced()
  const { page } = scene
  const grid = page.getByRole('grid', { name: 'Customers' })
  const shown = (): Promise<string[]> => grid.getByRole('row').locator('.email').allInnerTexts()
  await grid.getByRole('row').nth(5).waitFor()

  const filter = page
    .getByRole('group', { name: 'Filter the customers' })
    .getByRole('button', { name: /^Not installed/ })
  const count = Number((await textOf(filter)).replaceAll(/\D/g, ''))
  await filter.press('Enter')
  await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBe(count + 1)
  await grid.getByRole('button', { name: 'Customer' }).press('Enter')
  const isSorted = async (): Promise<boolean> => {
    const first = (await shown()).slice(0, 8)
    return first.join() === first.toSorted().join()
  }
  await expect.poll(isSorted).toBe(true)
  expect(await grid.getByRole('columnheader', { name: 'Customer' }).getAttribute('aria-sort')).toBe('ascending')

  await grid.focus()
  await page.keyboard.press('End')
  await expect.poll(() => grid.locator(`[aria-rowindex="${count + 1}"]:not([aria-busy])`).count()).toBe(1)
  await page.keyboard.press('Home')
  await expect.poll(() => grid.locator('[aria-rowindex="2"]:not([aria-busy])').count()).toBe(1)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  expect(await grid.getByRole('row', { selected: true }).count()).toBe(2)
  await page.getByRole('button', { name: 'Sheets for them' }).press('Enter')
  const lines = await page.getByRole('dialog').getByLabel('Customers or eSIMs').inputValue()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const exported = async (button: string): Promise<readonly string[]> => {
    await page.getByRole('button', { name: button }).press('Enter')
    await page.getByRole('radio', { name: /^Decimal point/ }).press('Enter')
    const done = page.getByText(/customers written to/)
    const path = /written to (.*\.csv)/.exec(await textOf(done))?.[1] ?? ''
    expect(path.startsWith(home)).toBe(true)
    await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
    await done.waitFor({ state: 'detached' })
    return readFileSync(path, 'utf8').split('\r\n').slice(1, -1)
  }
  const rows = await exported('Export the list')
  expect(rows).toHaveLength(count)
  expect(await exported('Export the selection')).toEqual(rows.slice(0, 2))
  await page.getByRole('button', { name: 'Clear the selection' }).press('Enter')
  const [first, second, ...others] = lines.split('\n')
  expect(others).toEqual([])
  expect(rows[0]).toContain(`${first}"`)
  expect(rows[1]).toContain(`${second}"`)
  expectNoConsoleErrors(scene.desk)
})

test('Shift with a click or a key selects everybody between, also those that no page of the list has loaded', async () => {
  const { page, desk } = await synced()
  const grid = gridOf(page, 'Customers')
  await grid.getByRole('row').nth(5).waitFor()
  const count = Number(await grid.getAttribute('aria-rowcount')) - 1
  expect(count).toBeGreaterThanOrEqual(300)
  const box = (row: number) => grid.locator(`[aria-rowindex="${row + 1}"] .select`)
  const selected = (number: number) => page.getByText(`${number} customers selected`).waitFor()

  await box(2).click()
  await box(6).click({ modifiers: ['Shift'] })
  await selected(5)
  await grid
    .locator('[aria-rowindex="5"]')
    .getByRole('gridcell')
    .nth(1)
    .click({ modifiers: ['Shift'] })
  await selected(3)
  expect(await page.evaluate('String(getSelection())')).toBe('')
  await page.keyboard.press('Shift+End')
  await selected(count - 1)
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  expectNoConsoleErrors(desk)
})
