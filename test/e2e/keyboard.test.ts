/**
 * Everything works without a mouse, in both themes, and with assistive technology.
 *
 * @module-tag core
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import { packagesOf, runOperation } from '../support/bridge.ts'
import {
  expectEnabled,
  expectFocus,
  expectNoConsoleErrors,
  expectValue,
  gridOf,
  heading,
  outcome,
  rowsOf,
  searchField,
  sharedDesk,
} from './journey.ts'

const shared = sharedDesk({ customers: 60 })

test('an agent finds a customer and activates a package without a mouse', async () => {
  const scene = shared()
  const { page } = scene
  const sample = await scene.sample('activatable')
  await page.keyboard.press('/')
  await expectFocus(searchField(page))
  await page.keyboard.insertText(sample.uid)
  await heading(page, sample.email ?? 'Customer without e-mail').waitFor()
  const activate = page.getByRole('button', { name: 'Activate now', exact: true }).and(page.locator(':enabled')).first()
  await activate.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    if (await activate.evaluate((button) => button === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Activate this package?' })
  await dialog.waitFor()
  const confirm = dialog.getByRole('button', { name: 'Activate', exact: true })
  await expectEnabled(confirm)
  for (let presses = 0; presses < 10; presses++) {
    if (await confirm.evaluate((button) => button === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await outcome(page).filter({ hasText: 'Activated' }).waitFor()
  await expectFocus(outcome(page))
  expectNoConsoleErrors(scene.desk)
})

test('Escape closes a dialog and returns the focus to the button that opened it', async () => {
  const scene = shared()
  const sample = await scene.sample('activatable')
  await searchField(scene.page).fill(sample.uid)
  const button = scene.page
    .getByRole('button', { name: 'Activate now', exact: true })
    .and(scene.page.locator(':enabled'))
    .first()
  await button.waitFor()
  await button.press('Enter')
  const dialog = scene.page.getByRole('dialog', { name: 'Activate this package?' })
  await dialog.waitFor()
  await scene.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expectFocus(button)
})

test('what is typed after a dialog has closed arrives in the field where the focus was', async () => {
  const { page } = shared()
  await page.keyboard.press('Control+1')
  await heading(page, 'Customers').waitFor()
  await page.keyboard.press('/')
  let typed = ''
  for (const [chord, name] of [
    ['Control+k', 'Find or do anything'],
    ['Control+n', 'New sale'],
  ] as const) {
    await expectFocus(searchField(page))
    await page.keyboard.press(chord)
    const dialog = page.getByRole('dialog', { name })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.keyboard.type('a')
    typed += 'a'
    await expectValue(searchField(page), typed)
  }
})

test('a dialog that is closed with its button returns the focus too', async () => {
  const { page } = shared()
  await page.keyboard.press('Control+7')
  const wipe = page.getByRole('button', { name: 'Delete the local list now', exact: true })
  await wipe.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete the local customer list?' })
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(wipe)
})

test('the details of a package can be opened, reached and closed with the keyboard', async () => {
  const { page } = shared()
  await page.keyboard.press('Control+3')
  const grid = gridOf(page, 'Inventory')
  await grid.press('ArrowDown')
  await grid.press('Enter')
  const details = page.getByRole('complementary', { name: 'Package details' })
  await details.waitFor()
  for (
    let presses = 0;
    presses < 10 && !(await details.evaluate((element) => element.contains(document.activeElement)));
    presses++
  )
    await page.keyboard.press('Tab')
  expect(await details.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
  await expectFocus(grid)
})

test('Ctrl and a digit open a page', async () => {
  const scene = shared()
  for (const [digit, name] of [
    ['2', 'Today'],
    ['3', 'Inventory'],
    ['4', 'Operations'],
    ['5', 'Devices'],
    ['6', 'Events'],
    ['7', 'Settings'],
    ['1', 'Customers'],
  ] as const) {
    await scene.page.keyboard.press(`Control+${digit}`)
    await heading(scene.page, name).waitFor()
  }
})

/** Whether the list of keys, opened where the focus is, says that the arrow down leads to rows. */
async function listsArrowDown(page: Page): Promise<boolean> {
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys', exact: true })
  await dialog.getByText('Press the main button', { exact: true }).waitFor()
  const lines = await dialog.getByText(/^(To the rows|From the search to the list)$/).count()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  return lines > 0
}

/** Opens a view of the operations and comes back to it from another page, which leaves no link of it focused. */
async function returnToView(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+4')
  await page.getByRole('navigation', { name: 'Views of operations' }).getByRole('link', { name, exact: true }).click()
  await page.keyboard.press('Control+5')
  await heading(page, 'Devices').waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await heading(page, 'Operations').waitFor()
}

