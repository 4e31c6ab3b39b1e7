/**
 * Drives the built desk through its main tasks, as a new user would, and writes screenshots: first run, sandbox,
 * today, search, customer, activate, refund, inventory, operations, events. Each screen is captured in the light and in
 * the dark theme.
 *
 * `node test/support/pictures.ts FOLDER`
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { CustomerUid } from '#shared/wire/ids.ts'
import { defaultRules } from '#shared/model/operation/purchase.ts'
import { askDesk, packagesOf, runOperation } from './bridge.ts'
import { startDesk } from './desk.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder? node test/support/pictures.ts FOLDER')
await mkdir(folder, { recursive: true })
/** The number of customers that are opened to find one with an enabled button. */
const maxAttempts = 40
const Listed = z.object({
  rows: z.array(z.object({ uid: CustomerUid, esims: z.array(z.object({ state: z.string() })) })),
})

async function mainJob(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the sandbox' }).waitFor()
  await take(page, 'first-run')

  await page.getByRole('button', { name: 'Try the sandbox' }).click()
  const customers = grid(page, 'Customers')
  await customers.getByRole('row').nth(5).waitFor()
  await page.locator('[role=grid][aria-rowcount="2501"]').waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  await take(page, 'customers')

  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await page.getByRole('list', { name: 'Customers who will probably call' }).waitFor()
  await take(page, 'today')

  await search(page, 'an')
  await customers.locator('mark').first().waitFor()
  await take(page, 'search')

  await search(page, '')
  await openCustomerWith(page, 'Activate now')
  await take(page, 'customer')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('option').first().waitFor()
  await take(page, 'palette')
  await page.keyboard.press('Escape')
  await takeUnfolded(page, 'Simulate', 'simulator')
  await openMoneyDialog(page, 'Activate now', 'Activate this package?', 'activate')
  await confirm(page, 'Activate')
  await take(page, 'activated')

  await openCustomerWith(page, 'Refund')
  await openMoneyDialog(page, 'Refund', 'Refund this package?', 'refund')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').first().click()
  await dialog.getByRole('option').first().click()
  await confirm(page, 'Refund')
  await take(page, 'refunded')

  await busyDay(page)
  for (const name of ['Inventory', 'Operations', 'Devices', 'Settings']) {
    await page.getByRole('link', { name, exact: true }).click()
    if (name !== 'Settings') await grid(page, name).getByRole('row').nth(1).waitFor()
    await take(page, name.toLowerCase())
    if (name === 'Inventory') await takePurchaseDialog(page)
    if (name === 'Operations') await takeViews(page)
  }
  await takeTraining(page)
  await page.getByRole('link', { name: /^Events/ }).click()
  await page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem').first().waitFor()
  await take(page, 'events')
  await takeTimeline(page)
}

/** Captures the page of a customer to whom something has just happened, with the notification of it. */
async function takeTimeline(page: Page): Promise<void> {
  const { rows } = await askDesk(page, 'customers', 'list', { limit: 200 }, Listed)
  const found = rows.find(({ esims }) => esims.some(({ state }) => state === 'installed'))
  if (found === undefined) throw new Error('The sandbox has no customer with an installed eSIM')
  const { uid: customerUid } = found
  await page.evaluate((to) => window.location.assign(`#/customers/${to}`), customerUid)
  await page.getByText('Up to date').waitFor()
  const happen = (act: object): Promise<unknown> =>
    askDesk(page, 'sandbox', 'act', { ...act, customerUid }, z.unknown())
  await happen({ act: 'enter', country: 'FR' })
  await happen({ act: 'forgeDelivery', kind: 'lowBalance' })
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline
    .getByText(/^Little data is left/)
    .first()
    .waitFor()
  await timeline.scrollIntoViewIfNeeded()
  await take(page, 'timeline')
}

/** Captures both themes. The desk follows the theme of the system until a person selects one. */
async function take(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))).then(
        () => undefined,
      ),
    )
    await page.screenshot({ path: join(folder ?? '', `${name}-${colorScheme}.png`) })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

function grid(page: Page, name: string): Locator {
  return page.getByRole('table', { name, exact: true }).or(page.getByRole('grid', { name, exact: true }))
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  const field = page.getByRole('searchbox', { name: 'Find a customer' })
  await field.fill('')
  await field.pressSequentially(text)
}

