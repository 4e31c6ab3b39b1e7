/** A journal that can't be written: before the request nothing is sent, after it nothing is claimed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OperationState } from '#shared/model/operation.ts'
import { startSandbox, type Sandbox } from '../../electron/sandbox/index.ts'
import { control, type Control } from '../support/control.ts'
import { openMoneyDesk, type MoneyDesk, type Subject } from './desk.ts'

let folder: string
let sandbox: Sandbox
let service: Control
let desk: MoneyDesk
let subject: Subject
let blockAt: OperationState | 'answer' | null

const writable = (can: boolean): void => void desk.storage.journal.pragma(`query_only = ${can ? 'OFF' : 'ON'}`)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unwritable-'))
  sandbox = await startSandbox({ customers: 300, seed: 3 })
  service = control(sandbox)
  blockAt = null
  desk = await openMoneyDesk({
    info: sandbox,
    folder,
    onRow: ({ state }) => { if (state === blockAt) writable(false) },
    around: (client) => ({
      ...client,
      sendMoney: async (request) => {
        const evidence = await client.sendMoney(request)
        if (blockAt === 'answer') writable(false)
        return evidence
      },
    }),
  })
  const { uid, itemUid } = await service.itemSample('refundable')
  subject = { kind: 'refund', customerUid: uid, itemUid }
})
afterEach(async () => {
  await desk.close()
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const sent = async (): Promise<number> => (await service.state()).counts.requests['refund'] ?? 0

describe('a journal that can not be written', () => {
  it('from the start: nothing is sent', async () => {
    const { previewId } = await desk.preview(subject)
    writable(false)
    await expect(desk.run(previewId)).rejects.toMatchObject({ code: 'journal_unwritable' })
    expect(await sent()).toBe(0)
    expect(desk.rows).toEqual([])
    writable(true)
    expect(await desk.press(subject)).toMatchObject({ state: 'CONFIRMED' })
  })

  it('because the disk is full: nothing is sent', async () => {
    const { journal } = desk.storage
    journal.pragma('wal_checkpoint(TRUNCATE)')
    journal.exec('CREATE TABLE filler (bytes BLOB)')
    const pages = Number(journal.pragma('page_count', { simple: true }))
    journal.pragma(`max_page_count = ${String(pages + 8)}`)
    expect(() => { for (let n = 0; n < 100; n += 1) journal.exec('INSERT INTO filler VALUES (zeroblob(2000))') }).toThrow(/full/)
    let refused = 0
    for (let n = 0; n < 40 && refused === 0; n += 1) {
      const { uid, itemUid } = await service.itemSample('refundable', n)
      const before = await sent()
      const outcome = await desk.press({ kind: 'refund', customerUid: uid, itemUid }).then(({ state }) => state, (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error))
      if (outcome === 'CONFIRMED') continue
      expect(outcome).toBe('journal_unwritable')
      const rows = await desk.list()
      // What was sent is known to be open; what wasn't has no row or one that says so.
      if ((await sent()) > before) expect(rows[0]).toMatchObject({ itemUid, state: 'SENDING' })
      else expect(rows.find((row) => row.itemUid === itemUid)?.state ?? 'INTENT').toMatch(/INTENT|SENDING/)
      refused += 1
    }
    expect(refused).toBe(1)
  })

  it('after the intent: nothing is sent, and the item is free again once the journal is', async () => {
    blockAt = 'INTENT'
    await expect(desk.press(subject)).rejects.toMatchObject({ code: 'journal_unwritable' })
    expect(await sent()).toBe(0)
    blockAt = null
    writable(true)
    expect(await desk.press(subject)).toMatchObject({ state: 'CONFIRMED' })
    expect((await desk.list()).map(({ state }) => state)).toEqual(['CONFIRMED', 'NOT_SENT'])
  })

  it('after SENDING: nothing is sent, and as nobody can prove that, it is not known', async () => {
    blockAt = 'SENDING'
    await expect(desk.press(subject)).rejects.toMatchObject({ code: 'journal_unwritable' })
    expect(await sent()).toBe(0)
    blockAt = null
    writable(true)
    expect((await desk.list()).map(({ state }) => state)).toEqual(['UNKNOWN'])
  })

  it('when the answer is in: success is not shown, and a look finds it', async () => {
    blockAt = 'answer'
    await expect(desk.press(subject)).rejects.toMatchObject({ code: 'journal_unwritable', details: { sent: true } })
    expect(desk.rows.map(({ state }) => state)).toEqual(['INTENT', 'SENDING'])
    expect((await service.ledger()).map(({ executed }) => executed)).toEqual([true])
    blockAt = null
    writable(true)
    const [row] = await desk.list()
    expect(row).toMatchObject({ state: 'UNKNOWN', reason: 'journal unwritable' })
    expect(await desk.check(row?.id ?? '')).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'state' })
    expect(await sent()).toBe(1)
  })
})

describe('what follows an operation', () => {
  it('may go wrong without stopping it', async () => {
    await desk.close()
    let told = 0
    desk = await openMoneyDesk({ info: sandbox, folder, onRow: () => {
      told += 1
      throw new Error('the window is gone')
    } })
    expect(await desk.press(subject)).toMatchObject({ state: 'CONFIRMED' })
    expect(told).toBe(3)
  })
})
