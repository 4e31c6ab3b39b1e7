/** A desk whose journal cannot be written at its start opens all the same, and recovers operations when it can. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recoverInterrupted } from '../../../../../electron/app/startup/recoverInterrupted.ts'
import { startSandbox, type Sandbox } from '../../../../../electron/sandbox/index.ts'
import { openMoneyDesk, type MoneyDesk } from '../../../../faults/desk.ts'
import { createTargets } from '../../../../faults/targets.ts'

let sandbox: Sandbox
let folder: string

beforeAll(async () => {
  sandbox = await startSandbox({ customers: 20, seed: 5 })
  folder = mkdtempSync(join(tmpdir(), 'recovered-'))
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const writable = ({ storage }: MoneyDesk, can: boolean): void =>
  void storage.journal.pragma(`query_only = ${can ? 'OFF' : 'ON'}`)

it('reports a failure once, tries the rest, and recovers operations as soon as they can be written', async () => {
  const subject = await (await createTargets(sandbox)).next('refund')
  const before = await openMoneyDesk({
    info: sandbox,
    folder,
    around: (client) => ({
      ...client,
      sendMoney: () => {
        writable(before, false)
        return Promise.resolve({ type: 'failure', cause: 'reset', written: true, code: null })
      },
    }),
  })
  await expect(before.submit(subject)).rejects.toMatchObject({ code: 'journal_unwritable' })
  await before.close()

  const desk = await openMoneyDesk({ info: sandbox, folder })
  try {
    writable(desk, false)
    const reported: unknown[] = []
    const lines: string[] = []
    let others = 0
    recoverInterrupted(
      [desk.operations.recover, desk.operations.recover, () => (others += 1)],
      (event, payload) => reported.push([event, payload]),
      { error: (message, facts) => lines.push(`${message} ${JSON.stringify(facts)}`) },
    )
    expect(reported).toEqual([['notice', { code: 'journal_behind', level: 'error', details: {} }]])
    expect(lines).toEqual(
      Array(2).fill('Interrupted operations or mails could not be recorded {"code":"journal_unwritable"}'),
    )
    expect(others).toBe(1)
    expect((await desk.list()).map(({ state }) => state)).toEqual(['SENDING'])
    writable(desk, true)
    expect((await desk.list()).map(({ state }) => state)).toEqual(['UNKNOWN'])
  } finally {
    await desk.close()
  }
})

it('reports nothing if all steps succeed', async () => {
  const desk = await openMoneyDesk({ info: sandbox, folder })
  const reported: unknown[] = []
  recoverInterrupted([desk.operations.recover], (event) => reported.push(event), {
    error: (message) => reported.push(message),
  })
  expect(reported).toEqual([])
  await desk.close()
})
