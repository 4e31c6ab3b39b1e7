/**
 * What an agent does on the desk, by role and accessible name. Each job resolves to what the desk shows in the end and
 * to the sentences that the service contradicts.
 */
import type { Locator, Page } from 'playwright-core'
import type { LedgerRow, Situation } from '../support/control.ts'
import { limits } from '../limits.ts'
import { giveRefundReason, heading, paste, rowsOf, searchField, textOf } from '../e2e/journey.ts'
import { allVariations, type JobName } from './variation.ts'
import { customerCount, type VariationScene } from './scene.ts'

export interface Seen {
  readonly shown: string
  /** Sentences of the desk that the sandbox contradicts, and calls that were executed twice. */
  readonly untrue: readonly string[]
}

/**
 * A job that doesn't work is recognised by a state that never comes. Some of all variations have such jobs, so the time
 * limit is shorter there than where all have to work.
 */
export const timeout = allVariations ? limits.state / 6 : limits.state

const seen = (shown: string, untrue: readonly (string | false)[] = []): Seen => ({
  shown,
  untrue: untrue.filter((one) => one !== false),
})

async function toCustomers(page: Page): Promise<void> {
  await searchField(page).fill('')
  await page.getByRole('link', { name: 'Customers', exact: true }).first().click()
  await heading(page, 'Customers').waitFor()
}

/** The beginning of what the page says, where it isn't what was waited for. */
async function pageText(page: Page): Promise<string> {
  return (await textOf(page.locator('main').first())).slice(0, 300)
}

async function list({ page }: VariationScene): Promise<Seen> {
  await toCustomers(page)
  await appears(rowsOf(page, 'Customers').nth(1))
  // The frame offers another copy once this one has ended, however it did, and counts its customers at once. The page
  // reads them again.
  const copied = page.getByRole('button', { name: 'Sync now', disabled: false })
  const counted = (await appears(copied, limits.state)) ? /^\d+ customers?/.exec(await textOf(copied))?.[0] : undefined
  const count = page
    .locator('main')
    .getByText(`${counted ?? ''} in the local list`)
    .first()
  const shown = counted !== undefined && (await appears(count)) ? await textOf(count) : await pageText(page)
  const isWhole = / in the local list$/.test(shown) && !/could not be read/.test(await pageText(page))
  return seen(shown, [
    isWhole && !shown.startsWith(`${String(customerCount)} `) && `The list is shown as whole: ${shown}`,
    /no customers yet/i.test(shown) && 'The list says that there are no customers',
  ])
}

async function sampleOf({ control }: VariationScene, situation: Situation) {
  for (const sample of (await control.samples(12))[situation])
    if (sample.itemUid !== null && (await control.customer(sample.uid)).items.length === 1)
      return { ...sample, itemUid: sample.itemUid }
  throw new Error(`the sandbox has no customer of ${situation} with one package`)
}

type OneSample = Awaited<ReturnType<typeof sampleOf>>

async function show(page: Page, { uid, email }: Pick<OneSample, 'uid' | 'email'>): Promise<void> {
  await toCustomers(page)
  await paste(page, uid)
  await heading(page, email ?? 'Customer without e-mail').waitFor()
}

async function customer(scene: VariationScene): Promise<Seen> {
  const { page } = scene
  await show(page, await sampleOf(scene, 'usedItem'))
  const row = rowsOf(page, 'Packages').nth(1)
  await row.waitFor().catch(() => undefined)
  const shown = (await row.count()) > 0 ? await textOf(row) : await pageText(page)
  const main = await pageText(page)
  return seen(shown, [/lists no package/.test(main) && 'The page says that the service lists no package'])
}

/** Looks for two customers whom the desk has no copy of, so that the service has to be searched. */
async function search(scene: VariationScene): Promise<Seen> {
  const { page } = scene
  const shown: string[] = []
  const untrue: string[] = []
  for (const what of ['ICCID', 'e-mail'] as const) {
    const email = `shop.customer.${what.toLowerCase()}@example.org`
    const { iccid } = await scene.sellElsewhere(email)
    await toCustomers(page)
    await paste(page, what === 'ICCID' ? iccid : email)
    const found = heading(page, email).or(rowsOf(page, 'Customers').filter({ hasText: email }).first())
    if (await appears(found)) shown.push(`found by ${what}`)
    else {
      const main = await pageText(page)
      shown.push(main)
      if (/No customer found(?! so far)/.test(main)) untrue.push(`The page says that no customer is found by ${what}`)
    }
  }
  return seen(shown.join(', '), untrue)
}

const appears = (locator: Locator, within = timeout): Promise<boolean> =>
  locator
    .first()
    .waitFor({ timeout: within })
    .then(
      () => true,
      () => false,
    )

async function inventory(scene: VariationScene): Promise<Seen> {
  const { page } = scene
  await openInventory(page)
  const count = page.getByText(/^\d+ packages?$/).first()
  await rowsOf(page, 'Inventory')
    .nth(1)
    .waitFor()
    .catch(() => undefined)
  const shown = (await appears(count)) ? await textOf(count) : await pageText(page)
  const real = (await scene.control.state()).counts.inventory
  const number = Number(/^(\d+) packages?$/.exec(shown)?.[1] ?? real)
  return seen(shown, [
    number !== real && `The inventory counts ${String(number)} packages of ${String(real)}`,
    /inventory is empty/i.test(shown) && 'The page says that the inventory is empty',
  ])
}

