/**
 * Cuts money requests and their answers at every byte (in `npm test` at every n-th, see `sizes.ts`) with a proxy of raw
 * sockets between the real client and the real service, and verifies the reconciliation afterwards.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationKind, OperationRow } from '#shared/model/operation/operation.ts'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox.ts'
import { control, type Control } from '../support/control.ts'
import { cuttingProxy, type Cut, type CuttingProxy } from './cuttingProxy.ts'
import { movableClock, openMoneyDesk, passTime, type MoneyDesk, type MovableClock } from './desk.ts'
import { expectInvariants } from './invariants.ts'
import { sizes } from './sizes.ts'
import { createTargets, kinds, type TargetSource } from './targets.ts'

let folder: string
let sandbox: SandboxProcess
let service: Control
let subjects: TargetSource
let proxy: CuttingProxy
let desk: MoneyDesk
let clock: MovableClock
let ledgerBefore: number

beforeAll(async () => {
  sandbox = await startSandboxProcess({
    customers: 40,
    seed: 21,
    variants: { refundAnswer: 'success', monthlyRefunds: 1_000_000 },
  })
  service = control(sandbox.info)
  subjects = await createTargets(sandbox.info)
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cut-'))
  clock = movableClock()
  proxy = await cuttingProxy(new URL(sandbox.info.baseUrl))
  desk = await openMoneyDesk({ info: { ...sandbox.info, baseUrl: proxy.url }, folder, clock, timer: clock.timer })
  ledgerBefore = (await service.state()).counts.ledger
})
afterEach(async () => {
  await desk.close()
  await proxy.close()
  rmSync(folder, { recursive: true })
})

const ledger = () => service.ledger(ledgerBefore)
const last = () => proxy.money.at(-1) ?? { sent: 0, received: 0, fresh: false }

async function submit(kind: OperationKind, how: Cut | null): Promise<OperationRow> {
  const { previewId } = await desk.preview(await subjects.next(kind))
  const before = proxy.money.length
  proxy.cut = how
  try {
    return await desk.run(previewId)
  } finally {
    proxy.cut = null
    expect(proxy.money.length - before, 'requests of one submission').toBe(1)
  }
}
const executionsOf = async (id: string): Promise<number> => {
  const [newest] = (await service.ledger((await service.state()).counts.ledger - 1)).filter(
    ({ executed, idempotencyKey }) => executed && idempotencyKey === id,
  )
  return newest === undefined ? 0 : 1
}
const cutPositions = (fullLength: number): readonly number[] =>
  Array.from({ length: Math.ceil(fullLength / sizes.cutEvery) }, (_, at) => at * sizes.cutEvery)

/**
 * Submits the cuts in batches that the checks of one desk can handle, and lets the time of the checks pass after each.
 */
async function inBatches(cuts: readonly Cut[], submitCut: (cut: Cut) => Promise<void>): Promise<void> {
  for (let from = 0; from < cuts.length; from += 100) {
    for (const cut of cuts.slice(from, from + 100)) await submitCut(cut)
    await passTime(desk, clock, 601_000)
  }
}

