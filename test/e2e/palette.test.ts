/** The palette, the keys of the page and the list of keys, with the real desk. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import {
  expectEnabled,
  expectFocus,
  expectNoConsoleErrors,
  gridOf,
  heading,
  openCustomer,
  outcome,
  searchField,
  sharedDesk,
} from './journey.ts'

const shared = sharedDesk({ customers: 60 })
const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Find or do anything' })
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Find or do anything' })
const nameOf = ({ email }: { readonly email: string | null }): string => email ?? 'Customer without e-mail'

test('the palette opens a customer, a page and a package, from a field as well, and offers recent customers first', async () => {
  const scene = shared()
  const { page } = scene
  const sample = await scene.sample('usable')
  await searchField(page).focus()
  await page.keyboard.press('Control+k')
  await expectFocus(fieldOf(page))
  await page.keyboard.insertText(sample.uid)
  await page.keyboard.press('Enter')
  await heading(page, nameOf(sample)).waitFor()
  await paletteOf(page).waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await page.keyboard.type('inven')
  await page.keyboard.press('Enter')
  await heading(page, 'Inventory').waitFor()

  await page.keyboard.press('Control+k')
  await fieldOf(page).waitFor()
  await paletteOf(page)
    .getByRole('option')
    .first()
    .filter({ hasText: nameOf(sample) })
    .waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await accessibilityViolations(page)).toEqual([])
  }
  await page.keyboard.type('africa 500')
  await paletteOf(page).getByRole('option').filter({ hasText: 'Africa 500 MB' }).first().waitFor()
  await page.keyboard.press('Enter')
  await gridOf(page, 'Inventory').getByRole('row').filter({ hasText: 'Africa 500 MB' }).first().waitFor()
  const filter = page.getByRole('searchbox', { name: 'Find a package' })
  await expect.poll(() => filter.inputValue()).toContain('Africa 500')
  await filter.fill('japan korea')
  await page.getByText('packages · each covers Japan and South Korea').waitFor()

  await page.keyboard.press('Control+k')
  await fieldOf(page).waitFor()
  await page.keyboard.press('Escape')
  await paletteOf(page).waitFor({ state: 'detached' })
  expectNoConsoleErrors(scene.desk)
})

test('an action that moves money opens its dialog from the palette and from its key, and nothing is sent by either', async () => {
  const scene = shared()
  const { page } = scene
  const sample = await scene.sample('activatable')
  await openCustomer(page, sample.uid, sample.email)
  await page.getByRole('button', { name: 'Activate now', exact: true }).and(page.locator(':enabled')).first().waitFor()
  const dialog = page.getByRole('dialog', { name: 'Activate this package?' })

  await page.keyboard.press('Control+k')
  await fieldOf(page).waitFor()
  await page.keyboard.type('activate')
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await scene.executed('activate')).toBe(0)
  // The dialog is hidden before the page receives the event of its closing.
  await expect.poll(() => page.locator('dialog .inside').count()).toBe(0)

  await page.keyboard.press('a')
  await dialog.or(paletteOf(page)).waitFor()
  if (await paletteOf(page).isVisible()) await page.keyboard.press('Enter')
  await dialog.waitFor()
  // The keys of the page do nothing behind a dialog.
  await page.keyboard.press('t')
  expect(await page.getByRole('dialog', { name: 'Top up' }).isVisible()).toBe(false)
  const confirm = dialog.getByRole('button', { name: 'Activate', exact: true })
  await expectEnabled(confirm)
  await confirm.click()
  await outcome(page).filter({ hasText: 'Activated' }).waitFor()
  expect(await scene.executed('activate')).toBe(1)
})

test('the keys of a customer open top-up, QR code and mail, but not while typing, and the list shows them', async () => {
  const scene = shared()
  const { page } = scene
  const sample = await scene.sample('usable')
  await openCustomer(page, sample.uid, sample.email)
  await page.getByRole('button', { name: 'Show QR' }).first().waitFor()
  for (const [key, name] of [
    ['t', 'Top up'],
    ['q', 'Installation QR code'],
    ['m', 'E-mail the installation'],
  ] as const) {
    await page.keyboard.press(key)
    const dialog = page.getByRole('dialog', { name })
    await dialog.or(paletteOf(page)).waitFor()
    if (await paletteOf(page).isVisible()) await page.keyboard.press('Enter')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator('dialog .inside').count()).toBe(0)
  }
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.getByText('Top up').waitFor()
  await keys.getByText('Find or do anything').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })

  await searchField(page).focus()
  await page.keyboard.type('t')
  await heading(page, 'Customers').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('Alt with the arrows goes back and forward', async () => {
  const { page } = shared()
  await page.keyboard.press('Control+3')
  await heading(page, 'Inventory').waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await heading(page, 'Customers').waitFor()
  await page.keyboard.press('Alt+ArrowRight')
  await heading(page, 'Inventory').waitFor()
})
