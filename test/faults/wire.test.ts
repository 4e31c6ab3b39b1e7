/**
 * What a fault on the wire makes of a press, judged by what the service really executed. A whole press each: real client,
 * real HTTP, real journal.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationState } from '#shared/model/operation.ts'
import type { ItemOperationKind } from '#shared/model/purchase.ts'
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox.ts'
import { control, type Control, type FaultOrder } from '../support/control.ts'
import { hasty, movableClock, openMoneyDesk, type MoneyDesk, type MovableClock, type Subject } from './desk.ts'
import { judge } from './judge.ts'

interface FaultCase {
  readonly fault: FaultOrder['kind']
  readonly more?: Partial<FaultOrder>
  readonly state: OperationState
  /** After one check, and after one when nothing can arrive any more. */
  readonly afterwards?: OperationState
  readonly much?: OperationState
  readonly executed: number
  readonly sends: number
}

const executedUnknown = { state: 'UNKNOWN', afterwards: 'CONFIRMED', executed: 1, sends: 1 } as const
const unexecutedUnknown = { state: 'UNKNOWN', afterwards: 'UNKNOWN', executed: 0, sends: 1 } as const

const cases: readonly FaultCase[] = [
  { fault: 'latency', more: { ms: 200 }, state: 'CONFIRMED', executed: 1, sends: 1 },
  { fault: 'slowBody', more: { ms: 1, bytes: 64 }, state: 'CONFIRMED', executed: 1, sends: 1 },
  { fault: 'late', more: { ms: 200 }, state: 'CONFIRMED', executed: 1, sends: 1 },
  { fault: 'emptyBody', state: 'CONFIRMED', executed: 1, sends: 1 },
  { fault: 'tokenRevoked', state: 'CONFIRMED', executed: 1, sends: 2 },
  { fault: 'tokenRevoked', more: { times: 2 }, state: 'REJECTED', executed: 0, sends: 2 },
  { fault: 'tooManyRequests', more: { retryAfter: 7 }, state: 'REJECTED', executed: 0, sends: 1 },
  { fault: 'status', more: { status: 422, contentType: 'application/json', body: '{"message":"Not today"}' }, state: 'REJECTED', executed: 0, sends: 1 },
  { fault: 'status', more: { status: 404, contentType: 'application/json', body: '{"message":"No such item"}' }, state: 'REJECTED', executed: 0, sends: 1 },
  { fault: 'hang', ...unexecutedUnknown },
  { fault: 'dropBefore', ...unexecutedUnknown },
  { fault: 'proxyPage', ...unexecutedUnknown },
  { fault: 'proxyPage', more: { status: 403 }, ...unexecutedUnknown },
  { fault: 'loginPage', ...unexecutedUnknown },
  { fault: 'redirect', ...unexecutedUnknown },
  { fault: 'redirect', more: { status: 307 }, ...unexecutedUnknown },
  { fault: 'status', more: { status: 500, contentType: 'application/json', body: '{"message":"oops"}' }, ...unexecutedUnknown },
  { fault: 'status', more: { status: 202, contentType: 'application/json', body: '{"status":"success"}' }, ...unexecutedUnknown },
  { fault: 'status', more: { status: 408 }, ...unexecutedUnknown },
  { fault: 'status', more: { status: 421 }, ...unexecutedUnknown },
  { fault: 'hangAfter', ...executedUnknown },
  { fault: 'dropAfter', ...executedUnknown },
  { fault: 'endAfter', ...executedUnknown },
  { fault: 'cut', more: { bytes: 5 }, ...executedUnknown },
  { fault: 'invalidJson', ...executedUnknown },
  { fault: 'failAfter', ...executedUnknown },
  { fault: 'hugeBody', more: { megabytes: 5 }, ...executedUnknown },
  { fault: 'late', more: { ms: 3000 }, ...executedUnknown },
]

let sandbox: SandboxProcess
let service: Control
let desk: MoneyDesk
let folder: string
let clock: MovableClock
const usual = { refundPath: 'plain', refundBody: 'json', activateBody: 'item', errorForm: 'problem', monthlyRefunds: 10_000 } as const
const used = { activate: 0, refund: 0 }

