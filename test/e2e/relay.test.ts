/** A desk that is connected to a relay, which runs as a process of its own on a real PostgreSQL. */
import { expect, onTestFinished, test } from 'vitest'
import { EventStatus } from '#shared/model/events.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import { addAddress } from '../../electron/relay/commands/connections.ts'
import { invite } from '../../electron/relay/commands/devices.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import { askDesk } from '../support/bridge.ts'
import { control } from '../support/control.ts'
import { eventually } from '../support/eventually.ts'
import { startKeyring } from '../support/keyring.ts'
import { temporaryDatabase, withDatabase } from '../support/postgres.ts'
import { answerQuestion } from '../support/questions.ts'
import { startRelayProcess } from '../support/relayProcess.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { expectNoConsoleErrors, freshDesk, openCustomer, searchField } from './journey.ts'

const kinds = WebhookKind.options

/** A sandbox that posts its webhooks to a relay. */
async function serviceWithRelay() {
  const databaseUrl = await temporaryDatabase()
  const relay = await startRelayProcess({
    DATABASE_URL: databaseUrl,
    RELAY_PORT: '0',
    RELAY_DATA: await temporaryFolder(),
  })
  onTestFinished(() => relay.stop())
  const sandbox = await startSandboxProcess({ customers: 60, seed: 7 })
  onTestFinished(() => sandbox.stop())
  const service = control(sandbox.info)
  const addresses = await withDatabase(databaseUrl, async (client) => {
    const tokens: Partial<Record<WebhookKind, string>> = {}
    for (const kind of kinds) tokens[kind] = `${relay.url}/in/${await addAddress(client, 'main', kind)}`
    return tokens
  })
  await service.setWebhooks(addresses)
  const code = await withDatabase(databaseUrl, (client) => invite(client, 'main', 'Anna'))
  return { relay, sandbox, service, code }
}

test('a desk connects to a relay with a code, tests the way, and shows an installation as it happens', async () => {
  const { relay, sandbox, service, code } = await serviceWithRelay()
  const keyring = await startKeyring()
  onTestFinished(() => keyring.stop())
  const desk = await freshDesk({ env: keyring.env })
  const { page } = desk
  await page.getByLabel('Connection name', { exact: true }).fill('Acme Travel')
  await page.getByLabel('Service address', { exact: true }).fill(sandbox.info.baseUrl)
  await page.getByLabel('Path segment', { exact: true }).fill(sandbox.info.segment)
  await page.getByLabel('Client ID', { exact: true }).fill(sandbox.info.clientId)
  await page.getByLabel('Client secret', { exact: true }).fill(sandbox.info.clientSecret)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await answerQuestion(desk, 'Connect to this service?')
  await searchField(page).waitFor()

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Address of the relay', { exact: true }).fill(relay.url)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Connect the relay', exact: true }).click()
  const question = await answerQuestion(desk, 'Receive events from this relay?')
  expect(question.text).toContain(relay.url)
  expect(question.text).not.toContain(code)
  await page.getByText(/^Receiving by/).waitFor()
  await page.getByRole('button', { name: 'Send a test', exact: true }).click()
  await page.getByText(/The test event arrived at .+ after .+ s\./).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  const sample = await service.sample('esimReleased')
  await openCustomer(page, sample.uid, sample.email)
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
  await service.install(sample.iccid ?? '')
  await page
    .getByRole('region', { name: 'Timeline' })
    .getByText('The eSIM was reported as installed on a device.')
    .waitFor()
  await page.getByRole('link', { name: /^Events.* unread/ }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: sample.email ?? sample.uid })
    .first()
    .waitFor()

  const status = await eventually(async () => {
    const found = await askDesk(page, 'events', 'status', {}, EventStatus)
    expect(found).toMatchObject({ source: 'relay', problem: null, storage: 'disk', relay: { key: 'stored' } })
    return found
  })
  expect(status.holes).toEqual([])
  const files = await desk.profileContents()
  expect(files).not.toContain(code)
  expect(files).not.toContain('privateKey')
  expect(files).not.toContain('Bearer')
  expectNoConsoleErrors(desk)
})
