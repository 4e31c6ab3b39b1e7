/** What the sandbox tells by webhook changes what is on the screen, without anybody pressing anything. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { EventStatus } from '#shared/model/events.ts'
import { SimulatorState } from '#shared/model/simulator.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import { askDesk } from '../support/bridge.ts'
import { startDesk } from '../support/desk.ts'
import { eventually } from '../support/eventually.ts'
import { expectNoConsoleErrors, openCustomer, reloadWindow, searchField, shared } from './journey.ts'

const Rows = z.object({ rows: z.array(z.object({ uid: CustomerUid })) })
const View = z.object({
  email: z.string().nullable(),
  esims: z.array(z.object({ iccid: z.string(), state: z.string() })),
})

async function customerToInstall(
  page: Page,
  skip: number,
): Promise<{ uid: string; email: string | null; iccid: string }> {
  return await eventually(async () => {
    const { rows } = await askDesk(page, 'customers', 'list', { limit: 200 }, Rows)
    let left = skip
    for (const { uid } of rows) {
      const { email, esims } = await askDesk(page, 'customers', 'get', { uid, from: 'directory' }, View)
      const [esim] = esims
      if (esims.length !== 1 || esim?.state !== 'released') continue
      if (left === 0) return { uid, email, iccid: esim.iccid }
      left -= 1
    }
    throw new Error('The sandbox has no such customer')
  })
}

/** Acts in the sandbox as its panel does, but the window is not told of it. */
const act = async (page: Page, action: Readonly<Record<string, unknown>>): Promise<unknown> =>
  await askDesk(page, 'sandbox', 'act', action, SimulatorState)

const scene = shared(async (atEnd) => {
  const desk = await startDesk()
  atEnd(() => desk.close())
  await desk.page.getByRole('button', { name: 'Try the sandbox', exact: true }).click()
  await searchField(desk.page).waitFor()
  // The receiver starts after the first screen, and what happens before that is not received.
  await eventually(async () => {
    const { listeningSince } = await askDesk(desk.page, 'events', 'status', {}, EventStatus)
    expect(listeningSince).not.toBeNull()
  })
  const beginTest = async (): Promise<void> => {
    await reloadWindow(desk)
    await searchField(desk.page).waitFor()
  }
  return { value: desk, beginTest }
})

test('an installation in the panel appears in the timeline, in the inbox and in the count', async () => {
  const desk = scene()
  const { page } = desk
  const { uid, email } = await customerToInstall(page, 0)
  await openCustomer(page, uid, email)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.waitFor()
  await page.getByText('Simulate').click()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await timeline.getByText('The eSIM was reported as installed on a device.').waitFor()
  await page.getByRole('link', { name: /^Events.* unread/ }).click()
  const inbox = page.getByRole('list', { name: 'Events, newest first' })
  const line = inbox.getByRole('listitem').filter({ hasText: uid })
  await line.getByText('The eSIM was reported as installed on a device.').waitFor()
  await page.getByRole('button', { name: 'Mark all read', exact: true }).click()
  await page.getByText('No unread events').waitFor()
  await page.getByRole('link', { name: 'Events', exact: true }).waitFor()
  expectNoConsoleErrors(desk)
})

test('an open customer changes when its eSIM fails elsewhere, and an alert is a notification', async () => {
  const desk = scene()
  const { page } = desk
  const { uid, email, iccid } = await customerToInstall(page, 1)
  await openCustomer(page, uid, email)
  const esim = page.getByRole('region', { name: `eSIM ${iccid}` })
  await esim.getByText('Not installed', { exact: true }).waitFor()
  await act(page, { act: 'device', customerUid: uid, iccid, what: 'fail' })
  await esim.getByText('Not installed', { exact: true }).waitFor({ state: 'detached' })
  await page.getByText(/An installation failed\./).waitFor()
  await page.getByRole('region', { name: 'Timeline' }).getByText('was reported as failed').waitFor()
  expectNoConsoleErrors(desk)
})

test.each(['light', 'dark'] as const)(
  'the inbox and the settings of events are accessible in the %s theme',
  async (theme) => {
    const { page } = scene()
    const { uid, iccid } = await customerToInstall(page, 0)
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
