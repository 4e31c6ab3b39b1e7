/**
 * A profile folder that an earlier version of the desk has written: its files and the entries of its keychain, from
 * before the modules were renamed. `test/fixtures/earlier-profile.zip` was written by the built desk of that version:
 * one refund that the service confirmed, one whose answer got lost and that a read confirmed, a daily limit, settings,
 * and a directory of twelve customers.
 */
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { OperationRow } from '#shared/model/operation/operation.ts'
import { askDesk } from '../support/bridge.ts'
import { type Keyring, startKeyring } from '../support/keyring.ts'
import { projectNode } from '../support/projectNode.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { expectNoConsoleErrors, freshDesk, searchField } from './journey.ts'

const archive = new URL('../fixtures/earlier-profile.zip', import.meta.url)
const Entries = z.array(z.object({ account: z.string(), password: z.string() }))

/** Returns the profile folder. */
async function restore(keyring: Keyring): Promise<string> {
  const folder = await temporaryFolder()
  for (const [name, content] of Object.entries(unzipSync(await readFile(archive)))) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content, { mode: 0o600 })
  }
  const entries = Entries.parse(JSON.parse(await readFile(join(folder, 'keychain.json'), 'utf8')))
  const script = `const { default: keytar } = await import('keytar')
    for (const { account, password } of ${JSON.stringify(entries)}) await keytar.setPassword('eSIM Desk', account, password)`
  await promisify(execFile)(projectNode, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...keyring.env },
  })
  return join(folder, 'profile')
}

test('opens with its connection, its journal, its notes and its settings, and with an empty directory', async () => {
  const keyring = await startKeyring()
  onTestFinished(() => keyring.stop())
  const desk = await freshDesk({ userData: await restore(keyring), env: keyring.env })
  const { page } = desk
  const ask = (namespace: string, operation: string, input?: unknown): Promise<unknown> =>
    askDesk(page, namespace, operation, input, z.unknown())

  await page.getByRole('button', { name: 'Open Acme Travel', exact: true }).click()
  await searchField(page).waitFor()
  expect(await ask('connections', 'current')).toMatchObject({
    profile: { name: 'Acme Travel', address: 'http://127.0.0.1:47123' },
    directoryStorage: 'disk',
  })
  expect(await ask('settings', 'get')).toMatchObject({ theme: 'dark', agentName: 'Ada Agent' })
  expect(await ask('operations', 'rules')).toMatchObject({ dailyLimit: '500' })

  const { rows } = await askDesk(
    page,
    'operations',
    'list',
    { order: 'oldest' },
    z.object({ rows: z.array(OperationRow) }),
  )
  expect(rows).toMatchObject([
    {
      kind: 'refund',
      state: 'CONFIRMED',
      confirmedBy: 'answer',
      ticket: 'T-1',
      refundReason: 'not_needed',
      customerEmail: 'santiago.shevchenko8632@airline-crew.example',
      current: true,
    },
    { kind: 'refund', state: 'CONFIRMED', confirmedBy: 'state', refundReason: 'other', current: true },
  ])
  expect(await ask('operations', 'get', { id: rows[0]?.id ?? '' })).toMatchObject({
    note: 'The customer stayed at home.',
  })

  // The directory is a copy of the service's data, in a form that this version no longer reads.
  await expect.poll(() => ask('customers', 'status')).toMatchObject({ customers: 0 })
  expectNoConsoleErrors(desk)
})
