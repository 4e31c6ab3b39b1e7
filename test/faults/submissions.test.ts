/** Concurrent submissions in several windows: each target has one open operation and one execution, for every kind. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'
import { startSandbox, type Sandbox } from '../../electron/sandbox/index.ts'
import { control, type Control } from '../support/control.ts'
import { openMoneyDesk, type MoneyDesk, type TargetInput } from './desk.ts'
import { expectInvariants } from './invariants.ts'
import { createTargets, endpoints, kinds, whereOf, type TargetSource } from './targets.ts'

let folder: string
let sandbox: Sandbox
let service: Control
let subjects: TargetSource
let desk: MoneyDesk
let ledgerBefore: number

beforeAll(async () => {
  sandbox = await startSandbox({ customers: 40, seed: 8, variants: { monthlyRefunds: 10_000 } })
  service = control(sandbox)
  subjects = await createTargets(sandbox)
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'submissions-'))
  desk = await openMoneyDesk({ info: sandbox, folder })
  ledgerBefore = (await service.state()).counts.ledger
})
afterEach(async () => {
  await expectInvariants({ ledger }, await desk.list(), { notified: desk.rows })
  await service.clearFaults()
  await desk.close()
  rmSync(folder, { recursive: true })
})

const ledger = () => service.ledger(ledgerBefore)
const executed = async (): Promise<number> =>
  (await ledger()).filter((row) => row.executed && row.idempotencyKey !== null).length
const outcomeOf = (submission: Promise<{ readonly state: string }>): Promise<unknown> =>
  submission.then(
    ({ state }) => state,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
/** The kinds whose lock is the customer or the item. */
const ofCustomers = kinds.filter((kind) => kind !== 'register')
const otherOf = {
  activate: 'refund',
  refund: 'activate',
  'top-up': 'top-up-with-profile',
  'top-up-with-profile': 'top-up',
} as const

/** Returns the same target for the other kind that shares its lock. */
function otherKind(target: TargetInput): TargetInput {
  if (target.kind === 'register') throw new Error('A new customer has no other kind')
  return { ...target, kind: otherOf[target.kind] } as TargetInput // each pair takes the same fields
}

describe.each(kinds)('%s', (kind) => {
  it('is executed once if it is submitted twenty times at once', async () => {
    const one = await subjects.next(kind)
    // Two registration forms create two customers, so that kind has one preview; all others have one in each of ten
    // windows.
    const previews = await Promise.all(Array.from({ length: kind === 'register' ? 1 : 10 }, () => desk.preview(one)))
    const previewIds = Array.from({ length: 20 }, (_, nth) => previews[nth % previews.length]?.previewId ?? '')
    const outcomes = await Promise.all(previewIds.map((previewId) => outcomeOf(desk.run(previewId))))
    expect(outcomes.filter((outcome) => outcome === 'CONFIRMED')).toHaveLength(1)
    // A purchase whose last look at the customer ends after the first one finds its preview changed.
    const refusals: readonly unknown[] = isPurchaseKind(kind)
      ? ['operation_in_progress', 'preview_changed']
      : ['operation_in_progress']
    expect(outcomes.filter((outcome) => refusals.includes(outcome))).toHaveLength(19)
    expect(await executed()).toBe(1)
    expect(await desk.list()).toHaveLength(1)
  })

  it('can not be submitted again from the same preview while it is unresolved', async () => {
    const one = await subjects.next(kind)
    await service.fault(endpoints[kind], 'dropAfter', whereOf(one))
    const { previewId } = await desk.preview(one)
    expect(await desk.run(previewId)).toMatchObject({ state: 'UNKNOWN' })
    expect(await outcomeOf(desk.run(previewId))).toBe('operation_in_progress')
    expect(await executed()).toBe(1)
  })
})

describe.each(ofCustomers)('%s in two windows', (kind) => {
  it('is executed once, and the second submission is refused with the change', async () => {
    const one = await subjects.next(kind)
    const [first, second] = await Promise.all([desk.preview(one), desk.preview(one)])
    expect(await desk.run(first.previewId)).toMatchObject({ state: 'CONFIRMED' })
    expect(await outcomeOf(desk.run(second.previewId))).toBe('preview_changed')
    expect(await executed()).toBe(1)
  })

  it('is refused while the other kind is in flight for the same target', async () => {
    const one = await subjects.next(kind === 'refund' ? 'activate' : kind)
    const here = kind === 'refund' ? otherKind(one) : one
    const there = otherKind(here)
    const [mine, its] = await Promise.all([desk.preview(here), desk.preview(there)])
    await service.fault(endpoints[there.kind], 'late', { ...whereOf(there), ms: 1000 })
    const under = desk.run(its.previewId)
    expect(await outcomeOf(desk.run(mine.previewId))).toBe('operation_in_progress')
    expect(await under).toMatchObject({ state: 'CONFIRMED' })
    expect(await executed()).toBe(1)
  })

  it('is not possible while an operation on the target is unresolved, and the preview shows it', async () => {
    const one = await subjects.next(kind)
    await service.fault(endpoints[kind], 'dropAfter', whereOf(one))
    expect(await desk.submit(one)).toMatchObject({ state: 'UNKNOWN' })
    const preview = await desk.preview(one)
    expect(preview).toMatchObject({ possible: false })
    expect(preview.reasons).toContain('operation_open')
    expect(await outcomeOf(desk.run(preview.previewId))).toBe('operation_not_possible')
    expect(await executed()).toBe(1)
  })

  it('runs in parallel with the same kind for another target', async () => {
    const [one, two] = [await subjects.next(kind), await subjects.next(kind)]
    const previews = await Promise.all([desk.preview(one), desk.preview(two)])
    await service.fault(endpoints[kind], 'late', { ms: 100, times: 2 })
    const outcomes = await Promise.all(previews.map(({ previewId }) => outcomeOf(desk.run(previewId))))
    expect(outcomes).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect(await executed()).toBe(2)
  })
})