beforeAll(async () => {
  // JSON answers to both kinds, so that there is a body to cut.
  sandbox = await startSandboxProcess({ customers: 4000, seed: 9, variants: usual })
  service = control(sandbox.info)
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'))
  clock = movableClock()
  desk = await openMoneyDesk({ info: sandbox.info, folder, clock, limits: hasty })
})
afterEach(async () => {
  await service.clearFaults()
  await service.setVariants(usual)
  await desk.close()
  rmSync(folder, { recursive: true })
})

/** An item that no test before has touched. */
async function untouched(kind: ItemOperationKind): Promise<Subject> {
  const { uid, itemUid } = await service.itemSample(kind === 'activate' ? 'activatable' : 'refundable', used[kind])
  used[kind] += 1
  return { kind, customerUid: uid, itemUid }
}
const sendsOf = async (endpoint: string): Promise<number> => (await service.state()).counts.requests[endpoint] ?? 0

describe.each(['activate', 'refund'] as const)('%s', (kind) => {
  it.each(cases)('with $fault $more is $state, executed $executed times', async ({ fault, more, state, afterwards, executed, sends }) => {
    const one = await untouched(kind)
    const { previewId } = await desk.preview(one)
    const before = await sendsOf(kind)
    await service.fault(kind, fault, { where: one.itemUid, ...more })
    const row = await desk.run(previewId)
    expect(row).toMatchObject({ state })
    expect(await sendsOf(kind)).toBe(before + sends)
    const mine = (await service.ledger()).filter(({ idempotencyKey, executed: done }) => idempotencyKey === row.id && done)
    expect(mine).toHaveLength(executed)
    if (afterwards === undefined) return
    expect(await desk.check(row.id)).toMatchObject({ state: afterwards })
    clock.pass(60_000)
    if (afterwards === 'UNKNOWN') expect(await desk.check(row.id)).toMatchObject({ state: kind === 'activate' ? 'NOT_APPLIED' : 'UNKNOWN' })
    expect(await sendsOf(kind), 'nothing is repeated').toBe(before + sends)
  })

  it('carries the wait that the service asked for', async () => {
    const one = await untouched(kind)
    await service.fault(kind, 'tooManyRequests', { where: one.itemUid, retryAfter: 7 })
    expect(await desk.press(one)).toMatchObject({ state: 'REJECTED', retryAfter: 7 })
  })

  it('pressed twenty times at once is executed once', async () => {
    const one = await untouched(kind)
    const previews = await Promise.all(Array.from({ length: 10 }, () => desk.preview(one)))
    const presses = [...previews, ...previews].map(({ previewId }) => desk.run(previewId).then(({ state }) => state, (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)))
    const outcomes = await Promise.all(presses)
    expect(outcomes.filter((outcome) => outcome === 'CONFIRMED')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'operation_in_progress')).toHaveLength(19)
    expect((await service.ledger()).filter(({ itemUid, executed }) => executed && itemUid === one.itemUid)).toHaveLength(1)
    expect(await desk.list()).toHaveLength(1)
  })

  it('is closed while the other kind is on its way to the same item', async () => {
    const one = await untouched('activate')
    const other: ItemOperationKind = kind === 'activate' ? 'refund' : 'activate'
    const [mine, its] = await Promise.all([desk.preview({ ...one, kind }), desk.preview({ ...one, kind: other })])
    await service.fault(other, 'late', { where: one.itemUid, ms: 200 })
    const under = desk.run(its.previewId)
    await expect(desk.run(mine.previewId)).rejects.toMatchObject({ code: 'operation_in_progress' })
    expect(await under).toMatchObject({ state: 'CONFIRMED' })
  })
})

