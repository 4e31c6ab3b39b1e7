/**
 * What an agent does, as functions: the words of the e2e tests. Everything is found by role and accessible name.
 * A desk of a test runs against a sandbox of its own, whose control plane says what really happened.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { control, type Control } from '../support/control.ts'
import { startDesk, type DeskOptions, type RunningDesk } from '../support/desk.ts'
import { portal } from '../support/portal.ts'
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox.ts'

/** Milliseconds that a wait for a state may take: a fault that hides in a wait shows itself soon. */
const patience = 15_000

export interface Scene {
  readonly desk: RunningDesk
  readonly page: Page
  readonly sandbox: SandboxProcess
  readonly control: Control
  /** The service used directly, beside the desk. */
  readonly portal: Awaited<ReturnType<typeof portal>>
}

export interface SceneOptions {
  readonly customers?: number
  readonly variants?: Readonly<Record<string, unknown>>
  readonly desk?: DeskOptions
}

/** A desk connected to a sandbox of its own; both end with the test. */
export async function connectedDesk(options: SceneOptions = {}): Promise<Scene> {
  const sandbox = await startSandboxProcess({ customers: options.customers ?? 300, seed: 7, variants: options.variants ?? {} })
  onTestFinished(() => sandbox.stop())
  const desk = await startDesk({
    ...options.desk,
    args: ['--service', sandbox.info.baseUrl, '--segment', sandbox.info.segment, ...(options.desk?.args ?? [])],
    env: { ESIM_DESK_CLIENT_ID: sandbox.info.clientId, ESIM_DESK_CLIENT_SECRET: sandbox.info.clientSecret, ...options.desk?.env },
  })
  onTestFinished(() => desk.close())
  desk.page.setDefaultTimeout(patience)
  await searchField(desk.page).waitFor()
  return { desk, page: desk.page, sandbox, control: control(sandbox.info), portal: await portal(sandbox.info) }
}

/** A desk that has never been used. */
export async function freshDesk(options: DeskOptions = {}): Promise<RunningDesk> {
  const desk = await startDesk(options)
  onTestFinished(() => desk.close())
  desk.page.setDefaultTimeout(patience)
  await desk.page.getByRole('button', { name: 'Try the sandbox' }).waitFor()
  return desk
}

export function searchField(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Find a customer' })
}

/** Pastes into the search field in one go, as from a chat. */
export async function paste(page: Page, text: string): Promise<void> {
  await searchField(page).fill(text)
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

/** The package row whose reference is this one. */
export function packageRow(page: Page, metatag: string): Locator {
  return rowsOf(page, 'Packages').filter({ hasText: metatag })
}

/** The line that says how the last money operation of this page ended. */
export function outcome(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: /Activated|Refunded|Bought|Rejected|Not sent|Not known yet|Needs a person/ })
}

export async function press(dialog: Locator, name: string): Promise<void> {
  const button = dialog.getByRole('button', { name, exact: true })
  await expect.poll(() => button.isEnabled(), { timeout: 15_000 }).toBe(true)
  await button.click()
}

/** Chooses the first reason a refund dialog offers. */
export async function giveRefundReason(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('combobox').first().click()
  await page.getByRole('option').first().click()
}

export async function textOf(locator: Locator): Promise<string> {
  return (await locator.innerText()).replace(/\s+/g, ' ').trim()
}

/** Fails where the page reported anything: an exception, a policy violation, a console error. */
export function expectNoComplaints(desk: RunningDesk): void {
  expect(desk.complaints()).toEqual([])
}
