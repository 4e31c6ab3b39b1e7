/**
 * The operations module against the sandbox over HTTP: successful and refused operations as a person sees them.
 *
 * @module-tag long
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#shared/contract.ts'
import { OperationDetail, OperationPreview, OperationRow } from '#shared/model/operation/operation.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { defaultLimits } from '../../../../electron/service/http/exchange.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import {
  call,
  movableClock,
  openMoneyDesk,
  type MoneyDesk,
  type MovableClock,
  type ItemTargetInput,
} from '../../../faults/desk.ts'
import { control, type Control, type Situation } from '../../../support/control.ts'
import { eventually } from '../../../support/eventually.ts'

let folder: string
let sandbox: Sandbox
let service: Control
let desk: MoneyDesk
let clock: MovableClock

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operations-'))
  sandbox = await startSandbox({ customers: 600, seed: 5 })
  service = control(sandbox)
  clock = movableClock()
  desk = await openMoneyDesk({ info: sandbox, folder, clock })
})
afterEach(async () => {
  await desk.close()
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

async function target(kind: ItemTargetInput['kind'], situation: Situation, nth = 0): Promise<ItemTargetInput> {
  const { uid, itemUid } = await service.itemSample(situation, nth)
  return { kind, customerUid: uid, itemUid }
}
const code = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
/** Submits an operation whose answer is lost, so that it is UNKNOWN. */
async function submitWithLostAnswer(
  one: ItemTargetInput,
  kind: 'dropAfter' | 'dropBefore' = 'dropAfter',
): Promise<OperationRow> {
  await service.fault(one.kind, kind)
  const row = await desk.submit(one)
  expect(row.state).toBe('UNKNOWN')
  return row
}

describe('a preview', () => {
  it('of an activation contains the end of validity and the automatic activation', async () => {
    const preview = await desk.preview(await target('activate', 'activatable'))
    expect(OperationPreview.parse(preview)).toEqual(preview)
    expect(preview).toMatchObject({ kind: 'activate', possible: true, reasons: [] })
    expect(Date.parse(preview.endsAt ?? '')).toBeGreaterThan(Date.now())
    expect(Date.parse(preview.activatesBy ?? '')).toBeGreaterThan(Date.now())
  })

  it('of a refund contains the amount and a note about the monthly maximum', async () => {
    const preview = await desk.preview(await target('refund', 'refundable'))
    expect(preview).toMatchObject({ possible: true, endsAt: null, refundsThisMonth: 0 })
    expect(preview.amount?.amount).toMatch(/^\d+\.\d{2}$/)
    expect(preview.notes).toContain('monthly_maximum_unknown')
  })

  it.each([
    ['activate', 'usedItem', 'already_active'],
    ['refund', 'usedItem', 'used'],
    ['refund', 'expired', 'expired'],
  ] as const)(
    'of %s on %s contains the reason why it is not possible, and can not be run',
    async (kind, situation, reason) => {
      const preview = await desk.preview(await target(kind, situation))
      expect(preview).toMatchObject({ possible: false })
      expect(preview.reasons).toContain(reason)
      expect(await code(desk.run(preview.previewId))).toBe('operation_not_possible')
      expect(await service.ledger()).toEqual([])
      expect(await desk.list()).toEqual([])
    },
  )

  it('of a missing item or customer throws not_found', async () => {
    const one = await target('refund', 'refundable')
    expect(await code(desk.preview({ ...one, itemUid: 'nothing' }))).toBe('not_found')
    expect(await code(desk.preview({ ...one, customerUid: 'nobody' }))).toBe('not_found')
  })

  it('changes neither the service nor the journal', async () => {
    await desk.preview(await target('refund', 'refundable'))
    expect(await service.ledger()).toEqual([])
    expect(await desk.list()).toEqual([])
  })

  it('counts the refunds of this desk this month', async () => {
    await desk.submit(await target('refund', 'refundable', 0))
    expect(await desk.preview(await target('refund', 'refundable', 1))).toMatchObject({ refundsThisMonth: 1 })
  })
})