describe('the path of a refund', () => {
  it('is the one with the service segment where the plain one is unknown, and is remembered', async () => {
    await service.setVariants({ refundPath: 'segment' })
    const before = await sendsOf('refund')
    expect(await desk.press(await untouched('refund'))).toMatchObject({ state: 'CONFIRMED' })
    expect(await sendsOf('refund')).toBe(before + 1)
    const attempts = desk.storage.journal.prepare("SELECT number, route, outcome FROM attempts WHERE event = 'ended' ORDER BY seq").all()
    expect(attempts).toMatchObject([{ number: 1, outcome: 'answer 404' }, { number: 2, outcome: 'answer 200' }])
    expect(await desk.press(await untouched('refund'))).toMatchObject({ state: 'CONFIRMED' })
    expect(desk.storage.journal.prepare("SELECT count(*) AS count FROM attempts WHERE event = 'began'").get()).toEqual({ count: 3 })
  })

  it('that is unknown in both places ends REJECTED after two sends', async () => {
    const one = await untouched('refund')
    await service.setVariants({ refundPath: 'both' })
    await service.fault('refund', 'status', { where: one.itemUid, status: 404, times: 'always' })
    const before = await sendsOf('refund')
    expect(await desk.press(one)).toMatchObject({ state: 'REJECTED' })
    expect(await sendsOf('refund')).toBe(before + 2)
  })

  it('is not tried a third time after a token was refused', async () => {
    const one = await untouched('refund')
    await service.setVariants({ refundPath: 'both' })
    await service.fault('refund', 'tokenRevoked', { where: one.itemUid })
    await service.fault('refund', 'status', { where: one.itemUid, status: 404, skip: 1, times: 'always' })
    const before = await sendsOf('refund')
    expect(await desk.press(one)).toMatchObject({ state: 'REJECTED' })
    expect(await sendsOf('refund')).toBe(before + 2)
  })
})

describe('every answer form of the service', () => {
  it.each([
    ['activate', { activateBody: 'item' }],
    ['activate', { activateBody: 'empty' }],
    ['activate', { activateBody: 'noContent' }],
    ['refund', { refundBody: 'empty' }],
    ['refund', { refundBody: 'noContent' }],
    ['refund', { refundBody: 'json' }],
  ] as const)('%s with %j is confirmed', async (kind, variants) => {
    await service.setVariants(variants)
    expect(await desk.press(await untouched(kind))).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'answer' })
  })

  it.each(['problem', 'message', 'error'] as const)('a refusal as %s is REJECTED with its words', async (errorForm) => {
    await service.setVariants({ errorForm, monthlyRefunds: 0 })
    const row = await desk.press(await untouched('refund'))
    expect(row).toMatchObject({ state: 'REJECTED' })
    expect(row.reason).toMatch(/maximum number of refunds/)
  })

  it('a refusal as plain text is not trusted: it could be anybody', async () => {
    await service.setVariants({ errorForm: 'text', monthlyRefunds: 0 })
    expect(await desk.press(await untouched('refund'))).toMatchObject({ state: 'UNKNOWN' })
  })
})

describe('the invariants', () => {
  it('hold over a storm of faults, and what the service shows is found', async () => {
    const kinds: readonly FaultOrder['kind'][] = ['dropBefore', 'dropAfter', 'cut', 'proxyPage', 'failAfter', 'tokenRevoked', 'endAfter', 'loginPage', 'latency']
    const before = (await service.ledger()).length
    for (const fault of kinds) {
      for (const kind of ['activate', 'refund'] as const) {
        const one = await untouched(kind)
        await service.fault(kind, fault, { where: one.itemUid, ms: 20 })
        await desk.press(one)
      }
    }
    clock.pass(60_000)
    for (const row of await desk.list()) if (row.state === 'UNKNOWN') await desk.check(row.id)
    const rows = await desk.list()
    const mine = (await service.ledger()).slice(before)
    await judge({ ...service, ledger: () => Promise.resolve(mine) }, rows)
    const open = rows.filter(({ state }) => state === 'UNKNOWN')
    expect(open.every(({ kind }) => kind === 'refund'), 'only a refund that left no trace stays open').toBe(true)
    expect(open).toHaveLength(3)
    expect(rows).toHaveLength(2 * kinds.length)
  })
})
