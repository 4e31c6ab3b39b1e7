/** A journal that can't be written: before the request, nothing is sent; after it, no outcome is reported. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationKind, OperationState } from '#shared/model/operation/operation.ts'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'
import { WireTopUp } from '#shared/wire/activation.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { startSandbox, type Sandbox } from '../../electron/sandbox/index.ts'
import { control, type Control } from '../support/control.ts'
import { movableClock, openMoneyDesk, passTime, type MoneyDesk, type MovableClock } from './desk.ts'
import { expectInvariants } from './invariants.ts'
import { createTargets, endpoints, kinds, whereOf, type TargetSource } from './targets.ts'
import { onWrite, type Write } from './writes.ts'

let folder: string
let sandbox: Sandbox
let service: Control
let subjects: TargetSource
let desk: MoneyDesk
let clock: MovableClock
let ledgerBefore: number
let blockAt: OperationState | 'answer' | null

const writable = (can: boolean): void => void desk.storage.journal.pragma(`query_only = ${can ? 'OFF' : 'ON'}`)

beforeAll(async () => {
  sandbox = await startSandbox({ customers: 40, seed: 3, variants: { monthlyRefunds: 10_000 } })
  service = control(sandbox)
  subjects = await createTargets(sandbox)
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unwritable-'))
  clock = movableClock()
  blockAt = null
  ledgerBefore = (await service.state()).counts.ledger
  desk = await openMoneyDesk({
    info: sandbox,
    folder,
    clock,
    timer: clock.timer,
    onRow: ({ state }) => {
      if (state === blockAt) writable(false)
    },
    around: (client) => ({
      ...client,
      prepareMoney: async (read) => {
        if (blockAt === 'INTENT') writable(false)
        await client.prepareMoney(read)
      },
      sendMoney: async (request) => {
        const evidence = await client.sendMoney(request)
        if (blockAt === 'answer') writable(false)
        return evidence
      },
    }),
  })
})
afterEach(async () => {
  await service.clearFaults()
  await desk.close()
  rmSync(folder, { recursive: true })
})

const ledger = () => service.ledger(ledgerBefore)
const requestsOf = async (kind: OperationKind): Promise<number> =>
  (await service.state()).counts.requests[endpoints[kind]] ?? 0
const executed = async (): Promise<number> =>
  (await ledger()).filter((row) => row.executed && row.idempotencyKey !== null).length
const outcomeOf = (submission: Promise<{ readonly state: string }>): Promise<unknown> =>
  submission.then(
    ({ state }) => state,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

/** Fills the database file so that SQLite reports a full disk soon. */
function fill(): void {
  const { journal } = desk.storage
  journal.pragma('wal_checkpoint(TRUNCATE)')
  journal.exec('CREATE TABLE filler (bytes BLOB)')
  const pages = Number(journal.pragma('page_count', { simple: true }))
  journal.pragma(`max_page_count = ${String(pages + 8)}`)
  expect(() => {
    for (let n = 0; n < 100; n += 1) journal.exec('INSERT INTO filler VALUES (zeroblob(2000))')
  }).toThrow(/full/)
}

