/**
 * What an agent does, as functions for the e2e tests. Everything is found by role and accessible name. Each test's desk
 * runs against a sandbox of its own, whose control plane reports what really happened.
 */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import {
  control,
  type Control,
  type ItemSample,
  type LedgerRow,
  type Sample,
  type Situation,
} from '../support/control.ts'
import { startDesk, type DeskOptions, type RunningDesk } from '../support/desk.ts'
import { portal } from '../support/portal.ts'
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox.ts'

export interface Scene {
  readonly desk: RunningDesk
  readonly page: Page
  readonly sandbox: SandboxProcess
  readonly control: Control
  /** A client that uses the service directly, beside the desk. */
  readonly portal: Awaited<ReturnType<typeof portal>>
  /** The number of calls of this kind that the service has executed since the test began. */
  readonly executed: (kind: LedgerRow['kind']) => Promise<number>
  /** A customer in this situation that no other call has returned. */
  readonly sample: (situation: Situation) => Promise<Sample>
  /** The same, with an item that is the customer's only one with its reference. */
  readonly itemSample: (situation: Situation) => Promise<ItemSample>
}

export interface SceneOptions {
  readonly customers?: number
  readonly variants?: Readonly<Record<string, unknown>>
  readonly desk?: DeskOptions
  /** Returns the address by which the desk reaches the service, for a test that puts something between them. */
  readonly through?: (serviceUrl: string) => Promise<string>
}

interface OpenScene extends Scene {
  /** Starts the next test: its window is loaded again without faults. The journal keeps what was done before. */
  readonly beginTest: () => Promise<void>
}

type Cleanup = (end: () => Promise<void>) => void

async function openScene(options: SceneOptions, atEnd: Cleanup): Promise<OpenScene> {
  const sandbox = await startSandboxProcess({
    customers: options.customers ?? 300,
    seed: 7,
    variants: options.variants ?? {},
  })
  atEnd(() => sandbox.stop())
  const desk = await startDesk({
    ...options.desk,
    args: [
      '--service',
      (await options.through?.(sandbox.info.baseUrl)) ?? sandbox.info.baseUrl,
      '--segment',
      sandbox.info.segment,
      ...(options.desk?.args ?? []),
    ],
    env: {
      ESIM_DESK_CLIENT_ID: sandbox.info.clientId,
      ESIM_DESK_CLIENT_SECRET: sandbox.info.clientSecret,
      ...options.desk?.env,
    },
  })
  atEnd(() => desk.close())
  await searchField(desk.page).waitFor()
  const service = control(sandbox.info)
  const shop = await portal(sandbox.info)
  const usedUids = new Set<string>()
  let ledgerBefore = 0
  const sample = async (situation: Situation): Promise<Sample> => {
    const found = (await service.samples(usedUids.size + 1))[situation].find(({ uid }) => !usedUids.has(uid))
    if (found === undefined) throw new Error(`the sandbox has no other customer of ${situation}`)
    usedUids.add(found.uid)
    return found
  }
  return {
    desk,
    page: desk.page,
    sandbox,
    control: service,
    portal: shop,
    executed: async (kind) =>
      (await service.ledger(ledgerBefore)).filter((entry) => entry.kind === kind && entry.executed).length,
    sample,
    itemSample: async (situation) => {
      for (;;) {
        const found = await sample(situation)
        if (found.itemUid === null) throw new Error(`${situation} is not about an item`)
        const { activatedItems } = await shop.customer(found.uid)
        const reference = found.metatag ?? ''
        if (
          reference !== '' &&
          activatedItems.filter(({ metatag }) => metatag?.includes(reference) === true).length === 1
        )
          return { ...found, itemUid: found.itemUid }
      }
    },
    beginTest: async () => {
      await service.clearFaults()
      ledgerBefore = (await service.state()).counts.ledger
      await reloadWindow(desk)
      await searchField(desk.page).waitFor()
    },
  }
}

/** Starts a desk that is connected to a sandbox of its own. Both end with the test. */
export const connectedDesk = (options: SceneOptions = {}): Promise<Scene> => openScene(options, onTestFinished)

/**
 * Starts one connected desk for all tests of a file, because a start takes longer than most tests. Each test gets a
 * newly loaded window.
 */
export function sharedDesk(options: SceneOptions = {}): () => Scene {
  return shared(async (atEnd) => {
    const scene = await openScene(options, atEnd)
    return { value: scene, beginTest: scene.beginTest }
  })
}

/** Starts a desk that has never been used. */
export const freshDesk = (options: DeskOptions = {}): Promise<RunningDesk> => openFreshDesk(options, onTestFinished)

/** Starts one desk without a connection for tests that don't open one. */
export function sharedFreshDesk(options: DeskOptions = {}): () => RunningDesk {
  return shared(async (atEnd) => {
    const desk = await openFreshDesk(options, atEnd)
    return { value: desk, beginTest: () => reloadWindow(desk) }
  })
}

