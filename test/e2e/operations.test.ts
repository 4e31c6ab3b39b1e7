/**
 * Operations as an agent works with them: what needs a person first, what is shown, the totals, and the exported file.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import type { VariantsInput } from '../../electron/sandbox/variants.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { InventoryRow } from '#shared/model/customer/views.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import { packagesOf, runOperation } from '../support/bridge.ts'
import { control } from '../support/control.ts'
import { startDesk, type RunningDesk } from '../support/desk.ts'
import { giveUp } from '../support/journal.ts'
import { answerQuestion } from '../support/questions.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { openInSpreadsheet } from '../support/spreadsheet.ts'
import {
  checkNow,
  connectedDesk,
  expectEnabled,
  expectNoConsoleErrors,
  expectText,
  gridOf,
  heading,
  openCustomer,
  packageRow,
  rowsOf,
  searchField,
  textOf,
} from './journey.ts'

async function folder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `esim-desk-${name}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function show(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Operations', exact: true }).click()
  await heading(page, 'Operations').waitFor()
}

/** The cheapest package, so that a limit is reached exactly when a test needs it. */
async function cheapest(
  page: Page,
): Promise<InventoryRow & { readonly purchasePrice: NonNullable<InventoryRow['purchasePrice']> }> {
  const [found] = (await packagesOf(page)).toSorted(
    (a, b) => Number(a.purchasePrice?.amount) - Number(b.purchasePrice?.amount),
  )
  if (found?.purchasePrice == null) throw new Error('The sandbox sells nothing')
  return { ...found, purchasePrice: found.purchasePrice }
}

async function buy(page: Page, reference: string, customerEmail?: string): Promise<OperationRow> {
  const { id } = await cheapest(page)
  return await runOperation(page, {
    kind: 'register',
    inventoryItemId: id,
    mode: 'FIRST_USE',
    reference,
    userCountry: 'DE',
    userIp: '192.0.2.7',
    ...(customerEmail === undefined ? {} : { customerEmail }),
  })
}

const refundOf = ({ customerUid, itemUid }: OperationRow) => {
  if (customerUid === null || itemUid === null) throw new Error('Nothing was bought')
  return { kind: 'refund' as const, customerUid, itemUid }
}

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