test('in a page that was opened with a key the arrow down leads to its rows, and back to the one it has left', async () => {
  const { page } = shared()
  const [bought] = await packagesOf(page)
  if (bought === undefined) throw new Error('The sandbox sells nothing')
  const listed = async (): Promise<number> => Number(await gridOf(page, 'Customers').getAttribute('aria-rowcount'))
  await page.keyboard.press('Control+1')
  await rowsOf(page, 'Customers').nth(2).waitFor()
  const before = await listed()
  const references = ['order 1', 'order 2']
  for (const reference of references)
    await runOperation(page, {
      kind: 'register',
      inventoryItemId: bought.id,
      mode: 'FIRST_USE',
      reference,
      userCountry: 'DE',
      userIp: '192.0.2.7',
    })
  // A customer who is copied later would move the current row, which would then be given up.
  await expect.poll(listed).toBe(before + references.length)
  const byKey = (key: string) => () => page.keyboard.press(key)
  for (const [table, open, reopen] of [
    ['Customers', byKey('Control+1'), byKey('Control+1')],
    ['Inventory', byKey('Control+3'), byKey('Control+3')],
    ['Operations', byKey('Control+4'), byKey('Control+4')],
    ['Sales history', () => returnToView(page, 'Sales'), byKey('Alt+ArrowLeft')],
  ] as const) {
    const row = async (): Promise<string | null> => await gridOf(page, table).getAttribute('aria-activedescendant')
    await open()
    await rowsOf(page, table).nth(2).waitFor()
    expect([table, await listsArrowDown(page)]).toEqual([table, true])
    await page.keyboard.press('ArrowDown')
    await expectFocus(gridOf(page, table))
    await expect.poll(row).toMatch(/-0$/)
    await page.keyboard.press('ArrowDown')
    await expect.poll(row).toMatch(/-1$/)
    await page.keyboard.press('Control+5')
    await heading(page, 'Devices').waitFor()
    await reopen()
    await rowsOf(page, table).nth(2).waitFor()
    await page.keyboard.press('ArrowDown')
    await expectFocus(gridOf(page, table))
    await expect.poll(row).toMatch(/-1$/)
  }
  for (const view of ['Totals', 'Sent e-mails']) {
    await returnToView(page, view)
    expect([view, await listsArrowDown(page)]).toEqual([view, false])
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('[role=grid]:focus').count()).toBe(0)
  }
})

test('on the list of customers Ctrl+1 removes the filter, as a click on Customers does', async () => {
  const { page } = shared()
  const filter = (name: RegExp) =>
    page.getByRole('group', { name: 'Filter the customers' }).getByRole('button', { name })
  await page.keyboard.press('Control+1')
  for (const reset of [
    () => page.keyboard.press('Control+1'),
    () => page.getByRole('link', { name: 'Customers', exact: true }).click(),
  ]) {
    await filter(/^Not installed/).click()
    await expect.poll(() => filter(/^Not installed/).getAttribute('aria-pressed')).toBe('true')
    await reset()
    await expect.poll(() => filter(/^All/).getAttribute('aria-pressed')).toBe('true')
  }
})

test('the filters of the customers are reached and chosen by keys, also from a row, and lead back to the rows', async () => {
  const { page } = shared()
  await page.keyboard.press('Control+1')
  await page.keyboard.press('Control+1')
  await rowsOf(page, 'Customers').nth(2).waitFor()
  await page.keyboard.press('ArrowDown')
  await expectFocus(gridOf(page, 'Customers'))
  const filter = (name: RegExp) =>
    page.getByRole('group', { name: 'Filter the customers' }).getByRole('button', { name })
  await page.keyboard.press('Control+Shift+F')
  await expectFocus(filter(/^All/))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect.poll(() => filter(/^Not installed/).getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('ArrowDown')
  await expectFocus(gridOf(page, 'Customers'))
  await page.keyboard.press('Control+1')
})

test('Ctrl+1 ends a search, as a click on Customers does', async () => {
  const { page } = shared()
  for (const end of [
    () => page.keyboard.press('Control+1'),
    () => page.getByRole('link', { name: 'Customers', exact: true }).click(),
  ]) {
    await searchField(page).fill('nobody has this')
    await page.getByText('No customer found', { exact: true }).waitFor()
    await page.getByText(/The search covers all customers/).waitFor()
    await page.keyboard.press('Control+4')
    await heading(page, 'Operations').waitFor()
    await end()
    await rowsOf(page, 'Customers').first().waitFor()
    expect(await searchField(page).inputValue()).toBe('')
  }
})

test.each(['light', 'dark'] as const)('no page has accessibility violations in the %s theme', async (theme) => {
  const scene = shared()
  const { page } = scene
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toContain(theme)
  for (const [name, grid] of [
    ['Customers', 'Customers'],
    ['Inventory', 'Inventory'],
    ['Devices', 'Devices'],
    ['Operations', null],
    ['Settings', null],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await heading(page, name).waitFor()
    if (grid !== null) await rowsOf(page, grid).nth(1).waitFor()
    expect(await accessibilityViolations(page), name).toEqual([])
  }
  const sample = await scene.sample('manyItems')
  await searchField(page).fill(sample.uid)
  await gridOf(page, 'Packages').waitFor()
  expect(await accessibilityViolations(page), 'customer').toEqual([])
})
