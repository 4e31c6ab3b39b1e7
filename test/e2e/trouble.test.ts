/** Problems around the desk: each is explained in a clear sentence, and nothing is lost. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { startDesk } from '../support/desk.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import {
  connectedDesk,
  gridOf,
  heading,
  openCustomer,
  paste,
  rowsOf,
  searchField,
  sharedDesk,
  sharedFreshDesk,
} from './journey.ts'

describe('the service', () => {
  const connected = sharedDesk({ customers: 200 })

  test('a truncated answer is reported, and the known data is shown', async () => {
    const scene = connected()
    await scene.page
      .getByText(/200 customers/)
      .first()
      .waitFor()
    const sample = await scene.control.sample('usedItem')
    await scene.control.setFaults([{ endpoint: 'customer', kind: 'cut', bytes: 40, times: 'always' }])
    await openCustomer(scene.page, sample.uid, sample.email)
    await scene.page
      .getByText(/cut off|incomplete|ended early/i)
      .first()
      .waitFor()
    await gridOf(scene.page, 'Packages').waitFor()
  })

  test('offline the directory still answers, and the window says so and notices when the service is back', async () => {
    const scene = connected()
    const { page } = scene
    await page
      .getByText(/200 customers/)
      .first()
      .waitFor()
    const sample = await scene.control.sample('usedItem')
    await scene.sandbox.kill()
    await openCustomer(page, sample.uid, sample.email)
    await gridOf(page, 'Packages').waitFor()
    const offline = page.getByText('Offline.', { exact: true })
    await offline.waitFor()
    const restarted = await startSandboxProcess({
      customers: 200,
      seed: 7,
      port: Number(new URL(scene.sandbox.info.baseUrl).port),
    })
    onTestFinished(() => restarted.stop())
    await page.getByRole('button', { name: 'Try again', exact: true }).first().click()
    await offline.waitFor({ state: 'hidden' })
  })
})

test('of a customer with wrong types the desk counts what it could not read; all customers work', async () => {
  const scene = await connectedDesk({ customers: 120, variants: { unreadableCustomer: 60 } })
  const { page } = scene
  await page
    .getByText(/120 customers/)
    .first()
    .waitFor()
  await page
    .getByText(/Could not be read: .*fields, of 1 customer\./)
    .first()
    .waitFor()
  const sample = await scene.control.sample('usedItem')
  await openCustomer(page, sample.uid, sample.email)
})

describe('on one machine', () => {
  const unused = sharedFreshDesk()

  test('without a keychain the desk says that secrets are stored for this session only', async () => {
    const desk = unused()
    await expect.poll(() => desk.page.locator('body').innerText()).toMatch(/this session only/i)
  })

  test('a second desk on the same profile folder reports that one is running, and ends', async () => {
    const first = unused()
    const second = await startDesk({ userData: first.userData, expectExit: true })
    expect(second.exitCode).not.toBe(0)
    expect(second.output()).toMatch(/already running/i)
    expect(await heading(first.page, 'Connect to your service').isVisible()).toBe(true)
  })

  test('when the sandbox crashes the desk says so and can start it again', async () => {
    const desk = unused()
    await desk.page.getByRole('button', { name: 'Try the sandbox', exact: true }).click()
    await searchField(desk.page).waitFor()
    await expect.poll(() => rowsOf(desk.page, 'Customers').count()).toBeGreaterThan(5)
    for (const pid of await desk.sandboxPids()) process.kill(pid, 'SIGKILL')
    const restarted = desk.page.getByRole('button', { name: /start .*sandbox|sandbox again/i }).first()
    await restarted.waitFor()
    await restarted.click()
    await restarted.waitFor({ state: 'detached' })
    await paste(desk.page, 'a')
    await expect.poll(() => rowsOf(desk.page, 'Customers').count()).toBeGreaterThan(1)
  })
})

test('a debugging port and credentials in the environment are refused for a service outside this machine', async () => {
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