test('the journal is filtered by the choices, and going back restores them', async () => {
  const scene = await connectedDesk()
  const { page } = scene
  const first = await buy(page, 'order 1', 'ada@example.org')
  await buy(page, 'order 2', 'bob@example.org')
  await runOperation(page, refundOf(first), { refundReason: 'wrong_package' })
  await show(page)
  await page.getByText('3 operations', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('refund')
  await page.getByText('1 operation matches', { exact: true }).waitFor()
  await rowsOf(page, 'Operations').nth(1).click()
  await page.getByRole('heading', { name: 'What happened', exact: true }).waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await page.getByText('1 operation matches', { exact: true }).waitFor()
  const grid = gridOf(page, 'Operations')
  await expect
    .poll(() =>
      grid.evaluate(
        (table) => document.activeElement === table && table.getAttribute('aria-activedescendant')?.endsWith('-row-0'),
      ),
    )
    .toBe(true)
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click()
  await page.getByText('3 operations', { exact: true }).waitFor()

  const customer = page.getByRole('combobox', { name: 'Customer' })
  await customer.fill('bob@')
  await page.getByRole('option', { name: /bob@example\.org/ }).waitFor()
  await customer.press('Enter')
  await page.getByText('1 operation matches', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Time' }).selectOption('range')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByText('No operation matches', { exact: true }).last().waitFor()
  await expect.poll(() => new URL(page.url()).hash).toContain('to=2020-01-01')
  expectNoConsoleErrors(scene.desk)
})

test('totals and the daily limit follow every purchase and refund, and the limit is enforced', async () => {
  const scene = await connectedDesk()
  const { page } = scene
  const { purchasePrice: price } = await cheapest(page)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const limit = page.getByRole('textbox', { name: 'Daily limit in USD' })
  const height = (locator: Locator): Promise<number | undefined> => locator.boundingBox().then((box) => box?.height)
  await limit.waitFor()
  const language = page.getByRole('combobox', { name: /^Language, where/ })
  await expect
    .poll(async () => [await height(limit), await height(language)])
    .toEqual([expect.any(Number), await height(language)])
  await limit.fill('lots')
  await page.getByText('An amount such as 250', { exact: false }).waitFor()
  await limit.fill(price.amount)
  const buying = region(page, 'Buying')
  await buying.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Buying rules saved', { exact: true }).waitFor()

  await show(page)
  const credits = region(page, 'Credits of this connection')
  await expectText(credits, 'Spent today $0.00 No purchase')
  const bought = await buy(page, 'order 1')
  await expectText(credits, `Spent today $${price.amount} 1 purchase`)
  await expect.poll(() => credits.getByRole('meter', { name: 'Daily limit' }).getAttribute('aria-valuenow')).toBe('100')
  await expect(buy(page, 'order 2')).rejects.toThrow('daily_limit')
  await runOperation(page, refundOf(bought), { refundReason: 'bought_twice' })
  await expectText(credits, `Refunded today $${price.amount} 1 refund`)

  await page.getByRole('link', { name: 'Totals', exact: true }).click()
  const days = page.getByRole('table', { name: 'By day' })
  await expectText(days.getByRole('row').nth(1), `1 $${price.amount} 1 $${price.amount}`)
  await page.getByRole('table', { name: 'By month' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expectNoConsoleErrors(scene.desk)
})

/** A sandbox and a profile folder, on which desks are started one after the other. */
async function startsOf(variants: VariantsInput) {
  const sandbox = await startSandboxProcess({ customers: 50, seed: 7, variants })
  onTestFinished(() => sandbox.stop())
  const userData = await folder('operations')
  const { baseUrl, segment, clientId, clientSecret } = sandbox.info
  const start = async (): Promise<RunningDesk> => {
    const desk = await startDesk({
      userData,
      args: ['--service', baseUrl, '--segment', segment],
      env: { ESIM_DESK_CLIENT_ID: clientId, ESIM_DESK_CLIENT_SECRET: clientSecret },
    })
    onTestFinished(() => desk.close())
    await searchField(desk.page).waitFor()
    return desk
  }
  return { start, userData, service: control(sandbox.info) }
}

/** A desk that ended while the outcome of an operation was unknown, and whose checks have ended since. */
async function withUnresolved(): Promise<{ readonly desk: RunningDesk; readonly lost: OperationRow }> {
  const { start, userData, service } = await startsOf({})
  const before = await start()
  const bought = await buy(before.page, 'order 1')
  await service.setFaults([{ endpoint: 'refund', kind: 'dropBefore' }])
  const lost = await runOperation(before.page, refundOf(bought), { refundReason: 'not_needed' })
  expect(lost.state).toBe('UNKNOWN')
  await before.close()
  giveUp(userData, lost.id)
  return { desk: await start(), lost }
}

test('an operation that needs a person comes first with its identifiers, and disappears when its outcome is recorded', async () => {
  const { desk, lost } = await withUnresolved()
  const { page } = desk
  await show(page)
  const needs = region(page, 'Needs you')
  await needs.getByText('Was this package refunded?', { exact: true }).waitFor()
  await expectText(needs, lost.id)
  await expectText(needs, lost.itemUid ?? 'no item')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await accessibilityViolations(page), colorScheme).toEqual([])
  }
  await needs.getByRole('button', { name: 'Copy for a ticket', exact: true }).click()
  await page.getByText('Copied: paste it into the ticket', { exact: true }).waitFor()
  await needs.getByRole('button', { name: 'Record the outcome', exact: true }).click()
  const form = page.getByRole('form', { name: 'Record the outcome' })
  await form.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  // The first answer has the focus, Tab leads to the text, and the page itself has the focus once it is recorded.
  await expect
    .poll(() =>
      form
        .getByRole('radio')
        .nth(0)
        .evaluate((radio) => radio === document.activeElement),
    )
    .toBe(true)
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('The operator says so in ticket 4711')
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await page.getByRole('link', { name: 'Operations', exact: true }).first().click()
  await gridOf(page, 'Operations').waitFor()
  await needs.waitFor({ state: 'detached' })
  await expectText(rowsOf(page, 'Operations').nth(1), 'by a person')
  expectNoConsoleErrors(desk)
})

test('before an accepted refund that the service doesn’t show counts as not done, the main process asks a person', async () => {
  const { start, userData, service } = await startsOf({ refundResult: 'unchanged' })
  const before = await start()
  const bought = await buy(before.page, 'order 1', 'unseen@example.org')
  const { id } = await runOperation(before.page, refundOf(bought), { refundReason: 'not_needed' })
  await show(before.page)
  await expectText(rowsOf(before.page, 'Operations').nth(1), /Unconfirmed/)
  await before.close()
  giveUp(userData, id)

  const desk = await start()
  const { page } = desk
  await show(page)
  const needs = region(page, 'Needs you')
  await needs.getByRole('button', { name: 'Record the outcome', exact: true }).click()
  const form = page.getByRole('form', { name: 'Record the outcome' })
  await form.getByRole('radio', { name: 'It did not happen' }).check()
  await form.getByRole('textbox').fill('The customer says so')
  const record = form.getByRole('button', { name: 'Record', exact: true })
  const title = 'Record that this was not done?'
  await record.click()
  const question = await answerQuestion(desk, title, 'no')
  for (const fact of [bought.packageName ?? '', bought.customerUid ?? '', 'The package is as before', 'accepted'])
    expect(question.text).toContain(fact)
  await form.getByText('did not get one, so nothing was done').waitFor()

  await record.click()
  await answerQuestion(desk, title, 'yes')
  await form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Operations', exact: true }).first().click()
  await expectText(rowsOf(page, 'Operations').nth(1), /Did not happen/)
  await needs.waitFor({ state: 'detached' })
  expect((await service.ledger()).filter(({ kind, executed }) => kind === 'refund' && executed)).toHaveLength(1)
  await openCustomer(page, bought.customerUid ?? '', 'unseen@example.org')
  await expectEnabled(packageRow(page, 'order 1').getByRole('button', { name: 'Refund', exact: true }))
  expectNoConsoleErrors(desk)
})

test('an operation that is being checked shows the number of checks and the next one, and disappears when it is resolved', async () => {
  const scene = await connectedDesk()
  const { page } = scene
  const sample = await scene.control.itemSample('activatable')
  await show(page)
  await scene.control.setFaults([
    { endpoint: 'activate', kind: 'dropAfter' },
    { endpoint: 'customer', kind: 'proxyPage', times: 'always', skip: 1 },
  ])
  await runOperation(page, { kind: 'activate', customerUid: sample.uid, itemUid: sample.itemUid })
  const way = region(page, 'Checking')
  await way.getByText(/next check in/).waitFor()
  await scene.control.clearFaults()
  await checkNow(way, way.waitFor({ state: 'detached' }))
  await expectText(rowsOf(page, 'Operations').nth(1), /Confirmed by what the service shows/)
})

test('the shown rows are exported to a file that a spreadsheet opens as text and numbers', async () => {
  const HOME = await folder('home')
  const scene = await connectedDesk({ desk: { env: { HOME } } })
  const { page } = scene
  const bought = await buy(page, '=HYPERLINK("http://a.example")', 'ada@example.org')
  await buy(page, '00123')
  await show(page)
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('register')
  await page.getByText('2 operations match', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Export…', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  const confirmation = page.getByText(/2 operations written to/)
  await confirmation.waitFor()
  const path = /written to (.*\.csv)/.exec(await textOf(confirmation))?.[1] ?? ''
  expect(path.startsWith(HOME)).toBe(true)
  const [sheet = []] = await openInSpreadsheet(await readFile(path, 'utf8'), [{ detectSpecialNumbers: true }])
  const [names = [], ...rows] = sheet
  const column = (name: string): readonly unknown[] =>
    rows.map((row) => row[names.findIndex(({ text }) => text === name)])
  expect(sheet.flat().filter(({ formula }) => formula !== null)).toEqual([])
  expect(column('reference')).toMatchObject([
    { type: 'string', text: "'00123" },
    { type: 'string', text: `'=HYPERLINK("http://a.example")` },
  ])
  expect(column('charged_amount')).toMatchObject([
    { type: 'float' },
    { type: 'float', value: String(Number(bought.charged?.amount)) },
  ])
  expect(column('iccids')).toMatchObject([
    { type: 'string' },
    { type: 'string', text: expect.stringMatching(/^\d{4}-\d{4}-\d{4}-\d{4}-\d{2,4}$/) },
  ])
})
