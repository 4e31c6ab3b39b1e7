/** A desk with a real keychain: what is stored, where, that it is available after a restart, and a slow keychain. */
import { expect, onTestFinished, test } from 'vitest'
import { control } from '../support/control.ts'
import { type DeskOptions, type RunningDesk, startDesk } from '../support/desk.ts'
import { type Keyring, startKeyring } from '../support/keyring.ts'
import { type SandboxProcess, startSandboxProcess } from '../support/sandbox.ts'
import { answerQuestion } from '../support/questions.ts'
import { freshDesk, gridOf, openCustomer, rowsOf, searchField } from './journey.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const secret = 'kept-in-the-keychain-alone'

/** A desk that can't answer yet. */
async function earlyDesk(options: DeskOptions): Promise<RunningDesk> {
  const desk = await startDesk({ ...options, early: true })
  onTestFinished(() => desk.close())
  return desk
}

interface Shop {
  readonly keyring: Keyring
  readonly sandbox: SandboxProcess
  readonly userData: string
}

async function shop(): Promise<Shop> {
  const keyring = await startKeyring()
  onTestFinished(() => keyring.stop())
  const sandbox = await startSandboxProcess({ customers: 120, seed: 7, clientSecret: secret })
  onTestFinished(() => sandbox.stop())
  return { keyring, sandbox, userData: await temporaryFolder() }
}

/** A desk that has stored a connection and the list of its customers. */
async function connected({ keyring, sandbox, userData }: Shop, options: DeskOptions = {}): Promise<RunningDesk> {
  const desk = await freshDesk({ userData, env: keyring.env, ...options })
  await desk.page
    .getByText(/system keychain/i)
    .first()
    .waitFor()
  await desk.page.getByLabel('Connection name', { exact: true }).fill('Acme Travel')
  await desk.page.getByLabel('Service address', { exact: true }).fill(sandbox.info.baseUrl)
  await desk.page.getByLabel('Path segment', { exact: true }).fill('service')
  await desk.page.getByLabel('Client ID', { exact: true }).fill('sandbox-client')
  await desk.page.getByLabel('Client secret', { exact: true }).fill(secret)
  await desk.page.getByRole('button', { name: 'Connect', exact: true }).click()
  await answerQuestion(desk, 'Connect to this service?')
  await searchField(desk.page).waitFor()
  await desk.page
    .getByText(/120 customers/)
    .first()
    .waitFor()
  expect(await desk.page.getByText('Not saved (no keychain)').count()).toBe(0)
  return desk
}

test('the secret in the keychain and the encrypted directory survive a restart', async () => {
  const parts = await shop()
  const { keyring, sandbox, userData } = parts
  const sample = await control(sandbox.info).sample('usedItem')
  const first = await connected(parts)
  await first.close()

  const disk = await first.profileContents()
  expect(disk).toContain('Acme Travel')
  for (const stored of [secret, sample.email ?? 'no e-mail', sample.iccid ?? 'no ICCID', 'LPA:1$'])
    expect(disk).not.toContain(stored)

  const second = await freshDesk({ userData, env: keyring.env })
  await sandbox.stop()
  await second.page.getByRole('button', { name: 'Open Acme Travel', exact: true }).click()
  await searchField(second.page).waitFor()
  await openCustomer(second.page, sample.iccid ?? '', sample.email)
  await gridOf(second.page, 'Packages').waitFor()
  await expect.poll(() => rowsOf(second.page, 'Packages').count()).toBeGreaterThan(1)
})

test('while the keychain does not answer at the start, the window says so, and opens what is stored once it does', async () => {
  const parts = await shop()
  const { keyring, userData } = parts
  await (await connected(parts)).close()
  keyring.setPaused(true)
  const { page } = await earlyDesk({ userData, env: keyring.env })
  const waiting = page.getByRole('status').filter({ hasText: 'Waiting for the system keychain' })
  await waiting.waitFor()
  // A window that is loaded again is notified too.
  await page.reload()
  await waiting.waitFor()
  keyring.setPaused(false)
  await page.getByRole('button', { name: 'Open Acme Travel', exact: true }).click()
  await searchField(page).waitFor()
  expect(await page.getByText('Not saved (no keychain)').count()).toBe(0)
})

test('a desk that waits for the keychain ends at once, and nothing is lost', async () => {
  const parts = await shop()
  const { keyring, userData } = parts
  await (await connected(parts)).close()
  keyring.setPaused(true)
  const second = await earlyDesk({ userData, env: keyring.env })
  await second.page.getByText('Waiting for the system keychain').waitFor()
  const begin = performance.now()
  await second.close()
  // The keychain's own time limit is 25 seconds.
  expect(performance.now() - begin).toBeLessThan(20_000)
  keyring.setPaused(false)
  const third = await freshDesk({ userData, env: keyring.env })
  await third.page.getByRole('button', { name: 'Open Acme Travel', exact: true }).click()
  await searchField(third.page).waitFor()
})

test.each(['chromium', 'electron-stand-in'] as const)(
  'a keychain that is restarted is found again on %s, and one that is locked is reported',
  async (host) => {
    const parts = await shop()
    const { keyring } = parts
    const desk = await connected(parts, { host })
    const { page } = desk
    const toSettings = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Customers' }).click()
      await page.getByRole('link', { name: 'Settings' }).click()
    }
    const saveMailServer = async (password: string): Promise<void> => {
      const section = page.getByRole('region', { name: 'Mail server' })
      await section.getByLabel('Server', { exact: true }).fill('127.0.0.1')
      await section.getByLabel('User', { exact: true }).fill('desk@example.com')
      await section.getByLabel('Password', { exact: true }).fill(password)
      await section.getByLabel("Sender's address", { exact: true }).fill('desk@example.com')
      await section.getByRole('button', { name: 'Save', exact: true }).click()
    }

    await keyring.restart()
    await toSettings()
    await page.getByText('Secret in the system keychain').waitFor()
    await saveMailServer('first')
    await answerQuestion(desk, 'Use this mail server?')
    await page.getByText('Mail server saved').waitFor()

    await keyring.lock()
    await toSettings()
    await page.getByText('The system keychain does not answer: unlock it').first().waitFor()
    await saveMailServer('second')
    await page.getByText('The system keychain does not answer.').waitFor()

    await keyring.restart()
    await toSettings()
    await page.getByText('Secret in the system keychain').waitFor()
  },
)