describe.each(kinds)('a journal that can not be written for %s', (kind) => {
  it('from the start sends nothing', async () => {
    const one = await subjects.next(kind)
    const before = await requestsOf(kind)
    const { previewId } = await desk.preview(one)
    writable(false)
    await expect(desk.run(previewId)).rejects.toMatchObject({ code: 'journal_unwritable' })
    expect(await requestsOf(kind)).toBe(before)
    expect(desk.rows).toEqual([])
    writable(true)
    expect(await desk.submit(one)).toMatchObject({ state: 'CONFIRMED' })
  })

  it('because the disk is full sends nothing', async () => {
    fill()
    let refused = 0
    for (let n = 0; n < 40 && refused === 0; n += 1) {
      const one = await subjects.next(kind)
      const before = await requestsOf(kind)
      const outcome = await outcomeOf(desk.submit(one))
      if (outcome === 'CONFIRMED') continue
      expect(outcome).toBe('journal_unwritable')
      const [newest] = await desk.list()
      // An operation that was sent is still open; one that was not sent has no row or an open one.
      if ((await requestsOf(kind)) > before) expect(newest).toMatchObject({ state: 'SENDING' })
      else expect(newest?.state ?? 'INTENT').toMatch(/CONFIRMED|INTENT|SENDING/)
      refused += 1
    }
    expect(refused).toBe(1)
  })

  it('after the intent sends nothing, and the target is unlocked when the journal is writable again', async () => {
    const one = await subjects.next(kind)
    const before = await requestsOf(kind)
    blockAt = 'INTENT'
    await expect(desk.submit(one)).rejects.toMatchObject({ code: 'journal_unwritable' })
    expect(await requestsOf(kind)).toBe(before)
    blockAt = null
    writable(true)
    expect(await desk.submit(one)).toMatchObject({ state: 'CONFIRMED' })
    expect((await desk.list()).map(({ state }) => state)).toEqual(['CONFIRMED', 'NOT_SENT'])
  })

  it('after SENDING sends nothing, and the operation is UNKNOWN because nothing proves that', async () => {
    const one = await subjects.next(kind)
    const before = await requestsOf(kind)
    blockAt = 'SENDING'
    await expect(desk.submit(one)).rejects.toMatchObject({ code: 'journal_unwritable' })
    expect(await requestsOf(kind)).toBe(before)
    blockAt = null
    writable(true)
    expect((await desk.list()).map(({ state }) => state)).toEqual(['UNKNOWN'])
  })

  it('after the answer does not report success, and a check finds it', async () => {
    const one = await subjects.next(kind)
    const before = await requestsOf(kind)
    blockAt = 'answer'
    await expect(desk.submit(one)).rejects.toMatchObject({ code: 'journal_unwritable', details: { sent: true } })
    expect(desk.rows.map(({ state }) => state)).toEqual(['SENDING'])
    expect(await executed()).toBe(1)
    blockAt = null
    writable(true)
    const [row] = await desk.list()
    expect(row).toMatchObject({ state: 'UNKNOWN', reason: 'journal unwritable' })
    expect(await desk.check(row?.id ?? '')).toMatchObject({
      state: 'CONFIRMED',
      confirmedBy: isPurchaseKind(kind) ? 'reference' : 'state',
    })
    expect(await requestsOf(kind)).toBe(before + 1)
  })

  it('at any single write loses nothing, reports nothing wrong, and is reconciled', async () => {
    const written: Write[] = []
    let failing = 0
    onWrite(desk.storage.journal, 'before', (write) => {
      written.push(write)
      return written.length === failing
    })
    await desk.submit(await subjects.next(kind))
    const writes = written.length
    expect(written.map(({ table, state }) => state ?? table)).toEqual([
      'operations',
      ...(isPurchaseKind(kind) ? ['purchases'] : []),
      'INTENT',
      'SENDING',
      'began',
      'ended',
      'CONFIRMED',
      ...(isPurchaseKind(kind) ? ['made'] : []),
    ])
    for (let nth = 1; nth <= writes; nth += 1) {
      const one = await subjects.next(kind)
      const before = await requestsOf(kind)
      const { previewId } = await desk.preview(one)
      written.length = 0
      failing = nth
      expect(await outcomeOf(desk.run(previewId)), `write ${String(nth)}`).toBe('journal_unwritable')
      failing = 0
      const sent = (await requestsOf(kind)) - before
      expect(sent, `requests, write ${String(nth)} failed`).toBe(nth > writes - (isPurchaseKind(kind) ? 3 : 2) ? 1 : 0)
      expect(desk.rows.at(-1)?.state, 'the last notified state').not.toBe(sent === 1 ? 'CONFIRMED' : 'UNKNOWN')
      await desk.list()
      await passTime(desk, clock, 601_000)
      expect((await requestsOf(kind)) - before, 'requests after the checks').toBe(sent)
      const [row] = await desk.list()
      if (sent === 1)
        expect(row).toMatchObject({ state: 'CONFIRMED', confirmedBy: isPurchaseKind(kind) ? 'reference' : 'state' })
    }
    const rows = await desk.list()
    await expectInvariants({ ledger }, rows, { notified: desk.rows, checksEnded: true })
    expect(rows).toHaveLength(writes + 1 - (isPurchaseKind(kind) ? 3 : 2))
  })
})

describe('a check result that can not be written', () => {
  it.each(['register', 'top-up'] as const)(
    'of %s leaves the operation unchanged, and the next check writes both the state and the result',
    async (kind) => {
      const one = await subjects.next(kind)
      await service.fault(endpoints[kind], 'dropAfter', whereOf(one))
      const { id } = await desk.submit(one)
      let broken = true
      onWrite(desk.storage.journal, 'before', ({ table }) => broken && table === 'made')
      await passTime(desk, clock, 0)
      expect(await desk.list()).toMatchObject([{ id, state: 'UNKNOWN', itemUid: null, confirmedBy: null }])
      broken = false
      await passTime(desk, clock, 61_000)
      const [row] = await desk.list()
      expect(row).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'reference' })
      expect(row?.itemUid).toBe((await ledger()).find(({ idempotencyKey }) => idempotencyKey === id)?.itemUid)
      await expectInvariants({ ledger }, await desk.list(), { notified: desk.rows, checksEnded: true })
    },
  )

  it('of a late duplicate is written by a later check', async () => {
    const one = await subjects.next('top-up')
    if (one.kind !== 'top-up') throw new Error('not a top-up')
    await service.fault('topUp', 'dropAfter')
    const { id } = await desk.submit(one)
    const metatag = (await ledger()).find(({ idempotencyKey }) => idempotencyKey === id)?.metatag ?? ''
    await desk.client.prepareMoney()
    const purchase = {
      inventoryItemId: one.inventoryItemId,
      activationMode: one.mode,
      customerUid: one.customerUid,
      metatag,
    } as const
    await desk.client.sendMoney({ kind: 'top-up', intentId: 'by-hand', body: WireTopUp.parse(purchase) })
    let broken = true
    onWrite(desk.storage.journal, 'before', ({ table }) => broken && table === 'twins')
    await passTime(desk, clock, 0)
    expect(await desk.list()).toMatchObject([{ state: 'CONFIRMED', duplicates: [] }])
    broken = false
    expect(await desk.check(id)).toMatchObject({ state: 'CONFIRMED' })
    desk.operations.onCustomerRead(await desk.client.customer(CustomerUid.parse(one.customerUid)))
    const [row] = await desk.list()
    expect(row?.duplicates).toHaveLength(1)
  })
})

describe('a listener', () => {
  it.each(kinds)('may fail without stopping %s', async (kind) => {
    await desk.close()
    let notifications = 0
    desk = await openMoneyDesk({
      info: sandbox,
      folder,
      onRow: () => {
        notifications += 1
        throw new Error('the window is closed')
      },
    })
    expect(await desk.submit(await subjects.next(kind))).toMatchObject({ state: 'CONFIRMED' })
    expect(notifications).toBe(2)
  })
})
