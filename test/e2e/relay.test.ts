/** A desk that is connected to a relay, which runs on a real PostgreSQL: the trial of docs/relay.md. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { EventStatus } from '#shared/model/customer/events.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import { askDesk } from '../support/bridge.ts'
import { control } from '../support/control.ts'
import { eventually } from '../support/eventually.ts'
import { startKeyring } from '../support/keyring.ts'
import { answerQuestion } from '../support/questions.ts'
import { freePort } from '../support/relayProcess.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { expectNoConsoleErrors, freshDesk, openCustomer, searchField } from './journey.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The commands of a step of the trial in docs/relay.md: its block, or the command that its text names. */
async function commandsOf(step: number): Promise<string> {
  const page = await readFile(join(root, 'docs/relay.md'), 'utf8')
  const [, text = ''] = new RegExp(`^${String(step)}\\. (.*?)^(?:${String(step + 1)}\\. |Ctrl)`, 'ms').exec(page) ?? []
  const [, commands] = /^ +```\n(.*?)^ +```$/ms.exec(text) ?? /`(npm run [^`]+)`/.exec(text) ?? []
  if (commands === undefined) throw new Error(`Step ${String(step)} has no command`)
  return commands
}

/** The terminals of the trial: its commands run in them on another folder and port. */
async function openTerminals(variables: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder()
  // PostgreSQL may run as a user of its own.
  await chmod(folder, 0o755)
  const url = `http://127.0.0.1:${String(await freePort())}`
  const { port } = new URL(url)
  /** `values` are for the places that the page leaves open, in their order. */
  const run = async (step: number, values: readonly string[] = []) => {
    const filled = values.reduce((text, value) => text.replace('…', () => value), await commandsOf(step))
    expect(filled).not.toContain('…')
    const commands = filled.replaceAll('./relay-folder', join(folder, 'relay')).replaceAll('http://127.0.0.1:8787', url)
    const env = { ...process.env, RELAY_PORT: port, RELAY_METRICS_PORT: '0', ...variables }
    return spawn('bash', ['-c', commands], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  }
  return {
    url,
    run,
    outputOf: async (step: number, values?: readonly string[]) => text((await run(step, values)).stdout),
  }
}

test('a desk connects to a relay with a code, tests the way, and shows an installation as it happens', async () => {
  const sandbox = await startSandboxProcess({ customers: 60, seed: 7 })
  onTestFinished(() => sandbox.stop())
  const { controlUrl, controlToken } = sandbox.info
  const { url, run, outputOf } = await openTerminals({ CONTROL: controlUrl, TOKEN: controlToken })
  const relay = await run(2)
  const ended = once(relay, 'close')
  onTestFinished(async () => {
    // Ctrl+C in its terminal
    process.kill(-(relay.pid ?? 0), 'SIGINT')
    await ended
  })
  const lines = createInterface({ input: relay.stdout })
  await eventually(async () => expect(String(await once(lines, 'line'))).toMatch(`{"url":"${url}"`))
  const [, token = ''] = /^esimStatus +http:.*\/in\/(\S+)$/m.exec(await outputOf(3)) ?? []
  expect(await outputOf(4, [new URL(controlUrl).port, controlToken, token])).toContain(`"esimStatus":"${url}/in/`)
  const [, code = ''] = /^Code: +(\S+)$/m.exec(await outputOf(6)) ?? []

  const keyring = await startKeyring()
  onTestFinished(() => keyring.stop())
  const desk = await freshDesk({ env: keyring.env })
  const { page } = desk
  await page.getByRole('button', { name: 'Try the sandbox' }).click()
  await searchField(page).waitFor()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Add a connection', exact: true }).click()
  await page.getByLabel('Connection name', { exact: true }).fill('Acme Travel')
  await page.getByLabel('Service address', { exact: true }).fill(sandbox.info.baseUrl)
  await page.getByLabel('Path segment', { exact: true }).fill(sandbox.info.segment)
  await page.getByLabel('Client ID', { exact: true }).fill(sandbox.info.clientId)
  await page.getByLabel('Client secret', { exact: true }).fill(sandbox.info.clientSecret)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await answerQuestion(desk, 'Connect to this service?')

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Address of the relay', { exact: true }).fill(url)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Connect the relay', exact: true }).click()
  const question = await answerQuestion(desk, 'Receive events from this relay?')
  expect(question.text).toContain(url)
  expect(question.text).not.toContain(code)
  await page.getByText(/^Receiving by/).waitFor()
  await page.getByRole('button', { name: 'Send a test', exact: true }).click()
  await page.getByText(/The test event arrived at .+ after .+ s\./).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  const sample = await control(sandbox.info).sample('esimReleased')
  await openCustomer(page, sample.uid, sample.email)
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
  expect(await outputOf(7)).toContain(`"iccid":"${sample.iccid ?? ''}"`)
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