describe('a submission', () => {
  it.each([
    ['activate', 'activatable'],
    ['activate', 'firstUse'],
    ['refund', 'refundable'],
  ] as const)('of %s on %s is executed once and confirmed by the answer', async (kind, situation) => {
    const one = await target(kind, situation)
    const row = await desk.submit(one)
    expect(OperationRow.parse(row)).toEqual(row)
    expect(row).toMatchObject({
      kind,
      state: 'CONFIRMED',
      confirmedBy: 'answer',
      agent: 'Ann Agent',
      connectionName: 'Test service',
      reason: null,
      current: true,
      itemUid: one.itemUid,
    })
    expect(await service.ledger()).toMatchObject([
      { kind, executed: true, itemUid: one.itemUid, idempotencyKey: row.id },
    ])
  })

  it('notifies of each transition after it is on the disk', async () => {
    const row = await desk.submit(await target('activate', 'activatable'))
    expect(desk.rows.map(({ state }) => state)).toEqual(['SENDING', 'CONFIRMED'])
    expect(desk.rows.at(-1)).toEqual(row)
  })

  it('notifies of INTENT if SENDING waits for a token', async () => {
    const { previewId } = await desk.preview(await target('activate', 'activatable'))
    desk.client.onResume()
    await desk.run(previewId)
    expect(desk.rows.map(({ state }) => state)).toEqual(['INTENT', 'SENDING', 'CONFIRMED'])
  })

  it('reads the customer again afterwards', async () => {
    const one = await target('activate', 'activatable')
    await desk.submit(one)
    await eventually(() => {
      expect(desk.fresh).toHaveLength(1)
    })
    expect(desk.fresh[0]?.activatedItems.find(({ uid }) => uid === one.itemUid)?.balance.activatedAt).toBeTruthy()
  })

  it("that the service refuses is REJECTED with the service's message", async () => {
    const old = await desk.preview(await target('refund', 'boughtLongAgo'))
    expect(old).toMatchObject({ possible: true, notes: expect.arrayContaining(['before_credit_refunds']) })
    expect(await desk.run(old.previewId)).toMatchObject({
      state: 'REJECTED',
      reason: expect.stringContaining('refunded by a support ticket'),
    })
    const preview = await desk.preview(await target('refund', 'refundable'))
    expect(preview).toMatchObject({ possible: true })
    expect(preview.notes).toContain('maybe_from_stock')
    await service.fault('refund', 'status', {
      status: 400,
      contentType: 'application/problem+json',
      body: '{"detail":"This item was not bought with credits."}',
    })
    const row = await desk.run(preview.previewId)
    expect(row).toMatchObject({ state: 'REJECTED', confirmedBy: null })
    expect(row.reason).toMatch(/not bought with credits/)
  })

  it('with an expired preview is refused, and nothing is sent', async () => {
    const { previewId } = await desk.preview(await target('refund', 'refundable'))
    clock.pass(60_000)
    expect(await code(desk.run(previewId))).toBe('preview_gone')
    expect(await service.ledger()).toEqual([])
  })

  it('is refused if another operation has changed the item since the preview', async () => {
    const one = await target('refund', 'activatable')
    const { previewId } = await desk.preview(one)
    await desk.submit({ ...one, kind: 'activate' })
    expect(await code(desk.run(previewId))).toBe('preview_changed')
    expect((await service.ledger()).map(({ kind }) => kind)).toEqual(['activate'])
  })

  it('stores the reason and the ticket in the journal, and the note and the e-mail address in work.db', async () => {
    const one = await target('refund', 'refundable')
    const { previewId, customerEmail } = await desk.preview(one)
    const row = await desk.operations.handlers.run(
      { previewId, refundReason: 'not_needed', ticket: 'T-77', note: 'called twice' },
      call,
    )
    expect(row).toMatchObject({ refundReason: 'not_needed', ticket: 'T-77', customerEmail })
    const detail = await desk.operations.handlers.get({ id: row.id }, call)
    expect(OperationDetail.parse(detail)).toEqual(detail)
    expect(detail.note).toBe('called twice')
    expect(detail.transitions.map(({ state, cause }) => [state, cause])).toEqual([
      ['INTENT', 'run'],
      ['SENDING', 'send'],
      ['CONFIRMED', 'answer 200'],
    ])
    const tables = ['operations', 'transitions', 'attempts'].map((table) =>
      JSON.stringify(desk.storage.journal.prepare(`SELECT * FROM ${table}`).all()),
    )
    expect(tables.join()).not.toContain('called twice')
    expect(customerEmail).toContain('@')
    expect(tables.join()).not.toContain(customerEmail)
  })

  it('of a refund stores the reason if there is one', async () => {
    const given = await desk.preview(await target('refund', 'refundable', 0))
    expect(
      await desk.operations.handlers.run({ previewId: given.previewId, refundReason: 'other' }, call),
    ).toMatchObject({ state: 'CONFIRMED', refundReason: 'other' })
    const none = await desk.preview(await target('refund', 'refundable', 1))
    expect(await desk.operations.handlers.run({ previewId: none.previewId }, call)).toMatchObject({
      state: 'CONFIRMED',
      refundReason: null,
    })
  })

  it('of an activation stores no reason', async () => {
    const { previewId } = await desk.preview(await target('activate', 'activatable', 0))
    expect(await desk.operations.handlers.run({ previewId }, call)).toMatchObject({
      state: 'CONFIRMED',
      refundReason: null,
    })
    expect(await desk.submit(await target('activate', 'activatable', 1))).toMatchObject({ refundReason: null })
  })

  it('without a token is NOT_SENT', async () => {
    const one = await target('refund', 'refundable')
    const { previewId } = await desk.preview(one)
    desk.client.onResume()
    await service.fault('authenticate', 'dropBefore', { times: 'always' })
    expect(await desk.run(previewId)).toMatchObject({ state: 'NOT_SENT' })
    expect(desk.rows.map(({ state }) => state)).toEqual(['INTENT', 'NOT_SENT'])
    expect(await desk.preview(one).catch(() => null)).toBeNull()
    await service.clearFaults()
    expect(await desk.submit(one)).toMatchObject({ state: 'CONFIRMED' })
  })
})

