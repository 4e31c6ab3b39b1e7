/**
 * Two desks with journals of their own on one account of the sandbox: what one of them learns of the other's sales.
 *
 * @module-tag long
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { ServiceClient } from '../../../../electron/service/index.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { call, movableClock, openMoneyDesk, type MoneyDesk, type TargetInput } from '../../../faults/desk.ts'
import { control, type Control } from '../../../support/control.ts'

let folder: string
let sandbox: Sandbox
let service: Control
let here: MoneyDesk
let there: MoneyDesk
let package1: WireInventoryItem
const clock = movableClock()

const registration = (more: object = {}): TargetInput => ({
  kind: 'register',
  inventoryItemId: package1.id,
  mode: 'FIRST_USE',
  userCountry: 'DE',
  userIp: '203.0.113.7',
  customerEmail: 'ada@example.com',
  ...more,
})
const topUp = (customerUid: string | null, more: object = {}): TargetInput => ({
  kind: 'top-up',
  inventoryItemId: package1.id,
  mode: 'FIRST_USE',
  customerUid: customerUid ?? '',
  ...more,
})
const code = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
const press = (previewId: string, repeats?: string) =>
  here.operations.handlers.run({ previewId, ...(repeats !== undefined && { repeats }) }, call)
const executed = async () => (await service.ledger()).filter((row) => row.executed)
const firstCause = async (id: string) => (await here.operations.handlers.get({ id }, call)).transitions[0]

const openHere = (around?: (client: ServiceClient) => ServiceClient) =>
  openMoneyDesk({ info: sandbox, folder: join(folder, 'here'), clock, ...(around && { around }) })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desks-'))
  sandbox = await startSandbox({ customers: 20, seed: 5 })
  service = control(sandbox)
  here = await openHere()
  there = await openMoneyDesk({ info: sandbox, folder: join(folder, 'there') })
  const found = (await here.client.inventory()).items.find(
    ({ countrySet, active, amount, prices }) =>
      countrySet === 'EUROPE' && active !== false && (amount ?? 0) === 0 && (prices?.[0]?.priceValue ?? 0) > 0,
  )
  if (found === undefined) throw new Error('the sandbox sells no such package')
  package1 = found
})
afterEach(async () => {
  await here.close()
  await there.close()
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

describe('a sale of another desk seconds ago', () => {
  it('to the same customer is in the preview with its reference, and the purchase has to name it', async () => {
    const sold = await there.submit(registration({ customerEmail: undefined, reference: 'order 12' }))
    const preview = await here.preview(topUp(sold.customerUid))
    expect(preview).toMatchObject({
      possible: true,
      purchase: { recentSale: { id: sold.itemUid, agent: null, reference: 'order 12', confirmed: true } },
    })
    const age = clock.now() - Date.parse(preview.purchase?.recentSale?.soldAt ?? '')
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(60_000)
    expect(await code(press(preview.previewId))).toBe('preview_changed')
    expect(await executed()).toHaveLength(1)
    const again = await here.preview(topUp(sold.customerUid))
    const row = await press(again.previewId, sold.itemUid ?? '')
    expect(row.state).toBe('CONFIRMED')
    expect(await firstCause(row.id)).toMatchObject({ cause: 'run: repeats', detail: sold.itemUid })
  })

  it('has to be acknowledged again once there is one more, even in the same second', async () => {
    const first = await there.submit(registration({ customerEmail: undefined }))
    const preview = await here.preview(topUp(first.customerUid))
    await there.submit(topUp(first.customerUid))
    expect(await code(press(preview.previewId, first.itemUid ?? ''))).toBe('preview_changed')
    const again = await here.preview(topUp(first.customerUid))
    const name = again.purchase?.recentSale?.id ?? ''
    expect(name).toMatch(/ \+1$/)
    const row = await press(again.previewId, name)
    expect(row.state).toBe('CONFIRMED')
    // Then this desk's own sale is one more.
    expect((await here.preview(topUp(first.customerUid))).purchase?.recentSale?.id).toMatch(/ \+2$/)
  })

  it('to the address of a new customer is in the preview, however the address is written', async () => {
    const sold = await there.submit(registration())
    const preview = await here.preview(registration({ customerEmail: 'Ada@Example.com' }))
    expect(preview.purchase?.recentSale).toMatchObject({ id: sold.itemUid, agent: null, reference: null })
    expect(await code(press(preview.previewId))).toBe('preview_changed')
    const other = await here.preview(registration({ customerEmail: 'bob@example.com' }))
    expect(other.purchase?.recentSale).toBeNull()
  })

  it.each([
    ['a new customer', false],
    ['a customer', true],
  ])('to %s after the preview is found by one read at the press', async (_, isTopUp) => {
    const buyer = isTopUp ? await here.submit(registration({ customerEmail: undefined })) : null
    clock.pass(11 * 60_000)
    const target = buyer === null ? registration() : topUp(buyer.customerUid)
    const preview = await here.preview(target)
    expect(preview.purchase?.recentSale).toBeNull()
    await there.submit(target)
    const endpoint = isTopUp ? ('customer' as const) : ('search' as const)
    const before = (await service.state()).counts.requests[endpoint] ?? 0
    const bought = (await executed()).length
    expect(await code(press(preview.previewId))).toBe('preview_changed')
    expect((await service.state()).counts.requests[endpoint]).toBe(before + 1)
    expect(await executed()).toHaveLength(bought)
  })

  it('is not one where this desk made it, where it is another package, and where it was ten minutes ago', async () => {
    const buyer = await here.submit(registration({ customerEmail: undefined }))
    clock.pass(11 * 60_000)
    expect((await here.preview(topUp(buyer.customerUid))).purchase?.recentSale).toBeNull()
    const others = (await here.client.inventory()).items.filter(
      ({ countrySet, sizeValue, active }) =>
        countrySet === 'EUROPE' && active !== false && sizeValue !== package1.sizeValue,
    )
    await there.submit(topUp(buyer.customerUid, { inventoryItemId: others[0]?.id }))
    expect((await here.preview(topUp(buyer.customerUid))).purchase?.recentSale).toBeNull()
    await there.submit(topUp(buyer.customerUid))
    expect((await here.preview(topUp(buyer.customerUid))).purchase?.recentSale).not.toBeNull()
    await service.advance('11 minutes')
    expect((await here.preview(topUp(buyer.customerUid))).purchase?.recentSale).toBeNull()
  })

  it('is not one where the service drops references and the item is the one of its own sale', async () => {
    await service.setVariants({ metatagLimit: 0 })
    const buyer = await here.submit(registration({ customerEmail: undefined }))
    clock.pass(11 * 60_000)
    expect((await here.preview(topUp(buyer.customerUid))).purchase?.recentSale).toBeNull()
  })

  it('is not one once the package was refunded', async () => {
    await service.setVariants({ refundResult: 'status' })
    const sold = await there.submit(registration())
    await there.submit({ kind: 'refund', customerUid: sold.customerUid ?? '', itemUid: sold.itemUid ?? '' })
    expect((await here.preview(registration())).purchase?.recentSale).toBeNull()
  })
})

describe('a customer who can not be read', () => {
  const failing = () => service.fault('search', 'status', { status: 400, times: 100 })

  it('does not stop the sale to a new customer: the preview shows it, and the journal of the press as well', async () => {
    await failing()
    const preview = await here.preview(registration())
    expect(preview).toMatchObject({ possible: true, notes: expect.arrayContaining(['other_sales_unread']) })
    const row = await press(preview.previewId)
    expect(row.state).toBe('CONFIRMED')
    expect(await firstCause(row.id)).toMatchObject({ cause: 'run: not read', detail: null })
  })

  it('leaves what the preview has read: the purchase still has to name that sale', async () => {
    const sold = await there.submit(registration())
    const previews = [await here.preview(registration()), await here.preview(registration())] as const
    await failing()
    expect(await code(press(previews[0].previewId))).toBe('preview_changed')
    expect((await press(previews[1].previewId, sold.itemUid ?? '')).state).toBe('CONFIRMED')
  })

  it('for ten seconds does not delay the press any longer', async () => {
    await here.close()
    let isHanging = false
    const never = new Promise<never>(() => undefined)
    here = await openHere((client) => ({
      ...client,
      searchCustomers: (query, read) => (isHanging ? never : client.searchCustomers(query, read)),
    }))
    const preview = await here.preview(registration())
    isHanging = true
    expect((await press(preview.previewId)).state).toBe('CONFIRMED')
  }, 30_000)
})

describe('a refund that a colleague made', () => {
  it('is not counted as one of this desk, whose own request never arrived', async () => {
    await service.setVariants({ refundResult: 'removed' })
    const sold = await here.submit(registration())
    const refund = { kind: 'refund', customerUid: sold.customerUid ?? '', itemUid: sold.itemUid ?? '' } as const
    await service.fault('refund', 'dropBefore')
    const lost = await here.submit(refund)
    expect(lost.state).toBe('UNKNOWN')
    // Another package keeps the customer's list complete.
    await there.submit(topUp(sold.customerUid))
    expect((await there.submit(refund)).state).toBe('CONFIRMED')
    expect(await here.check(lost.id)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'state' })
    const customer = await here.client.customer(CustomerUid.parse(sold.customerUid))
    expect(customer.activatedItems.map(({ uid }) => uid)).not.toContain(ItemUid.parse(sold.itemUid))

    const totalsOf = (desk: MoneyDesk) => desk.operations.handlers.totals(undefined, call)
    const [ours, theirs] = [await totalsOf(here), await totalsOf(there)]
    const amount = sold.charged ?? sold.amount
    expect(ours.today).toMatchObject({ refunds: 0, refunded: [], seenRefunds: 1, seenRefunded: [amount] })
    expect(theirs.today).toMatchObject({ refunds: 1, refunded: [amount], seenRefunds: 0 })
    expect([ours.refundReasons, theirs.refundReasons.map(({ refunds }) => refunds)]).toEqual([[], [1]])
    const other = await there.submit(registration({ customerEmail: 'bob@example.com' }))
    const next = { kind: 'refund', customerUid: other.customerUid ?? '', itemUid: other.itemUid ?? '' } as const
    expect((await here.preview(next)).refundsThisMonth).toBe(0)
    expect((await there.preview(next)).refundsThisMonth).toBe(1)

    const directionOf = async (desk: MoneyDesk) => {
      await desk.operations.handlers.exportCsv({ name: 'refunds', filter: { kind: 'refund' }, decimal: 'point' }, call)
      return /"(out|back|seen)"/.exec(desk.files.get('refunds.csv') ?? '')?.[1]
    }
    expect([await directionOf(here), await directionOf(there)]).toEqual(['seen', 'back'])
  })
})
