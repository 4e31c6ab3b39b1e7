/** What goes wrong around the desk: a clear sentence each, nothing lost. */
import { expect, onTestFinished, test } from 'vitest'
import { startDesk } from '../support/desk.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { connectedDesk, freshDesk, gridOf, heading, openCustomer, paste, rowsOf, searchField } from './journey.ts'

test('offline: the directory still answers, the window says so, and it notices when the service is back', async () => {
  const scene = await connectedDesk({ customers: 200 })
  const { page } = scene
  await page.getByText(/200 customers/).first().waitFor({ timeout: 20_000 })
  const sample = await scene.control.sample('usedItem')
  await scene.sandbox.kill()
  await openCustomer(page, sample.uid, sample.email)
  await gridOf(page, 'Packages').waitFor()
  const offline = page.getByText('Offline.', { exact: true })
  await offline.waitFor()
  const again = await startSandboxProcess({ customers: 200, seed: 7, port: Number(new URL(scene.sandbox.info.baseUrl).port) })
  onTestFinished(() => again.stop())
  await page.getByRole('button', { name: 'Try again', exact: true }).first().click()
  await offline.waitFor({ state: 'hidden', timeout: 30_000 })
})

test('an answer that is cut off says so and shows what was known', async () => {
  const scene = await connectedDesk({ customers: 100 })
  await scene.page.getByText(/100 customers/).first().waitFor({ timeout: 20_000 })
  const sample = await scene.control.sample('usedItem')
  await scene.control.setFaults([{ endpoint: 'customer', kind: 'cut', bytes: 40, times: 'always' }])
  await openCustomer(scene.page, sample.uid, sample.email)
  await scene.page.getByText(/cut off|incomplete|ended early/i).first().waitFor({ timeout: 30_000 })
  await gridOf(scene.page, 'Packages').waitFor()
})

test('one customer with wrong types is shown as unreadable with its uid; all others work', async () => {
  const scene = await connectedDesk({ customers: 120, variants: { unreadableCustomer: 60 } })
  const { page } = scene
  await page.getByText(/119 customers/).first().waitFor({ timeout: 20_000 })
  await page.getByText(/could not be read/i).first().waitFor()
  const sample = await scene.control.sample('usedItem')
  await openCustomer(page, sample.uid, sample.email)
})

test('a second desk on the same profile folder says that one is running, and ends', async () => {
  const first = await freshDesk()
  const second = await startDesk({ userData: first.userData, expectExit: true })
  expect(second.exitCode).not.toBe(0)
  expect(second.output()).toMatch(/already running/i)
  expect(await heading(first.page, 'Connect to your service').isVisible()).toBe(true)
})

test('without a keychain the desk says that secrets are kept for this session only', async () => {
  const desk = await freshDesk()
  await expect.poll(() => desk.page.locator('body').innerText()).toMatch(/this session only/i)
})

test('the sandbox dies: the desk says it, and starts it again when asked', async () => {
  const desk = await freshDesk()
  await desk.page.getByRole('button', { name: 'Try the sandbox', exact: true }).click()
  await searchField(desk.page).waitFor()
  await expect.poll(() => rowsOf(desk.page, 'Customers').count(), { timeout: 20_000 }).toBeGreaterThan(5)
  for (const pid of await desk.sandboxPids()) process.kill(pid, 'SIGKILL')
  const again = desk.page.getByRole('button', { name: /start .*sandbox|sandbox again/i }).first()
  await again.waitFor({ timeout: 20_000 })
  await again.click()
  await again.waitFor({ state: 'detached', timeout: 20_000 })
  await paste(desk.page, 'a')
  await expect.poll(() => rowsOf(desk.page, 'Customers').count()).toBeGreaterThan(1)
})

test('a debug port or credentials by environment for a service elsewhere are refused', async () => {
  const desk = await startDesk({
    args: ['--service', 'https://service.example', '--segment', 'service'],
    env: { ESIM_DESK_CLIENT_ID: 'id', ESIM_DESK_CLIENT_SECRET: 'a-secret-not-to-be-shown' },
    expectExit: true,
  })
  onTestFinished(() => desk.close())
  expect(desk.exitCode).not.toBe(0)
  expect(desk.output()).toMatch(/loopback/i)
  expect(desk.output()).not.toContain('a-secret-not-to-be-shown')
})