describe('an unresolved operation on an item', () => {
  it('locks the item for both kinds', async () => {
    const one = await target('activate', 'activatable')
    await submitWithLostAnswer(one, 'dropBefore')
    expect([...desk.operations.lockedItems()]).toEqual([one.itemUid])
    expect((await desk.preview(one)).reasons).toContain('operation_open')
    expect((await desk.preview({ ...one, kind: 'refund' })).reasons).toContain('operation_open')
  })

  it('is confirmed when the service shows that it was applied', async () => {
    const row = await submitWithLostAnswer(await target('activate', 'activatable'))
    expect(await desk.check(row.id)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'state' })
    expect(desk.operations.lockedItems().size).toBe(0)
  })

  it('is NOT_APPLIED only when its request can not arrive any more', async () => {
    const row = await submitWithLostAnswer(await target('activate', 'activatable'), 'dropBefore')
    expect(await desk.check(row.id)).toMatchObject({ state: 'UNKNOWN', reason: 'reset' })
    clock.jump(3_600_000)
    expect(await desk.check(row.id)).toMatchObject({ state: 'UNKNOWN' })
    clock.pass(60_000)
    expect(await desk.check(row.id)).toMatchObject({ state: 'NOT_APPLIED' })
    expect(await desk.submit(await target('activate', 'activatable'))).toMatchObject({ state: 'CONFIRMED' })
  })

  it.each([
    ['status', 'CONFIRMED'],
    ['removed', 'CONFIRMED'],
    ['unchanged', 'UNKNOWN'],
    ['emptied', 'UNKNOWN'],
  ] as const)('is read once by a check: a refund that leaves the item %s is %s', async (refundResult, state) => {
    await service.setVariants({ refundResult })
    const row = await submitWithLostAnswer(await target('refund', 'refundable'))
    clock.pass(600_000)
    expect(await desk.check(row.id)).toMatchObject({ state, confirmedBy: state === 'CONFIRMED' ? 'state' : null })
    expect((await service.ledger()).length).toBe(1)
    const { transitions } = await desk.operations.handlers.get({ id: row.id }, call)
    expect(transitions.at(-1)?.cause).toMatch(/^read: /)
  })

  it('is not ended by a read without its list of items', async () => {
    const one = await target('refund', 'refundable')
    const row = await submitWithLostAnswer(one, 'dropBefore')
    const whole = {
      customer: { uid: one.customerUid },
      totalAvailableBalance: { sizeValue: 1, sizeUnit: 'GB' },
      relatedEsims: [{ uid: 'e', iccid: '8949000000000000001' }],
    }
    for (const lists of [{}, { activatedItems: null }]) {
      await service.fault('customer', 'status', {
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify({ ...whole, ...lists }),
      })
      expect(await desk.check(row.id)).toMatchObject({ state: 'UNKNOWN' })
    }
    expect(await service.ledger()).toEqual([])
  })

  it('does not change if the service can not be read', async () => {
    const row = await submitWithLostAnswer(await target('refund', 'refundable'))
    await service.fault('customer', 'proxyPage', { times: 'always' })
    expect(await code(desk.check(row.id))).not.toBe('done')
    expect(await desk.list()).toMatchObject([{ id: row.id, state: 'UNKNOWN' }])
  })

  it('is read once if several callers check it at the same time', async () => {
    const row = await submitWithLostAnswer(await target('activate', 'activatable'))
    const checked = await Promise.all([desk.check(row.id), desk.check(row.id), desk.check(row.id)])
    expect(checked.map(({ state }) => state)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
    const { transitions } = await desk.operations.handlers.get({ id: row.id }, call)
    expect(transitions.map(({ state }) => state)).toEqual(['INTENT', 'SENDING', 'UNKNOWN', 'CONFIRMED'])
  })

  it.each([
    ['CONFIRMED', 'person'],
    ['NOT_APPLIED', null],
  ] as const)('can be resolved by a person as %s, with the reason in the journal', async (outcome, confirmedBy) => {
    const row = await submitWithLostAnswer(await target('refund', 'refundable'), 'dropBefore')
    clock.pass(60_000)
    await desk.check(row.id)
    const resolved = await desk.operations.handlers.resolve(
      { id: row.id, outcome, reason: 'Seen in the portal by ann@example.com' },
      call,
    )
    expect(resolved).toMatchObject({ state: outcome, confirmedBy })
    const { transitions } = await desk.operations.handlers.get({ id: row.id }, call)
    expect(transitions.at(-1)).toMatchObject({
      state: outcome,
      cause: 'person',
      detail: 'Ann Agent: Seen in the portal by …',
    })
    expect(await code(desk.operations.handlers.resolve({ id: row.id, outcome, reason: 'again' }, call))).toBe(
      'operation_not_possible',
    )
  })

  it('can be resolved as CONFIRMED at once, and as NOT_APPLIED only after the request ended and a check', async () => {
    const one = await target('refund', 'refundable', 0)
    const row = await submitWithLostAnswer(one, 'dropBefore')
    const deny = () =>
      desk.operations.handlers.resolve({ id: row.id, outcome: 'NOT_APPLIED', reason: 'I think so' }, call)
    const tooEarly = { code: 'operation_not_possible', details: { reasons: 'too_early' } }
    await desk.check(row.id)
    await expect(deny()).rejects.toMatchObject(tooEarly)
    clock.jump(3_600_000)
    await expect(deny(), 'the wall clock does not count').rejects.toMatchObject(tooEarly)
    clock.pass(59_000)
    const refusal: unknown = await deny().catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      details: { seconds: expect.toSatisfy((seconds: number) => seconds >= 0 && seconds <= 1) },
    })
    clock.pass(1000)
    await expect(deny(), 'the check was too early').rejects.toMatchObject({
      details: { reasons: 'too_early', seconds: 0 },
    })
    await service.fault('customer', 'proxyPage', { times: 'always' })
    await code(desk.check(row.id))
    await expect(deny(), 'a failed check does not count').rejects.toMatchObject(tooEarly)
    expect((await desk.preview(one).catch(() => null))?.possible).not.toBe(true)
    await service.clearFaults()
    await desk.check(row.id)
    expect(await deny()).toMatchObject({ state: 'NOT_APPLIED' })
    const other = await submitWithLostAnswer(await target('refund', 'refundable', 1))
    expect(
      await desk.operations.handlers.resolve(
        { id: other.id, outcome: 'CONFIRMED', reason: 'Seen in the portal' },
        call,
      ),
    ).toMatchObject({ state: 'CONFIRMED' })
  })

  it('can be NOT_APPLIED without a check if its connection is closed', async () => {
    const row = await submitWithLostAnswer(await target('refund', 'refundable'), 'dropBefore')
    await desk.close()
    desk = await openMoneyDesk({ info: sandbox, folder, clock, identity: 'identity-2' })
    const deny = () =>
      desk.operations.handlers.resolve({ id: row.id, outcome: 'NOT_APPLIED', reason: 'The portal shows it' }, call)
    await expect(deny()).rejects.toMatchObject({ details: { reasons: 'too_early' } })
    clock.pass(60_000)
    expect(await deny()).toMatchObject({ state: 'NOT_APPLIED' })
  })

  it('can be NOT_APPLIED if the service has lost the customer', async () => {
    const row = await submitWithLostAnswer(await target('refund', 'refundable'), 'dropBefore')
    clock.pass(60_000)
    await service.fault('customer', 'status', {
      status: 404,
      contentType: 'application/json',
      body: '{"message":"no such customer"}',
    })
    expect(await code(desk.check(row.id))).toBe('not_found')
    expect(
      await desk.operations.handlers.resolve(
        { id: row.id, outcome: 'NOT_APPLIED', reason: 'The portal shows it' },
        call,
      ),
    ).toMatchObject({ state: 'NOT_APPLIED' })
  })

  it('of another connection is listed and can not be checked', async () => {
    const row = await submitWithLostAnswer(await target('refund', 'refundable'))
    await desk.close()
    desk = await openMoneyDesk({ info: sandbox, folder, identity: 'identity-2' })
    expect(await desk.list()).toMatchObject([{ id: row.id, current: false, connectionName: 'Test service' }])
    expect(await code(desk.check(row.id))).toBe('operation_not_possible')
  })

  it('locks its item on other connections too, because they may use the same account', async () => {
    const one = await target('refund', 'refundable')
    await submitWithLostAnswer(one)
    await desk.close()
    desk = await openMoneyDesk({ info: sandbox, folder, identity: 'identity-2' })
    expect((await desk.preview(one)).reasons).toContain('operation_open')
    expect([...desk.operations.lockedItems()]).toEqual([one.itemUid])
  })

  it('of a sandbox locks nothing in the next one, which has the same items', async () => {
    const one = await target('refund', 'refundable')
    await desk.close()
    desk = await openMoneyDesk({ info: sandbox, folder, identity: 'run-1', connection: 'sandbox' })
    await submitWithLostAnswer(one, 'dropBefore')
    expect([...desk.operations.lockedItems()]).toEqual([one.itemUid])
    expect((await desk.preview(one)).reasons).toContain('operation_open')
    await desk.close()
    desk = await openMoneyDesk({ info: sandbox, folder, identity: 'run-2', connection: 'sandbox' })
    desk.operations.recover()
    expect(desk.operations.lockedItems().size).toBe(0)
    expect(await desk.submit(one)).toMatchObject({ state: 'CONFIRMED' })
    expect((await desk.list()).map(({ state }) => state)).toEqual(['CONFIRMED', 'UNKNOWN'])
  })
})

