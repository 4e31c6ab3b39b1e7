/** Where the parts of the page of customers stand: nothing moves under the pointer, and low windows show rows. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { gridOf, rowsOf, searchField, sharedDesk } from './journey.ts'

const shared = sharedDesk({ customers: 300 })

const filters = (page: Page) => page.getByRole('group', { name: 'Filter the customers' })
const topOf = async (page: Page): Promise<number | undefined> => (await gridOf(page, 'Customers').boundingBox())?.y

async function begin(width: number, height: number): Promise<Page> {
  const { page } = shared()
  await page.setViewportSize({ width, height })
  await rowsOf(page, 'Customers').nth(4).waitFor()
  await filters(page).getByRole('combobox', { name: 'Country' }).waitFor()
  return page
}

const box = (page: Page, row: number) => gridOf(page, 'Customers').locator(`[aria-rowindex="${row + 1}"] .select`)
const clearSelection = (page: Page): Promise<void> => page.getByRole('button', { name: 'Clear the selection' }).click()

describe.each([
  [1280, 820],
  [900, 700],
  [640, 400],
])('in a window of %i by %i', (width, height) => {
  test('neither a selection nor the notes on a search move the list', async () => {
    const page = await begin(width, height)
    const before = await topOf(page)
    await box(page, 1).click()
    await page.getByText('1 customer selected').waitFor()
    expect(await topOf(page)).toBe(before)
    await searchField(page).fill('89821002303782627799')
    await page.getByText('Not in the saved list; asked the service, which found nobody either.').waitFor()
    expect(await topOf(page)).toBe(before)
    expect(await filters(page).count()).toBe(0)
    await searchField(page).fill('')
    await rowsOf(page, 'Customers').nth(4).waitFor()
    expect([await topOf(page), await filters(page).count()]).toEqual([before, 1])
    await clearSelection(page)
    expect(await topOf(page)).toBe(before)
  })

  test('the buttons of a selection are whole and inside the window, also where it is elsewhere', async () => {
    const page = await begin(width, height)
    await box(page, 1).click()
    await page.getByRole('combobox', { name: 'Country' }).fill('antarctica')
    await page.keyboard.press('Enter')
    await page.getByText('1 customer selected, not in this list').waitFor()
    for (const name of ['Show them', 'Sheets for them', 'Export the selection', 'Clear the selection']) {
      const button = await page.getByRole('button', { name }).boundingBox()
      expect((button?.x ?? Infinity) + (button?.width ?? 0), name).toBeLessThanOrEqual(width)
      await page.getByRole('button', { name }).click({ trial: true })
    }
    await page.getByRole('button', { name: 'Show them' }).click()
    await expect.poll(() => gridOf(page, 'Customers').getAttribute('aria-rowcount')).toBe('2')
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await clearSelection(page)
    await filters(page).getByRole('button', { name: 'List customers of all countries' }).click()
  })
})

test('a window of 640 by 400 shows three rows at first, with the filters in one list', async () => {
  const page = await begin(640, 400)
  const third = await rowsOf(page, 'Customers').nth(2).boundingBox()
  expect((third?.y ?? Infinity) + (third?.height ?? 0)).toBeLessThanOrEqual(400)
  const choice = filters(page).getByRole('combobox', { name: 'Filter the customers' })
  await page.keyboard.press('Control+Shift+F')
  await expect.poll(() => choice.evaluate((element) => element === document.activeElement)).toBe(true)
  const everybody = await gridOf(page, 'Customers').getAttribute('aria-rowcount')
  await choice.selectOption('expired')
  await expect.poll(() => gridOf(page, 'Customers').getAttribute('aria-rowcount')).not.toBe(everybody)
  await page.getByRole('columnheader', { name: 'Ended' }).waitFor()
  await choice.selectOption('all')
  await expect.poll(() => gridOf(page, 'Customers').getAttribute('aria-rowcount')).toBe(everybody)
})

test.each(['light', 'dark'] as const)(
  'a selected row has another colour than the others in the %s theme',
  async (theme) => {
    const page = await begin(1280, 820)
    await page.emulateMedia({ colorScheme: theme })
    await box(page, 3).click()
    // The current row has its own colour.
    await gridOf(page, 'Customers').press('Home')
    await page.mouse.move(5, 5)
    const colourOf = (row: number): Promise<string> =>
      gridOf(page, 'Customers')
        .locator(`[aria-rowindex="${row + 1}"]`)
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    const [selected, other, another] = [await colourOf(3), await colourOf(4), await colourOf(5)]
    expect([other === another, selected === other]).toEqual([true, false])
    await clearSelection(page)
  },
)
