/**
 * Ten calls of a support desk by keyboard alone, on one desk. Each counts what the agent decides (tenCalls.ts), and the
 * numbers that docs/calls.md shows are those that are counted here.
 *
 * @module-tag core
 */
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { askDesk } from '../support/bridge.ts'
import type { Sample, Situation } from '../support/control.ts'
import { agentAt, type Agent } from '../support/decisions.ts'
import { furtherDecisions, numberedCalls, supportCalls, type CallName } from '../support/tenCalls.ts'
import {
  expectEnabled,
  expectFocus,
  expectNoConsoleErrors,
  expectValue,
  goTo,
  heading,
  outcome,
  rowsOf,
  type Scene,
  searchField,
  sharedDesk,
} from './journey.ts'
import { withMailServer } from './withMailServer.ts'

const shared = sharedDesk({ customers: 120 })
const counted = new Map<string, number>()

/** Counts the decisions of a call and compares them with the documented ones. */
async function count(name: CallName, page: Page, perform: (by: Agent) => Promise<unknown>): Promise<void> {
  const by = agentAt(page)
  await perform(by)
  const { what, desk } = supportCalls[name]
  counted.set(what, by.decisions.length)
  expect(by.decisions, what).toHaveLength(desk)
}

const View = z.object({
  items: z.array(
    z.object({ activate: z.object({ possible: z.boolean() }), refund: z.object({ possible: z.boolean() }) }),
  ),
  esims: z.array(z.object({ uid: z.string() })),
})

/** A customer in this situation of whom the page offers one package or eSIM alone, which no agent has to choose. */
async function customerWithOne(
  scene: Scene,
  situation: Situation,
  choices: (view: z.infer<typeof View>) => number,
): Promise<Sample> {
  for (;;) {
    const sample = await scene.sample(situation)
    if (sample.email === null) continue
    const view = await askDesk(scene.page, 'customers', 'get', { uid: sample.uid, from: 'service' }, View)
    if (choices(view) === 1) return sample
  }
}
const toActivate = ({ items }: z.infer<typeof View>): number => items.filter(({ activate }) => activate.possible).length
const toRefund = ({ items }: z.infer<typeof View>): number => items.filter(({ refund }) => refund.possible).length
const toInstall = ({ esims }: z.infer<typeof View>): number => esims.length

/** Leaves the text in the clipboard, and none in the search field. */
async function copy(page: Page, text: string): Promise<void> {
  await searchField(page).fill(text)
  await searchField(page).press('Control+a')
  await searchField(page).press('Control+x')
  await expectValue(searchField(page), '')
}

/** Opens the page of a customer, with which the call begins. */
async function onPageOf(page: Page, { uid, email }: Sample): Promise<void> {
  await goTo(page, `customers/${encodeURIComponent(uid)}`)
  await heading(page, email ?? 'Customer without e-mail').waitFor()
  await page.locator(`[data-customer="${uid}"]`).getByText('Up to date').waitFor()
}

afterAll(() => {
  const rows = numberedCalls.map(({ number, what, portal }) =>
    [
      String(number).padStart(3),
      what.padEnd(52),
      String(counted.get(what) ?? '–').padStart(4),
      String(portal.length).padStart(7),
    ].join('  '),
  )
  process.stdout.write([`  #  ${'call'.padEnd(52)}  desk   portal`, ...rows, ''].join('\n'))
})

test('1: a customer is found by the last six digits of an ICCID', async () => {
  const scene = shared()
  const { page } = scene
  await page.getByRole('button', { name: /^120 customers/ }).waitFor()
  const { iccid, email } = await scene.sample('esimInstalled')
  await copy(page, `ICCID …${iccid?.slice(-6) ?? ''}.`)
  await page.getByRole('link', { name: 'Customers', exact: true }).focus()
  await count('find', page, async (by) => {
    await by.press('Control+v')
    await expectFocus(searchField(page))
    await by.press('Enter')
    await heading(page, email ?? 'Customer without e-mail').waitFor()
    await page.getByRole('region', { name: `eSIM ${iccid ?? ''}` }).waitFor()
  })
  expectNoConsoleErrors(scene.desk)
})