describe.each(kinds)('%s', (kind) => {
  it('is UNKNOWN if its answer is cut, CONFIRMED if the answer is whole, and the first check finds it', async () => {
    expect(await submit(kind, null)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'answer' })
    const fullLength = last().received
    expect(fullLength).toBeGreaterThan(100)
    process.stdout.write(
      `${kind}: answers of ${String(fullLength)} bytes cut at ${String(cutPositions(fullLength).length)} places\n`,
    )
    const cuts = cutPositions(fullLength).map((answer): Cut => ({
      answer,
      by: (answer / sizes.cutEvery) % 2 === 0 ? 'reset' : 'end',
    }))
    const unknown: string[] = []
    await inBatches(cuts, async (cut) => {
      const row = await submit(kind, cut)
      const { received } = last()
      // Some answers are shorter than the cut position.
      const isCut = (cut.answer ?? 0) < received
      expect(row, `cut after ${String(cut.answer)} of ${String(received)}`).toMatchObject({
        state: isCut ? 'UNKNOWN' : 'CONFIRMED',
      })
      expect(await executionsOf(row.id)).toBe(1)
      if (isCut) unknown.push(row.id)
    })
    expect(unknown.length).toBeGreaterThan((cuts.length * 3) / 4)
    const rows = await allRows()
    const ends = rows
      .filter(({ id }) => unknown.includes(id))
      .map(({ confirmedBy, checks }) => `${confirmedBy ?? 'open'}, ${String(checks)}`)
    expect(new Set(ends)).toEqual(new Set([isPurchaseKind(kind) ? 'reference, 1' : 'state, 1']))
    await expectInvariants({ ledger }, rows, { checksEnded: true })
  })

  it('is UNKNOWN if its request is cut, is never sent again, and is left to a person if checks prove nothing', async () => {
    expect(await submit(kind, null)).toMatchObject({ state: 'CONFIRMED' })
    const fullLength = last().sent
    expect(fullLength).toBeGreaterThan(100)
    process.stdout.write(
      `${kind}: requests of ${String(fullLength)} bytes cut at ${String(cutPositions(fullLength).length)} places\n`,
    )
    const cuts = cutPositions(fullLength).map((request): Cut => ({
      request,
      by: (request / sizes.cutEvery) % 2 === 0 ? 'reset' : 'end',
    }))
    const unknown: string[] = []
    await inBatches(cuts, async (cut) => {
      const row = await submit(kind, cut)
      const { sent } = last()
      const isCut = (cut.request ?? 0) < sent
      expect(row, `cut after ${String(cut.request)} of ${String(sent)}`).toMatchObject({
        state: isCut ? 'UNKNOWN' : 'CONFIRMED',
      })
      expect(await executionsOf(row.id)).toBe(isCut ? 0 : 1)
      if (isCut) unknown.push(row.id)
    })
    expect(unknown.length).toBeGreaterThan((cuts.length * 3) / 4)
    const rows = await allRows()
    expect(new Set(rows.filter(({ id }) => unknown.includes(id)).map(({ state }) => state))).toEqual(
      new Set([kind === 'activate' ? 'NOT_APPLIED' : 'NEEDS_HUMAN']),
    )
    await expectInvariants({ ledger }, rows, { checksEnded: true })
  })
})

/** Returns all rows of the journal. */
async function allRows(): Promise<readonly OperationRow[]> {
  const rows: OperationRow[] = []
  let cursor: string | undefined
  do {
    const page = await desk.operations.handlers.list({ limit: 500, cursor }, { signal: AbortSignal.timeout(60_000) })
    rows.push(...page.rows)
    cursor = page.cursor
  } while (cursor !== undefined)
  return rows
}

describe('reset connections of earlier reads', () => {
  it.each(kinds)('do not affect %s, which has its own connection', async (kind) => {
    const { previewId } = await desk.preview(await subjects.next(kind))
    expect(proxy.reset(), 'connections of the reads').toBeGreaterThan(0)
    expect(await desk.run(previewId)).toMatchObject({ state: 'CONFIRMED' })
    expect(proxy.money).toMatchObject([{ fresh: true }])
  })
})

describe('a service that is unreachable', () => {
  it.each(kinds)('leaves %s NOT_SENT, and the same submission succeeds when the service is back', async (kind) => {
    const target = await subjects.next(kind)
    const { previewId } = await desk.preview(target)
    await proxy.close()
    expect(await desk.run(previewId)).toMatchObject({ state: 'NOT_SENT', reason: 'refused' })
    proxy = await cuttingProxy(new URL(sandbox.info.baseUrl), Number(new URL(proxy.url).port))
    expect(await desk.submit(target)).toMatchObject({ state: 'CONFIRMED' })
    await expectInvariants({ ledger }, await desk.list(), { notified: desk.rows, checksEnded: true })
  })
})