async function openFreshDesk(options: DeskOptions, atEnd: Cleanup): Promise<RunningDesk> {
  const desk = await startDesk(options)
  atEnd(() => desk.close())
  await desk.page.getByRole('button', { name: 'Try the sandbox' }).waitFor()
  return desk
}

/** Opens something before the first test of a file or of a `describe`, and closes it after the last. */
export function shared<T>(
  open: (atEnd: Cleanup) => Promise<{ readonly value: T; readonly beginTest: () => Promise<void> }>,
): () => T {
  const ends: (() => Promise<void>)[] = []
  let opened: Awaited<ReturnType<typeof open>> | null = null
  let isNew = true
  beforeAll(async () => {
    opened = await open((end) => void ends.unshift(end))
  })
  beforeEach(async () => {
    if (!isNew) await opened?.beginTest()
    isNew = false
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })
  return () => {
    if (opened === null) throw new Error('Nothing is open before the first test begins')
    return opened.value
  }
}

/** Loads the first page of the window, with nothing emulated. */
export async function reloadWindow(desk: RunningDesk): Promise<void> {
  const { page } = desk
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  await page.evaluate("history.replaceState(null, '', '#/')")
  await page.reload()
  desk.forgetConsoleErrors()
}

/** Leads the window to a page. The router does not see an address that is assigned before its first page is shown. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.evaluate(`location.assign(${JSON.stringify(`#/${path}`)})`)
}

export function searchField(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Find a customer' })
}

/** Pastes into the search field in one step, as from a chat. */
export async function paste(page: Page, text: string): Promise<void> {
  await searchField(page).fill(text)
}

/** Waits until the customers' page shows the result for exactly this text. */
export async function foundBy(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.locator('[data-query]').getAttribute('data-query')).toBe(text)
}

export async function openCustomer(page: Page, identifier: string, email: string | null): Promise<void> {
  await paste(page, identifier)
  await heading(page, email ?? 'Customer without e-mail').waitFor()
}

export function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name, exact: true })
}

export function rowsOf(page: Page, table: string): Locator {
  return gridOf(page, table).getByRole('row')
}

export function gridOf(page: Page, name: string): Locator {
  return page.getByRole('table', { name, exact: true }).or(page.getByRole('grid', { name, exact: true }))
}

/** The row of the package with this reference. */
export function packageRow(page: Page, metatag: string): Locator {
  return rowsOf(page, 'Packages').filter({ hasText: metatag })
}

/** The line with the outcome of the last money operation of this page. */
export function outcome(page: Page): Locator {
  return page
    .getByRole('status')
    .filter({ hasText: /Activated|Refunded|Bought|Rejected|Not sent|Unconfirmed|Needs you/ })
}

export async function click(dialog: Locator, name: string): Promise<void> {
  const button = dialog.getByRole('button', { name, exact: true })
  await expectEnabled(button)
  await button.click()
}

export const expectEnabled = (control: Locator): Promise<void> => expect.poll(() => control.isEnabled()).toBe(true)
export const expectDisabled = (control: Locator): Promise<void> => expect.poll(() => control.isDisabled()).toBe(true)
export const expectFocus = (control: Locator): Promise<void> =>
  expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true)
export const expectText = (locator: Locator, text: string | RegExp): Promise<void> =>
  expect.poll(() => textOf(locator)).toMatch(text)
export const expectValue = (field: Locator, value: string): Promise<void> =>
  expect.poll(() => field.inputValue()).toBe(value)

/** Opens the menu of this name and chooses the command. */
export async function choose(within: Page | Locator, menu: string, command: string): Promise<void> {
  const button = within.getByRole('button', { name: menu, exact: true })
  await expectEnabled(button)
  await button.click()
  await within.getByRole('menuitem', { name: command }).click()
}

/** Clicks `Check now`, unless the desk's own next check comes first. Resolves when `ended` does. */
export async function checkNow(within: Page | Locator, ended: Promise<void>): Promise<void> {
  const button = within.getByRole('button', { name: 'Check now', exact: true }).first()
  await Promise.race([ended, button.click().catch(() => ended)])
  await ended
}

/** Chooses the first reason that a refund dialog offers. */
export async function giveRefundReason(dialog: Locator): Promise<void> {
  await dialog.getByRole('combobox').first().click()
  await dialog.getByRole('option').first().click()
}

export async function textOf(locator: Locator): Promise<string> {
  return (await locator.innerText()).replace(/\s+/g, ' ').trim()
}

/** Fails if the page reported an exception, a policy violation or a console error. */
export function expectNoConsoleErrors(desk: RunningDesk): void {
  expect(desk.consoleErrors()).toEqual([])
}
