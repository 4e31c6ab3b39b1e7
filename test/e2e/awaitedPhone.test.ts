/** After a QR code was handed over, the customer page waits for the phone and shows what the service reports of it. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import { control } from '../support/control.ts'
import { startDesk } from '../support/desk.ts'
import { connectedDesk, expectNoConsoleErrors, openCustomer, reloadWindow, searchField, shared } from './journey.ts'
import { act, customersToInstall, listenToSandbox } from './sandboxEvents.ts'

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

const strip = (page: Page, stage: string): Locator =>
  page.getByRole('status', { name: 'Phones that are awaited' }).locator(`[data-stage=${stage}]`)

/** Shows the QR code, as to a customer who looks at the screen. */
async function showCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show QR', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: 'QR code of the activation code' }).waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test(
  'a phone that scans the code turns the strip green, and what it does later is shown too',
  { tags: ['core'] },
  async () => {
    const desk = scene()
    const { page } = desk
    const [{ uid, email, iccid }] = await customersToInstall(page)
    const device = (what: string) => act(page, { act: 'device', customerUid: uid, iccid, what })
    await openCustomer(page, uid, email)
    await showCode(page)
    await strip(page, 'waiting')
      .filter({ hasText: `…${iccid.slice(-6)}` })
      .waitFor()
    await device('install')
    await strip(page, 'installed').and(page.locator('.ok')).waitFor()
    expect(await strip(page, 'installed').innerText()).toMatch(/the service's event .* · read /)
    await page.locator('.customer').first().focus()
    expect(await accessibilityViolations(page)).toEqual([])
    await device('disable')
    await strip(page, 'disabled').and(page.locator('.warn')).waitFor()
    await device('uninstall')
    await strip(page, 'removed').waitFor()
    await page.getByRole('status', { name: 'Phones that are awaited' }).getByRole('button', { name: 'Dismiss' }).click()
    await strip(page, 'removed').waitFor({ state: 'hidden' })
    expectNoConsoleErrors(desk)
  },
)

test('an installation that fails while the page is closed is red when it is opened again', async () => {
  const { page } = scene()
  const [, { uid, email, iccid }] = await customersToInstall(page)
  await openCustomer(page, uid, email)
  await showCode(page)
  await strip(page, 'waiting').waitFor()
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await strip(page, 'waiting').waitFor({ state: 'hidden' })
  await act(page, { act: 'device', customerUid: uid, iccid, what: 'fail' })
  await openCustomer(page, uid, email)
  await strip(page, 'failed').and(page.locator('.danger')).waitFor()
})

test('without events of the service the strip follows the reads, up to the first network', async () => {
  const { page, sandbox, sample } = await connectedDesk()
  const service = control(sandbox.info)
  const { uid, email, iccid } = await sample('esimReleased')
  await openCustomer(page, uid, email)
  await showCode(page)
  await strip(page, 'waiting').waitFor()
  await service.install(iccid ?? '')
  await strip(page, 'installed').waitFor()
  await service.enter(uid, 'DE')
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await strip(page, 'network').waitFor()
})
