/** What the sandbox reports by webhook changes what is on the screen, without anybody pressing anything. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import { pushToWindow } from '../support/bridge.ts'
import { startDesk } from '../support/desk.ts'
import { expectNoConsoleErrors, openCustomer, reloadWindow, searchField, shared } from './journey.ts'
import { act, alertOf, customersToInstall, listenToSandbox } from './sandboxEvents.ts'

const scene = shared(async (atEnd) => {
  const desk = await startDesk()
  atEnd(() => desk.close())
  await listenToSandbox(desk.page)
  const beginTest = async (): Promise<void> => {
    await reloadWindow(desk)
    await searchField(desk.page).waitFor()
  }
  return { value: desk, beginTest }
})

/** How many parts of the messages are moving. */
const moving = (page: Page): Promise<number> =>
  page.locator('.toasts').evaluate((region) => region.getAnimations({ subtree: true }).length)

test('an installation in the panel appears in the timeline, in the inbox and in the count', async () => {
  const desk = scene()
  const { page } = desk
  const [{ uid, email }] = await customersToInstall(page)
  await openCustomer(page, uid, email)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.waitFor()
  await page.getByText('Simulate').click()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await timeline.getByText('The eSIM was reported as installed on a device.').waitFor()
  await page.getByRole('link', { name: /^Events.* unread/ }).click()
  const inbox = page.getByRole('list', { name: 'Events, newest first' })
  const line = inbox.getByRole('listitem').filter({ has: page.getByRole('link', { name: `Customer ${email ?? uid}` }) })
  await line.getByText('The eSIM was reported as installed on a device.').first().waitFor()
  await page.getByRole('button', { name: 'Mark all read', exact: true }).click()
  await page.getByText('No unread events').waitFor()
  await page.getByRole('link', { name: 'Events', exact: true }).waitFor()
  expectNoConsoleErrors(desk)
})

test('the buttons of the inbox stand in one line, however long the times beside them are', async () => {
  const { page } = scene()
  const [one, other] = await customersToInstall(page)
  for (const { uid, iccid } of [one, other])
    await act(page, { act: 'device', customerUid: uid, iccid, what: 'install' })
  await page.getByRole('link', { name: /^Events/ }).click()
  const inbox = page.getByRole('list', { name: 'Events, newest first' })
  const buttons = inbox.getByRole('button', { name: 'Mark as read', exact: true })
  await expect.poll(() => buttons.count()).toBeGreaterThan(1)
  await inbox
    .getByRole('time')
    .first()
    .evaluate((time) => (time.textContent = '12 minutes and a few seconds ago'))
  const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()))
  expect(new Set(boxes.map((box) => Math.round(box?.x ?? -1))).size).toBe(1)
})

test('an open customer changes when its eSIM fails elsewhere, and an alert is a notification', async () => {
  const desk = scene()
  const { page } = desk
  const [{ uid, email, iccid }] = await customersToInstall(page)
  await openCustomer(page, uid, email)
  const esim = page.getByRole('region', { name: `eSIM ${iccid}` })
  await esim.getByText('Not installed', { exact: true }).waitFor()
  await act(page, { act: 'device', customerUid: uid, iccid, what: 'fail' })
  await esim.getByText('Not installed', { exact: true }).waitFor({ state: 'detached' })
  await alertOf(page, email ?? uid).waitFor()
  await page.getByRole('region', { name: 'Timeline' }).getByText('was reported as failed').waitFor()
  expectNoConsoleErrors(desk)
})

test('an alert without its customer is completed in its place, is not read aloud again, and leads to the customer', async () => {
  const desk = scene()
  const { page } = desk
  const [{ uid, email, iccid }] = await customersToInstall(page)
  const id = '9999999999999999'
  const event = { id, at: new Date().toISOString(), kind: 'esimStatus', customerUid: null, iccid, itemUid: null }
  const row = { ...event, details: { profileState: 'ERROR' }, repeats: 0, isRead: false, alert: 'activationFailed' }
  const push = (changes: Readonly<Record<string, unknown>>) =>
    pushToWindow(page, 'events.changed', { arrived: [], updated: [], reload: false, alerts: {}, unread: 1, ...changes })

  await push({ arrived: [row], alerts: { activationFailed: 1 } })
  const toast = page.locator('.toasts .n-message')
  await toast.getByText('No customer known').waitFor()
  const dismiss = toast.getByRole('button', { name: 'Dismiss', exact: true })
  const places = async () => [await toast.boundingBox(), await dismiss.boundingBox()]
  await expect.poll(() => moving(page)).toBe(0)
  const before = await places()
  await push({ updated: [{ ...row, customerUid: uid }] })
  const link = toast.getByRole('link', { name: `Customer ${email ?? uid}`, exact: true })
  await link.waitFor()
  expect(await places()).toEqual(before)
  expect(await toast.count()).toBe(1)
  const live = await link.evaluate((element) => element.closest('[aria-live]')?.getAttribute('aria-live'))
  expect(live).toBe('off')
  expect(await accessibilityViolations(page)).toEqual([])
  await link.click()
  await page.locator(`[data-customer="${uid}"] h1`).waitFor()
  await toast.waitFor({ state: 'detached' })
  expectNoConsoleErrors(desk)
})

test.each(['light', 'dark'] as const)(
  'the inbox and the settings of events are accessible in the %s theme',
  async (theme) => {
    const { page } = scene()
    const [{ uid, iccid }] = await customersToInstall(page)
    await act(page, { act: 'device', customerUid: uid, iccid, what: 'install' })
    await page.emulateMedia({ colorScheme: theme })
    await page.getByRole('link', { name: /^Events/ }).click()
    await page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem').first().waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Kind of event' }).selectOption({ label: 'Low data' })
    await page.getByText('No such events').waitFor()
    await page.getByRole('button', { name: 'Show all kinds', exact: true }).press('Enter')
    await page.getByRole('list', { name: 'Events, newest first' }).waitFor()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('region', { name: 'Events' }).getByText('Last received').waitFor({ state: 'attached' })
    expect(await accessibilityViolations(page)).toEqual([])
  },
)