test('2: the page says why it doesn’t work, what to say, and has one button', async () => {
  const scene = shared()
  const { page } = scene
  const sample = await customerWithOne(scene, 'esimReleased', toInstall)
  await onPageOf(page, sample)
  await count('cause', page, async () => {
    const bar = page.getByRole('region', { name: "Why it doesn't work" })
    await bar.getByText('The eSIM is not installed on a device.').first().waitFor()
    expect(await bar.getByRole('group', { name: 'What to say to the customer' }).textContent()).toMatch(/^Say:.{20,}/)
    await bar.getByRole('button', { name: 'Send the QR code', exact: true }).waitFor()
  })
})

test('2: if the customer has to be asked, the agent enters the country', async () => {
  const scene = shared()
  const { page } = scene
  await onPageOf(page, await customerWithOne(scene, 'usable', toInstall))
  const by = agentAt(page)
  await by.press('w')
  const country = page.getByRole('combobox', { name: 'Customer is in' })
  await expectFocus(country)
  await by.type('Portugal')
  await by.press('Enter')
  await expectValue(country, 'Portugal')
  await page.getByRole('button', { name: 'Forget the country' }).waitFor()
  expect(by.decisions).toHaveLength(furtherDecisions.whereabouts)
})

test('3: a waiting package is started', async () => {
  const scene = shared()
  const { page } = scene
  await onPageOf(page, await customerWithOne(scene, 'activatable', toActivate))
  await count('activate', page, async (by) => {
    await by.press('a')
    const dialog = page.getByRole('dialog', { name: 'Activate this package?' })
    await expectEnabled(dialog.getByRole('button', { name: 'Activate', exact: true }))
    await by.press('Control+Enter')
    await outcome(page).filter({ hasText: 'Activated' }).waitFor()
  })
  expect(await scene.executed('activate')).toBe(1)
})

test('4: a package is refunded', async () => {
  const scene = shared()
  const { page } = scene
  await onPageOf(page, await customerWithOne(scene, 'refundable', toRefund))
  await count('refund', page, async (by) => {
    await by.press('f')
    const dialog = page.getByRole('dialog', { name: 'Refund this package?' })
    await expectEnabled(dialog.getByRole('button', { name: 'Refund', exact: true }))
    await by.press('Control+Enter')
    await outcome(page).filter({ hasText: 'Refunded' }).waitFor()
  })
  expect(await scene.executed('refund')).toBe(1)
})

test.each([
  ['in its own format', JSON.stringify({ message: 'S-4711 is locked.' }), 'application/json', 'Rejected'],
  ['as plain text', 'S-4711 is locked.', 'text/plain', 'Rejected'],
] as const)('5: a refund that the service refuses %s shows its own words', async (_, body, contentType, state) => {
  const scene = shared()
  const { page } = scene
  await onPageOf(page, await customerWithOne(scene, 'refundable', toRefund))
  await scene.control.fault('refund', 'status', { status: 400, body, contentType })
  await count('refused', page, async (by) => {
    await by.press('f')
    const dialog = page.getByRole('dialog', { name: 'Refund this package?' })
    await expectEnabled(dialog.getByRole('button', { name: 'Refund', exact: true }))
    await by.press('Control+Enter')
    const refused = outcome(page).filter({ hasText: state })
    await refused.getByText('S-4711 is locked.').waitFor()
    await refused.getByRole('button', { name: 'Copy for a ticket', exact: true }).waitFor()
  })
  expect(await scene.executed('refund')).toBe(0)
})

test(
  '6: the QR code is mailed again, with a warning if it will not install',
  { tags: ['answers-questions'] },
  async () => {
    const scene = shared()
    const { page } = scene
    const server = await withMailServer(scene)
    const dialog = page.getByRole('dialog', { name: 'E-mail the installation' })
    const sample = await customerWithOne(scene, 'esimReleased', toInstall)
    await onPageOf(page, sample)
    await count('mail', page, async (by) => {
      await by.press('m')
      await expectEnabled(dialog.getByRole('button', { name: 'Send', exact: true }))
      await by.press('Control+Enter')
      await dialog.getByText(`Sent to ${sample.email ?? ''}`).waitFor()
    })
    expect(server.mails.map(({ to }) => to)).toEqual([[sample.email]])
    await page.keyboard.press('Escape')
    await onPageOf(page, await customerWithOne(scene, 'esimError', toInstall))
    await page.keyboard.press('m')
    await dialog.getByText('Its installation failed. Hand out another eSIM').waitFor()
  },
)