/** Opens the first customer of the list with an enabled button for this action. */
async function openCustomerWith(page: Page, action: 'Activate now' | 'Refund'): Promise<void> {
  const uids = await page.evaluate(async () => {
    // The type of the bridge is not available in the page.
    const bridge: unknown = Reflect.get(window, 'desk')
    const list = (
      bridge as { customers: { list: (input: { limit: number }) => Promise<{ value: { rows: { uid: string }[] } }> } }
    ).customers.list
    return (await list({ limit: 200 })).value.rows.map((row) => row.uid)
  })
  for (const uid of uids.slice(0, maxAttempts)) {
    await page.evaluate((to) => window.location.assign(`#/customers/${to}`), uid)
    await page.getByText(uid).first().waitFor()
    await grid(page, 'Packages').waitFor()
    if ((await page.getByRole('button', { name: action, exact: true, disabled: false }).count()) > 0) return
    // Otherwise the tabs of all these customers would be in the pictures.
    await page.keyboard.press('Alt+w')
  }
  throw new Error(`None of ${String(maxAttempts)} customers has an enabled button ${action}`)
}

/** Captures a part of the page that is collapsed before and after. */
async function takeUnfolded(page: Page, summary: string, picture: string): Promise<void> {
  const line = page.locator('summary').filter({ hasText: summary })
  await line.click()
  await page.getByRole('button', { name: 'Use data', exact: true }).waitFor()
  await page.getByText('to the service done').scrollIntoViewIfNeeded()
  await take(page, picture)
  await line.click()
}

/** Captures a step of the tour and a call of the training. */
async function takeTraining(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Take the tour' }).first().click()
  const tour = page.getByRole('region', { name: 'Tour', exact: true })
  for (let step = 1; step < 3; step++) await tour.getByRole('button', { name: 'Next', exact: true }).click()
  await page.locator('.ring').waitFor()
  await tour.getByRole('heading', { name: '3 of 6' }).waitFor()
  await page.getByText('Up to date').waitFor()
  await take(page, 'tour')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Training', exact: true }).click()
  await page.getByRole('button', { name: 'Start “Wrong country”' }).click()
  const training = page.getByRole('region', { name: 'Training', exact: true })
  await training.getByRole('button', { name: 'How did I do?' }).click()
  await page.getByText('Up to date').waitFor()
  await take(page, 'training')
  await page.keyboard.press('Escape')
}

async function openMoneyDialog(page: Page, action: string, title: string, picture: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true, disabled: false }).first().click()
  await page.getByRole('dialog', { name: title }).waitFor()
  await take(page, picture)
}

/** The other views of Operations that have a picture of their own. */
async function takeViews(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Totals', exact: true }).click()
  await page.getByRole('region', { name: /^Last 30 days/ }).waitFor()
  await take(page, 'totals')
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await grid(page, 'Sales history').getByRole('row').nth(1).waitFor()
  await take(page, 'sales')
}

async function takePurchaseDialog(page: Page): Promise<void> {
  await grid(page, 'Inventory').getByRole('row').nth(1).click()
  await page.getByRole('button', { name: 'Buy for a customer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy for a customer' })
  await dialog.getByLabel(/^E-mail/).fill('grace.hopper@example.org')
  await dialog.getByLabel('Country', { exact: true }).fill('France')
  await dialog.getByLabel('IP address').fill('203.0.113.7')
  await dialog.getByRole('button', { name: 'Buy', exact: true, disabled: false }).waitFor()
  await take(page, 'buy')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
}

/** Fills Operations with purchases within a daily limit, and one refund whose request is lost. */
async function busyDay(page: Page): Promise<void> {
  await askDesk(page, 'operations', 'setRules', { ...defaultRules, dailyLimit: '100' }, z.unknown())
  const packages = (await packagesOf(page)).filter(({ purchasePrice }) => Number(purchasePrice?.amount) < 12)
  const people = ['grace.hopper', 'alan.turing', 'katherine.johnson', 'edsger.dijkstra', 'barbara.liskov']
  const bought = []
  for (const [index, name] of people.entries()) {
    const { id } = packages[index * 3] ?? {}
    if (id === undefined) throw new Error('The sandbox sells too little')
    bought.push(
      await runOperation(page, {
        kind: 'register',
        inventoryItemId: id,
        mode: 'FIRST_USE',
        reference: `order ${String(4711 + index)}`,
        customerEmail: `${name}@example.org`,
        userCountry: 'FR',
        userIp: '203.0.113.7',
      }),
    )
  }
  const [{ customerUid, itemUid } = { customerUid: null, itemUid: null }] = bought
  if (customerUid === null || itemUid === null) throw new Error('Nothing was bought')
  await askDesk(page, 'sandbox', 'act', { act: 'fault', fault: 'notReached', place: 'refund', times: 1 }, z.unknown())
  await runOperation(page, { kind: 'refund', customerUid, itemUid }, { refundReason: 'wrong_package' })
}

async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true, disabled: false }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /Activated|Refunded|Rejected|Not sent|Unconfirmed|Needs you/ })
    .first()
    .waitFor()
}

const desk = await startDesk({ colorScheme: 'light', viewport: { width: 1280, height: 800 } })
try {
  await mainJob(desk.page)
} finally {
  await desk.close()
}
