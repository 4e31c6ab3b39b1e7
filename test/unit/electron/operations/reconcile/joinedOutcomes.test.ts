/**
 * Operations whose answer and whose reads say different things, against the sandbox over HTTP.
 *
 * @module-tag long
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { OperationRow, OperationState } from '#shared/model/operation/operation.ts'
import { InventoryItemId } from '#shared/wire/ids.ts'
import type { MoneyFacts } from '../../../../../electron/approvals/index.ts'
import { startSandbox, type Sandbox } from '../../../../../electron/sandbox/index.ts'
import {
  call,
  movableClock,
  openMoneyDesk,
  type ItemTargetInput,
  type MoneyDesk,
  type MovableClock,
  type TargetInput,
} from '../../../../faults/desk.ts'
import { control, type Control } from '../../../../support/control.ts'
import { eventually } from '../../../../support/eventually.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

let folder: string
let sandbox: Sandbox
let service: Control
let desk: MoneyDesk
let clock: MovableClock
let asked: MoneyFacts[]

const open = (): Promise<MoneyDesk> =>
  openMoneyDesk({
    info: sandbox,
    folder,
    clock,
    timer: clock.timer,
    approvals: {
      money: (facts) => {
        asked.push(facts)
        return Promise.resolve()
      },
    },
  })

beforeEach(async () => {
  asked = []
  folder = mkdtempSync(join(tmpdir(), 'joined-outcomes-'))
  sandbox = await startSandbox({ customers: 300, seed: 5 })
  service = control(sandbox)
  clock = movableClock()
  desk = await open()
})
afterEach(async () => {
  await desk.close()
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const targetOf = async (kind: 'refund' | 'activate', nth = 0): Promise<ItemTargetInput> => {
  const { uid, itemUid } = await service.itemSample(kind === 'refund' ? 'refundable' : 'activatable', nth)
  return { kind, customerUid: uid, itemUid }
}
const rowOf = async (id: string): Promise<OperationRow> => (await desk.operations.handlers.get({ id }, call)).operation
const causesOf = async (id: string): Promise<readonly string[]> =>
  (await desk.operations.handlers.get({ id }, call)).transitions.map(({ cause }) => cause)
const executed = async (): Promise<number> => (await service.ledger()).filter((row) => row.executed).length
const stateBecomes = (id: string, state: OperationState): Promise<void> =>
  eventually(async () => {
    expect(await rowOf(id)).toMatchObject({ state, checking: false })
  })
async function pass(id: string, milliseconds: number): Promise<OperationRow> {
  clock.pass(milliseconds)
  await eventually(async () => {
    expect((await rowOf(id)).checking).toBe(false)
  })
  return await rowOf(id)
}
const refusedRun = (code: string): unknown => expect.objectContaining({ code }) as unknown
const answers = (
  body: unknown,
  more: { readonly status?: number; readonly contentType?: string } = {},
): Promise<unknown> =>
  service.fault('refund', 'status', {
    status: 200,
    contentType: 'application/json',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...more,
  })

describe('a refund that the service accepts and does not show', () => {
  beforeEach(() => service.setVariants({ refundResult: 'unchanged' }))

  it('is unconfirmed, is looked for and can not be pressed again, until it needs a person', async () => {
    const target = await targetOf('refund')
    const { id } = await desk.submit(target)
    await stateBecomes(id, 'UNKNOWN')
    expect(await rowOf(id)).toMatchObject({ answer: 'accepted', confirmedBy: 'answer', checks: 1 })
    expect((await desk.preview(target)).reasons).toContain('operation_open')
    expect(desk.operations.lockedItems()).toContain(target.itemUid)
    for (const waits of [2, 3, 10, 45.5, 119.5]) expect((await pass(id, waits * second)).state).toBe('UNKNOWN')
    expect((await pass(id, 7 * minute)).state).toBe('NEEDS_HUMAN')
    expect(desk.rows.findLast((row) => row.id === id)?.state).toBe('NEEDS_HUMAN')
    expect(desk.operations.lockedItems()).not.toContain(target.itemUid)
    expect(await executed()).toBe(1)
  })

  it('is offered again behind a question of the main process after its time', async () => {
    const target = await targetOf('refund')
    const { id } = await desk.submit(target)
    expect(asked.map(({ acceptedBefore }) => acceptedBefore)).toEqual([false])
    await stateBecomes(id, 'UNKNOWN')
    clock.pass(11 * minute)
    await stateBecomes(id, 'NEEDS_HUMAN')
    const preview = await desk.preview(target)
    expect(preview).toMatchObject({ possible: true })
    expect(preview.notes).toContain('accepted_before')
    await desk.run(preview.previewId)
    expect(asked.map(({ acceptedBefore }) => acceptedBefore)).toEqual([false, true])
  })

  it('is confirmed as soon as a read shows it, also one of another module', async () => {
    const target = await targetOf('refund')
    const { id } = await desk.submit(target)
    await stateBecomes(id, 'UNKNOWN')
    await service.setVariants({ refundResult: 'status' })
    const { entry } = await desk.client.readCustomer(desk.fresh[0]?.customer.uid ?? expect.fail('nobody was read'))
    desk.operations.onCustomerRead(entry)
    expect(await rowOf(id)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'answer' })
    expect((await causesOf(id)).at(-1)).toBe('read: applied')
  })

  it('keeps its state over a restart, and is looked for again', async () => {
    const { id } = await desk.submit(await targetOf('refund'))
    await stateBecomes(id, 'UNKNOWN')
    await desk.close()
    clock.jump(400 * day)
    desk = await open()
    desk.reopen()
    await pass(id, 0)
    expect((await rowOf(id)).state).toBe('UNKNOWN')
    await service.setVariants({ refundResult: 'status' })
    await pass(id, 2 * second)
    await stateBecomes(id, 'CONFIRMED')
  })

  it('needs a person for good once it did', async () => {
    const { id } = await desk.submit(await targetOf('refund'))
    await stateBecomes(id, 'UNKNOWN')
    clock.pass(10 * minute)
    await stateBecomes(id, 'NEEDS_HUMAN')
    expect((await causesOf(id)).at(-1)).toBe('looks ended')
    const { checks } = await rowOf(id)
    clock.jump(-day)
    await desk.check(id)
    expect(await rowOf(id)).toMatchObject({ state: 'NEEDS_HUMAN', checks: checks + 1 })
    await desk.close()
    desk = await open()
    desk.reopen()
    await pass(id, 0)
    await eventually(async () => {
      expect(await rowOf(id)).toMatchObject({ state: 'NEEDS_HUMAN', checks: checks + 2 })
    })
  })

  it('is resolved by a person, and three of them teach that this service shows no refunds', async () => {
    const record = async (nth: number, outcome: 'CONFIRMED' | 'NOT_APPLIED'): Promise<OperationRow> => {
      const { id } = await desk.submit(await targetOf('refund', nth))
      await stateBecomes(id, 'UNKNOWN')
      await expect(desk.operations.handlers.resolve({ id, outcome, reason: 'too early' }, call)).rejects.toThrow(
        DeskError,
      )
      clock.pass(10 * minute)
      await stateBecomes(id, 'NEEDS_HUMAN')
      return await desk.operations.handlers.resolve({ id, outcome, reason: 'The operator says so' }, call)
    }
    expect(await record(0, 'NOT_APPLIED')).toMatchObject({ state: 'NOT_APPLIED' })
    for (const nth of [1, 2, 3])
      expect(await record(nth, 'CONFIRMED')).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'person' })
    const { id } = await desk.submit(await targetOf('refund', 4))
    await eventually(async () => {
      expect(await rowOf(id)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'answer', isShown: false })
    })
  })

  it('stays confirmed by its answer where no read is complete', async () => {
    const target = await targetOf('refund')
    const preview = await desk.preview(target)
    await service.fault('customer', 'dropBefore', { times: 'always' })
    const { id } = await desk.run(preview.previewId)
    for (const waits of [2, 3, 10, 45, 120, 420, 60]) await pass(id, waits * second)
    expect(await rowOf(id)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'answer', nextCheck: null })
  })
})

describe('an answer with status 200 that refuses', () => {
  it.each([
    [{ errorCode: '310243', errorMsg: 'Profile status does not allow this' }, 'Profile status does not allow this'],
    [{ code: 4003, message: 'not refundable' }, 'not refundable'],
    [{ data: { status: 'FAILED' }, meta: { message: 'Refund limit reached' } }, 'Refund limit reached'],
  ])('%j is rejected with its words once a read shows no change, and the package is free', async (body, words) => {
    await answers(body)
    const target = await targetOf('refund')
    const { id } = await desk.submit(target)
    await pass(id, 0)
    await stateBecomes(id, 'REJECTED')
    expect(await rowOf(id)).toMatchObject({ reason: words, confirmedBy: null, answer: 'denied' })
    expect(await causesOf(id)).toEqual(['run', 'send', 'answer 200 denied', 'read: denied'])
    expect((await desk.preview(target)).possible).toBe(true)
    expect(await executed()).toBe(0)
  })

  it('is rejected, and not counted as refunded, although a read shows the change', async () => {
    const target = await targetOf('refund')
    await answers({ success: false }, { status: 200 })
    const before = await desk.preview(target)
    const { id } = await desk.run(before.previewId)
    await desk.client.sendMoney({
      kind: 'refund',
      itemUid: before.itemUid ?? expect.fail(),
      intentId: 'colleague',
    })
    await pass(id, 0)
    await stateBecomes(id, 'REJECTED')
    expect(await causesOf(id)).toContain('read: denied, changed')
    expect((await desk.operations.handlers.totals(undefined, call)).today).toMatchObject({ refunds: 0, seenRefunds: 0 })
  })

  it('stays unconfirmed where no read is complete', async () => {
    const target = await targetOf('refund')
    const preview = await desk.preview(target)
    await answers({ success: false, reason: 'No' })
    await service.fault('customer', 'dropBefore', { times: 'always' })
    const { id } = await desk.run(preview.previewId)
    expect(await pass(id, 5 * second)).toMatchObject({ state: 'UNKNOWN', reason: 'No' })
  })
})

it('a refusal in plain text frees the package at once', async () => {
  await answers('Monthly refund maximum reached', { status: 400, contentType: 'text/plain' })
  const target = await targetOf('refund')
  expect(await desk.submit(target)).toMatchObject({ state: 'REJECTED', reason: 'Monthly refund maximum reached' })
  expect((await desk.preview(target)).possible).toBe(true)
})

async function orderOf(mode: 'NOW' | 'ON_DEMAND'): Promise<TargetInput> {
  const { items } = await desk.client.inventory()
  const item = items.find(
    ({ countrySet, active, amount, prices }) =>
      countrySet === 'EUROPE' && active !== false && (amount ?? 0) === 0 && (prices?.[0]?.priceValue ?? 0) > 0,
  )
  const id = InventoryItemId.parse(item?.id)
  return { kind: 'register', inventoryItemId: id, mode, userCountry: 'DE', userIp: '203.0.113.7' }
}

describe('a purchase that the service denies with status 200', () => {
  const denial = { status: 200, contentType: 'application/json', body: '{"errorCode":"E9","errorMsg":"No credits"}' }
  const order = () => orderOf('NOW')

  it('is rejected after a complete read a minute later without its reference, and not before', async () => {
    const earlier = await desk.submit(await order())
    await eventually(async () => {
      expect((await desk.operations.handlers.get({ id: earlier.id }, call)).transitions.at(-1)?.cause).toBe(
        'read: applied',
      )
    })
    clock.pass(11 * minute)
    await service.fault('register', 'status', denial)
    const { id } = await desk.submit(await order())
    for (const waits of [0, 2, 3, 10]) expect(await pass(id, waits * second)).toMatchObject({ state: 'UNKNOWN' })
    await pass(id, 46 * second)
    await stateBecomes(id, 'REJECTED')
    expect(await rowOf(id)).toMatchObject({ reason: 'No credits', answer: 'denied' })
  })

  it('is left to a person where no earlier purchase was found by its reference', async () => {
    await service.fault('register', 'status', denial)
    const { id } = await desk.submit(await order())
    for (const waits of [0, 61, 600]) await pass(id, waits * second)
    await stateBecomes(id, 'NEEDS_HUMAN')
  })

  it('is found by its reference where it was executed all the same', async () => {
    await service.fault('register', 'status', { ...denial, executed: true })
    const { id } = await desk.submit(await order())
    await pass(id, 0)
    await stateBecomes(id, 'CONFIRMED')
    expect(await rowOf(id)).toMatchObject({ confirmedBy: 'reference' })
  })

  it('is left to a person where the service changes references', async () => {
    await service.setVariants({ metatagLimit: 5 })
    await desk.submit(await order())
    await service.fault('register', 'status', denial)
    clock.pass(11 * minute)
    const again = await desk.preview(await order())
    const { id } = await desk.operations.handlers.run({ previewId: again.previewId }, call)
    for (const waits of [0, 61, 600]) await pass(id, waits * second)
    await stateBecomes(id, 'NEEDS_HUMAN')
  })
})

it('an order for a later start whose answer shows a start reports it', async () => {
  const order = await orderOf('ON_DEMAND')
  expect(await desk.submit(order)).toMatchObject({ state: 'CONFIRMED', startsDifferently: false })
  const body = {
    status: 'success',
    customer: { uid: 'c-9' },
    activatedItem: { uid: 'i-9', balance: { activatedAt: '2026-11-21T10:00:00Z' } },
  }
  await service.fault('register', 'status', {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify(body),
  })
  expect(await desk.submit(order)).toMatchObject({ state: 'CONFIRMED', startsDifferently: true, echoed: 'changed' })
})

it('an accepted operation is awaited by its own button alone', async () => {
  await service.setVariants({ refundResult: 'unchanged' })
  const target = await targetOf('refund')
  const first = await desk.preview(target)
  const second = await desk.preview(target)
  const { id } = await desk.run(first.previewId)
  await stateBecomes(id, 'UNKNOWN')
  await expect(desk.run(second.previewId)).rejects.toEqual(refusedRun('operation_in_progress'))
  expect(await executed()).toBe(1)
})