test('7: the package that was sold last is sold once more', async () => {
  const scene = shared()
  const { page } = scene
  await onPageOf(page, await scene.sample('refundable'))
  await count('topUp', page, async (by) => {
    await by.press('t')
    const dialog = page.getByRole('dialog', { name: 'Top up' })
    await expectEnabled(dialog.getByRole('button', { name: 'Buy', exact: true }))
    await by.press('Control+Enter')
    await outcome(page).filter({ hasText: 'Bought' }).waitFor()
  })
  expect(await scene.executed('topUp')).toBe(1)
})

test('8: a new customer gets a package, and its QR code by mail', { tags: ['answers-questions'] }, async () => {
  const scene = shared()
  const { page } = scene
  const server = await withMailServer(scene)
  const dialog = page.getByRole('dialog', { name: 'New sale' })
  const packages = dialog.getByLabel('Package', { exact: true })
  const offered = dialog.getByRole('option').first()
  const buy = dialog.getByRole('button', { name: 'Buy', exact: true })
  const first = agentAt(page)
  await first.press('Control+n')
  await expectFocus(packages)
  await first.type('Africa 500 MB')
  await offered.waitFor()
  await first.press('Enter')
  await expectFocus(dialog.getByLabel(/^E-mail/))
  await first.paste('first@example.org')
  await expectFocus(dialog.getByLabel('Country', { exact: true }))
  await first.type('Portugal')
  await first.press('Enter')
  await first.press('Tab')
  await expectFocus(dialog.getByLabel('IP address'))
  await first.paste('203.0.113.7')
  await first.press('Tab')
  await expectFocus(dialog.getByRole('link', { name: 'Selling by phone? Set a fixed address' }))
  await first.press('Tab')
  await expectFocus(dialog.getByRole('checkbox', { name: 'Send the QR code at once' }))
  await first.press('Space')
  await expectEnabled(buy)
  await first.press('Control+Enter')
  await page.getByRole('status').filter({ hasText: 'Sent to first@example.org' }).waitFor()
  expect(first.decisions).toHaveLength(furtherDecisions.firstSale)
  await page.keyboard.press('Control+1')
  await heading(page, 'Customers').waitFor()

  // The desk remembers the country and the check mark of the sale before this one.
  await count('newCustomer', page, async (by) => {
    await by.press('Control+n')
    await expectFocus(packages)
    await by.type('Africa 500 MB')
    await offered.waitFor()
    await by.press('Enter')
    await expectFocus(dialog.getByLabel(/^E-mail/))
    await by.paste('second@example.org')
    await expectFocus(dialog.getByLabel('IP address'))
    await expectValue(dialog.getByLabel('Country', { exact: true }), 'Portugal')
    await by.paste('203.0.113.8')
    await expectEnabled(buy)
    await by.press('Control+Enter')
    await heading(page, 'second@example.org').waitFor()
    await outcome(page).filter({ hasText: 'Bought' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Sent to second@example.org' }).waitFor()
  })
  expect(server.mails.map(({ to }) => to)).toEqual([['first@example.org'], ['second@example.org']])
  expect(await scene.executed('register')).toBe(2)
})

test('9: packages that cover Japan and South Korea are listed', async () => {
  const { page } = shared()
  await count('coverage', page, async (by) => {
    await by.press('Control+k')
    await expectFocus(page.getByRole('combobox', { name: 'Find or do anything' }))
    await by.type('japan korea')
    await page.getByRole('option', { name: 'Packages that cover Japan and South Korea' }).waitFor()
    await by.press('Enter')
    await heading(page, 'Inventory').waitFor()
    await page.getByRole('list', { name: 'Countries that have to be covered' }).getByText('South Korea').waitFor()
    await rowsOf(page, 'Inventory').nth(1).waitFor()
  })
})

test('10: all that the operator needs is copied for a ticket', async () => {
  const scene = shared()
  const { page } = scene
  await onPageOf(page, await scene.sample('usable'))
  await count('escalate', page, async (by) => {
    await by.press('c')
    await page.getByText('Text for a ticket copied').first().waitFor()
  })
  expectNoConsoleErrors(scene.desk)
})