async function openInventory(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Inventory', exact: true }).click()
}

const final = /Activated|Refunded|Bought|Rejected|Not sent|Unconfirmed|Needs you/
const statusOf = (page: Page): Locator => page.getByRole('status').filter({ hasText: final }).first()

/** Compares what the desk shows of an order with what was executed. */
function judged(shown: string, done: string, executed: readonly LedgerRow[]): Seen {
  const count = executed.filter((row) => row.executed).length
  return seen(shown, [
    count > 1 && `It was executed ${String(count)} times`,
    shown.startsWith(done) && count === 0 && `${done} is shown, and nothing was executed`,
    /answer got lost/.test(shown) && 'An answer is shown as lost, and it came',
    // That the customer has it all the same is shown too.
    /^(Rejected|Not sent)(?!.* already)/.test(shown) &&
      count > 0 &&
      `${shown.slice(0, 40)} is shown, and it was executed`,
  ])
}

async function changed(scene: VariationScene, { situation, button, title, press, kind, done }: Change): Promise<Seen> {
  const { page, control } = scene
  const sample = await sampleOf(scene, situation)
  await show(page, sample)
  const before = (await control.state()).counts.ledger
  const rowButton = rowsOf(page, 'Packages').getByRole('button', { name: button, exact: true }).first()
  if (!(await appears(rowButton))) return seen(`no button: ${await pageText(page)}`)
  if (await rowButton.isDisabled()) return seen(`not possible: ${await textOf(rowsOf(page, 'Packages').nth(1))}`)
  await rowButton.click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  if (kind === 'refund') await giveRefundReason(dialog)
  await dialog.getByRole('button', { name: press, exact: true }).click()
  await statusOf(page).waitFor()
  await settled(page)
  const rows = (await control.ledger(before)).filter((row) => row.kind === kind && row.itemUid === sample.itemUid)
  return judged(outcomeOf(await textOf(statusOf(page))), done, rows)
}

interface Change {
  readonly situation: Situation
  readonly button: string
  readonly title: string
  readonly press: string
  readonly kind: LedgerRow['kind']
  readonly done: string
}

/** The line begins with the outcome, whatever stands before it. */
function outcomeOf(text: string): string {
  return text.slice(Math.max(0, text.search(final)))
}

/** Waits until an outcome that a read can still change has been read for: the last of the quick checks is at 15 s. */
async function settled(page: Page): Promise<void> {
  const open = page.getByRole('status').filter({ hasText: 'Unconfirmed' }).first()
  if ((await open.count()) === 0) return
  await open.waitFor({ state: 'detached', timeout: 20_000 }).catch(() => undefined)
}

async function sale(scene: VariationScene): Promise<Seen> {
  const { page, control } = scene
  const email = 'new.customer@example.org'
  const before = (await control.state()).counts.ledger
  await openInventory(page)
  await page.getByRole('searchbox', { name: 'Find a package' }).fill('Africa 500 MB')
  const row = rowsOf(page, 'Inventory').filter({ hasText: 'Africa 500 MB' }).first()
  await row.waitFor()
  if ((await row.getAttribute('aria-selected')) !== 'true') await row.click()
  await page.getByRole('button', { name: 'Buy for a customer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy for a customer' })
  await dialog.getByLabel(/^E-mail/).fill(email)
  await dialog.getByLabel('Country', { exact: true }).fill('Germany')
  await dialog.getByLabel('IP address').fill('203.0.113.7')
  await dialog.getByLabel(/^Reference/).fill('variation')
  await dialog.getByRole('button', { name: 'Buy', exact: true }).click()
  await statusOf(page).waitFor()
  await settled(page)
  const code = page.getByRole('dialog', { name: 'Installation QR code' }).getByRole('img', { name: /QR/ })
  const outcome = judged(
    outcomeOf(await textOf(statusOf(page))),
    'Bought',
    (await control.ledger(before)).filter(({ kind }) => kind === 'register'),
  )
  if (!outcome.shown.startsWith('Bought') || !(await appears(code))) return outcome
  await page.keyboard.press('Escape')
  return { ...outcome, shown: outcome.shown.replace('Bought', 'Bought, with its QR code') }
}

export const jobs: Readonly<Record<JobName, (scene: VariationScene) => Promise<Seen>>> = {
  list,
  customer,
  search,
  inventory,
  activation: (scene) =>
    changed(scene, {
      situation: 'activatable',
      button: 'Activate now',
      title: 'Activate this package?',
      press: 'Activate',
      kind: 'activate',
      done: 'Activated',
    }),
  refund: (scene) =>
    changed(scene, {
      situation: 'refundable',
      button: 'Refund',
      title: 'Refund this package?',
      press: 'Refund',
      kind: 'refund',
      done: 'Refunded',
    }),
  sale,
}
