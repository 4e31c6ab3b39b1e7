/** A desk with a real keychain: what is stored, where, and that it is available after a restart. */
import { expect, onTestFinished, test } from 'vitest'
import { control } from '../support/control.ts'
import { startKeyring } from '../support/keyring.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { answerQuestion } from '../support/questions.ts'
import { freshDesk, gridOf, openCustomer, rowsOf, searchField } from './journey.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const secret = 'kept-in-the-keychain-alone'

test('the secret in the keychain and the encrypted directory survive a restart', async () => {
  const keyring = await startKeyring()
  onTestFinished(() => keyring.stop())
  const sandbox = await startSandboxProcess({ customers: 120, seed: 7, clientSecret: secret })
  onTestFinished(() => sandbox.stop())
  const userData = await temporaryFolder()
  const sample = await control(sandbox.info).sample('usedItem')

  const first = await freshDesk({ userData, env: keyring.env })
  await first.page
    .getByText(/system keychain/i)
    .first()
    .waitFor()
  await first.page.getByLabel('Connection name', { exact: true }).fill('Acme Travel')
  await first.page.getByLabel('Service address', { exact: true }).fill(sandbox.info.baseUrl)
  await first.page.getByLabel('Path segment', { exact: true }).fill('service')
  await first.page.getByLabel('Client ID', { exact: true }).fill('sandbox-client')
  await first.page.getByLabel('Client secret', { exact: true }).fill(secret)
  await first.page.getByRole('button', { name: 'Connect', exact: true }).click()
  await answerQuestion(first, 'Connect to this service?')
  await searchField(first.page).waitFor()
  await first.page
    .getByText(/120 customers/)
    .first()
    .waitFor()
  expect(await first.page.getByText('Not saved (no keychain)').count()).toBe(0)
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