describe('the list', () => {
  it('returns pages by cursor, with filters and the total', async () => {
    const done = await desk.submit(await target('activate', 'activatable', 0))
    await desk.submit(await target('activate', 'activatable', 1))
    const refund = await desk.submit(await target('refund', 'refundable', 0))
    const { list } = desk.operations.handlers
    const first = await list({ limit: 2 }, call)
    expect(contract.operations.list.output.parse(first)).toEqual(first)
    expect(first).toMatchObject({ total: 3, rows: [{ id: refund.id }, {}] })
    const second = await list({ limit: 2, ...(first.cursor === undefined ? {} : { cursor: first.cursor }) }, call)
    expect(second.rows.map(({ id }) => id)).toEqual([done.id])
    expect(second.cursor).toBeUndefined()
    expect((await list({ order: 'oldest', limit: 2 }, call)).rows[0]?.id).toBe(done.id)
    expect(await list({ kind: 'refund' }, call)).toMatchObject({ total: 1 })
    expect(await list({ state: 'UNKNOWN' }, call)).toMatchObject({ total: 0, rows: [] })
    expect(await list({ customerUid: CustomerUid.parse('nobody') }, call)).toMatchObject({ total: 0 })
    expect(await code(list({ cursor: "1' OR 1=1" }, call))).toBe('invalid_input')
  })

  it('throws operation_not_found for an unknown id', async () => {
    expect(await code(desk.operations.handlers.get({ id: 'x' }, call))).toBe('operation_not_found')
    expect(await code(desk.check('x'))).toBe('operation_not_found')
    expect(
      await code(desk.operations.handlers.resolve({ id: 'x', outcome: 'CONFIRMED', reason: 'because' }, call)),
    ).toBe('operation_not_found')
  })
})

describe('the timeout of the window', () => {
  it.each(['run', 'check'] as const)(
    'for %s is longer than its requests may take: token, request, new token, request',
    (operation) => {
      expect(contract.operations[operation].timeout).toBeGreaterThan(4 * defaultLimits.total)
    },
  )
})

describe('closing', () => {
  it('waits for operations in flight and refuses new ones', async () => {
    await service.fault('refund', 'late', { ms: 300 })
    const one = await target('refund', 'refundable', 0)
    const other = await desk.preview(await target('refund', 'refundable', 1))
    const submission = desk.submit(one)
    await eventually(() => {
      expect(desk.operations.inFlight()).not.toBeNull()
    })
    const closed = desk.operations.close()
    expect(await code(desk.run(other.previewId))).toBe('aborted')
    await closed
    expect(desk.operations.inFlight()).toBeNull()
    expect(await submission).toMatchObject({ state: 'CONFIRMED' })
  })
})
