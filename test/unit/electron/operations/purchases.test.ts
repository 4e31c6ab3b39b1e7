/**
 * Purchases against the sandbox over HTTP: previews, refusals, results, and the rules of a connection.
 *
 * @module-tag long
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OperationDetail, OperationPreview, OperationRow } from '#shared/model/operation/operation.ts'
import { defaultRules, type BuyingRules } from '#shared/model/operation/purchase.ts'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { ServiceClient } from '../../../../electron/service/index.ts'
import { portal } from '../../../support/portal.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import {
  call,
  movableClock,
  openMoneyDesk,
  type MoneyDesk,
  type MovableClock,
  type TargetInput,
} from '../../../faults/desk.ts'
import { control, type Control } from '../../../support/control.ts'

let folder: string
let sandbox: Sandbox
let service: Control
let desk: MoneyDesk
let clock: MovableClock
let packages: readonly WireInventoryItem[]

const priced =
  (set: string) =>
  (item: WireInventoryItem): boolean =>
    item.countrySet === set &&
    item.active !== false &&
    (item.amount ?? 0) === 0 &&
    (item.retailPrices ?? []).length > 0 &&
    (item.prices?.[0]?.priceValue ?? 0) > 0
function packageOf(set: string, fits: (item: WireInventoryItem) => boolean = priced(set)): WireInventoryItem {
  const found = packages.find((item) => item.countrySet === set && fits(item))
  if (found === undefined) throw new Error(`the sandbox sells no such package of ${set}`)
  return found
}
const registration = (item: WireInventoryItem, more: object = {}): TargetInput => ({
  kind: 'register',
  inventoryItemId: item.id,
  mode: 'FIRST_USE',
  userCountry: 'DE',
  userIp: '203.0.113.7',
  ...more,
})
const topUp = (item: WireInventoryItem, customerUid: string, more: object = {}): TargetInput => ({
  kind: 'top-up',
  inventoryItemId: item.id,
  mode: 'NOW',
  customerUid,
  ...more,
})
const setRules = (rules: Partial<BuyingRules>) => desk.operations.handlers.setRules({ ...defaultRules, ...rules }, call)
const detail = (id: string) => desk.operations.handlers.get({ id }, call)
const code = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
const executed = async () => (await service.ledger()).filter((row) => row.executed)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'purchases-'))
  sandbox = await startSandbox({ customers: 300, seed: 5 })
  service = control(sandbox)
  clock = movableClock()
  desk = await openMoneyDesk({ info: sandbox, folder, clock })
  packages = (await desk.client.inventory()).items
})
afterEach(async () => {
  await desk.close()
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

describe('a package for a new customer', () => {
  it.each([
    ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
    ['zoë@mail.example', 'zoë@mail.example'],
  ])('is sold to %s, which the service gets as %s and the desk shows as it was typed', async (typed, sent) => {
    const preview = await desk.preview(registration(packageOf('EUROPE'), { customerEmail: typed }))
    const row = await desk.run(preview.previewId)
    expect([preview.customerEmail, row.customerEmail, row.state]).toEqual([typed, typed, 'CONFIRMED'])
    expect((await desk.client.customer(CustomerUid.parse(row.customerUid))).customer.email).toBe(sent)
  })

  it('is previewed, bought, and stored in the journal', async () => {
    const item = packageOf('EUROPE')
    const preview = await desk.preview(
      registration(item, { customerEmail: 'new@example.com', reference: 'order 4711' }),
    )
    expect(OperationPreview.parse(preview)).toEqual(preview)
    expect(preview).toMatchObject({
      possible: true,
      customerUid: null,
      itemUid: null,
      customerEmail: 'new@example.com',
      packageName: item.name,
      endsAt: null,
      coverage: { certainty: 'known', countrySet: 'EUROPE' },
      purchase: {
        reference: 'order 4711',
        esim: 'new',
        userCountry: { value: 'DE', fixed: false },
        userIp: { value: '203.0.113.7', fixed: false },
        spentToday: { amount: '0.00', currency: 'USD' },
        dailyLimit: null,
      },
    })
    expect(Date.parse(preview.activatesBy ?? '') - Date.parse(preview.asOf)).toBe(90 * 24 * 60 * 60 * 1000)
    const row = await desk.run(preview.previewId)
    expect(OperationRow.parse(row)).toEqual(row)
    expect(row).toMatchObject({
      kind: 'register',
      state: 'CONFIRMED',
      confirmedBy: 'answer',
      reference: 'order 4711',
      echoed: 'same',
      inventoryItemId: item.id,
      countrySet: 'EUROPE',
      mode: 'FIRST_USE',
      charged: preview.amount,
    })
    const [sold] = await executed()
    expect(sold).toMatchObject({
      customerUid: row.customerUid,
      itemUid: row.itemUid,
      metatag: `${row.id} order 4711`,
      idempotencyKey: row.id,
    })
    const customer = await desk.client.customer(CustomerUid.parse(row.customerUid))
    expect(customer.relatedEsims.map(({ uid }) => uid)).toEqual([row.esimUid])
    expect(customer.customer.email).toBe('new@example.com')
    const details = await detail(row.id)
    expect(OperationDetail.parse(details)).toEqual(details)
    expect(details.iccids).toEqual([customer.relatedEsims[0]?.iccid])
    expect(details.attempts).toMatchObject([{ number: 1, outcome: 'answer 200' }])
    expect(
      await desk.operations.handlers.list({ customerUid: CustomerUid.parse(row.customerUid) }, call),
    ).toMatchObject({ total: 1, rows: [{ id: row.id }] })
    expect(desk.operations.countrySetOf(ItemUid.parse(row.itemUid))).toBe('EUROPE')
  })

  it('starts at once in mode NOW, with its end of validity', async () => {
    const preview = await desk.preview(registration(packageOf('WWW'), { mode: 'NOW' }))
    expect(Date.parse(preview.endsAt ?? '')).toBeGreaterThan(Date.parse(preview.asOf))
    expect(preview.activatesBy).toBeNull()
    const row = await desk.run(preview.previewId)
    const { activatedItems } = await desk.client.customer(CustomerUid.parse(row.customerUid))
    expect(activatedItems[0]?.balance.activatedAt).toBeTruthy()
  })

  it('always has the id in its reference, and nothing else if no reference was typed', async () => {
    const row = await desk.submit(registration(packageOf('EUROPE')))
    expect((await executed())[0]?.metatag).toBe(row.id)
    expect(row.reference).toBeNull()
  })

  it('stores no personal data in the journal', async () => {
    await desk.submit(
      registration(packageOf('EUROPE'), {
        customerEmail: 'secret.person@example.com',
        reference: 'Mrs Miller',
        userIp: '198.51.100.23',
      }),
    )
    const text = JSON.stringify(
      ['operations', 'transitions', 'attempts', 'purchases', 'made'].map((table) =>
        desk.storage.journal.prepare(`SELECT * FROM ${table}`).all(),
      ),
    )
    for (const personal of ['secret.person', 'Miller', '198.51.100.23']) expect(text).not.toContain(personal)
  })

  it.each([
    ['no country', { userCountry: undefined }, 'country_missing'],
    ['no address', { userIp: undefined }, 'address_missing'],
    ['a mode that the package does not offer', { mode: 'ON_DEMAND' }, 'mode_not_offered'],
  ] as const)('with %s is refused before anything is sent', async (_, more, reason) => {
    const preview = await desk.preview(registration(packageOf('DE'), more))
    expect(preview).toMatchObject({ possible: false, reasons: [reason], notes: [] })
    expect(await code(desk.run(preview.previewId))).toBe('operation_not_possible')
    expect(await service.ledger()).toEqual([])
  })

  it.each([
    { customerEmail: 'no address' },
    { customerEmail: 'a@b.c\r\nBcc: x@y.z' },
    { userCountry: 'Germany' },
    { userIp: '999.1.1.1' },
    { reference: 'x'.repeat(10_000) },
    { reference: 'a\nb' },
    { reference: 'again 01KAJ5X2Z0ABCDEFGHJKMNPQRS' },
    { mode: 'LATER' },
  ])('with %j is refused by the schema of the bridge', (more) => {
    expect(() => desk.preview(registration(packageOf('DE'), more))).toThrow()
  })

  it('of a missing or inactive package is refused, also if the package was sold a moment ago', async () => {
    const item = packageOf('EUROPE')
    expect(await code(desk.preview(registration({ ...item, id: `${item.id}x` } as WireInventoryItem)))).toBe(
      'not_found',
    )
    const others = JSON.stringify({ items: packages.filter(({ id }) => id !== item.id) })
    await service.fault('inventory', 'status', { status: 200, contentType: 'application/json', body: others })
    expect(await desk.preview(registration(item))).toMatchObject({
      possible: false,
      reasons: ['package_gone'],
      packageName: item.name,
    })
    const inactive = packages.find(({ active }) => active === false)
    if (inactive === undefined) throw new Error('the sandbox has no inactive package')
    expect((await desk.preview(registration(inactive))).reasons).toEqual(['package_inactive'])
  })

  it("is REJECTED with the service's message if its price has changed or the credits do not cover it", async () => {
    const item = packageOf('EUROPE')
    const { previewId } = await desk.preview(registration(item))
    await service.setCredits({ amount: 0, automatic: null })
    expect(await desk.run(previewId)).toMatchObject({
      state: 'REJECTED',
      reason: 'The credits do not cover the price of this package.',
    })
    const { previewId: other } = await desk.preview(registration(item))
    await (await portal(sandbox)).setRetailPrice(item.id, (item.retailPrices?.[0]?.priceValue ?? 0) + 1)
    expect(await desk.run(other)).toMatchObject({
      state: 'REJECTED',
      reason: expect.stringContaining('expected price'),
    })
    expect(await executed()).toEqual([])
  })

  it('has a note if its package has no retail price, and costs nothing from stock', async () => {
    const withoutRetail = packages.find(
      (item) => item.active !== false && (item.amount ?? 0) === 0 && (item.retailPrices ?? []).length === 0,
    )
    const inStock = packages.find(
      (item) => item.active !== false && (item.amount ?? 0) > 0 && (item.prices?.[0]?.priceValue ?? 0) > 0,
    )
    if (withoutRetail === undefined || inStock === undefined) throw new Error('the sandbox has no such packages')
    const preview = await desk.preview(registration(withoutRetail))
    expect(preview).toMatchObject({ possible: true, purchase: { expectedPrice: null } })
    expect(preview.notes).toEqual(expect.arrayContaining(['price_not_compared', 'credits_unknown']))
    expect(await desk.run(preview.previewId)).toMatchObject({ state: 'CONFIRMED' })
    const fromStock = await desk.submit(registration(inStock))
    expect(fromStock).toMatchObject({ state: 'CONFIRMED', charged: { amount: '0.00' } })
    expect(fromStock.amount?.amount).not.toBe('0.00')
  })

  it('is bought once if it is submitted twenty times', async () => {
    const { previewId } = await desk.preview(registration(packageOf('EUROPE')))
    const ends = await Promise.all(Array.from({ length: 20 }, () => code(desk.run(previewId))))
    expect(ends.filter((end) => end === 'done')).toHaveLength(1)
    expect(ends.filter((end) => end === 'operation_in_progress')).toHaveLength(19)
    expect(await executed()).toHaveLength(1)
  })
})

describe('one more package', () => {
  const someone = async () => {
    const { uid } = await service.sample('usable')
    return { uid, set: (await service.customer(uid)).countrySet }
  }

  it.each([
    ['top-up', false],
    ['top-up-with-profile', true],
  ] as const)('by %s creates a new eSIM: %s', async (kind, newEsim) => {
    const { uid, set } = await someone()
    const before = await desk.client.customer(CustomerUid.parse(uid))
    const preview = await desk.preview(topUp(packageOf(set), uid, { kind }))
    expect(preview).toMatchObject({
      possible: true,
      customerUid: uid,
      purchase: { esim: newEsim ? 'new' : 'installed', userCountry: null, userIp: null },
    })
    const row = await desk.run(preview.previewId)
    expect(row).toMatchObject({ kind, state: 'CONFIRMED', customerUid: uid })
    const after = await desk.client.customer(CustomerUid.parse(uid))
    expect(after.relatedEsims).toHaveLength(before.relatedEsims.length + Number(newEsim))
    expect(after.activatedItems.map(({ uid: item }) => item)).toContain(row.itemUid)
    expect(row.esimUid !== null).toBe(newEsim)
  })

  it('of another country set gets a note if the set is inferred, and is refused if an earlier purchase proves it', async () => {
    const { uid, set } = await someone()
    const other = packageOf(set === 'EUROPE' ? 'WWW' : 'EUROPE')
    const uncertainPreview = await desk.preview(topUp(other, uid))
    expect(uncertainPreview.possible).toBe(true)
    expect(
      uncertainPreview.notes.some((note) => note === 'probably_other_country_set' || note === 'coverage_unknown'),
    ).toBe(true)
    expect(await desk.run(uncertainPreview.previewId)).toMatchObject({
      state: 'REJECTED',
      reason: expect.stringContaining('country set'),
    })
    await desk.submit(topUp(packageOf(set), uid))
    expect(await desk.preview(topUp(other, uid))).toMatchObject({ possible: false, reasons: ['other_country_set'] })
  })

  it('requires an existing customer', async () => {
    const item = packageOf('EUROPE')
    expect(await code(desk.preview(topUp(item, '00000000-0000-4000-8000-000000000000')))).toBe('not_found')
  })

  it('is refused until another purchase for the same customer has ended', async () => {
    const { uid, set } = await someone()
    const item = packageOf(set)
    const [one, two] = [
      await desk.preview(topUp(item, uid)),
      await desk.preview(topUp(item, uid, { kind: 'top-up-with-profile' })),
    ]
    await service.fault('topUp', 'dropBefore')
    expect(await desk.run(one.previewId)).toMatchObject({ state: 'UNKNOWN' })
    expect(await code(desk.run(two.previewId))).toBe('operation_in_progress')
    expect((await desk.preview(topUp(item, uid))).reasons).toEqual(['operation_open'])
  })

  it('needs a new preview after another purchase', async () => {
    const { uid, set } = await someone()
    const item = packageOf(set)
    const [one, two] = [await desk.preview(topUp(item, uid)), await desk.preview(topUp(item, uid))]
    await desk.run(one.previewId)
    expect(await code(desk.run(two.previewId))).toBe('preview_changed')
    expect(await executed()).toHaveLength(1)
  })
})

describe('the rules of a connection', () => {
  it('set country and address, which the journal then records as fixed', async () => {
    await setRules({ userCountry: 'AT', userIp: '192.0.2.1' })
    const preview = await desk.preview(registration(packageOf('EUROPE'), { userCountry: undefined, userIp: undefined }))
    expect(preview).toMatchObject({
      possible: true,
      purchase: { userCountry: { value: 'AT', fixed: true }, userIp: { value: '192.0.2.1', fixed: true } },
    })
    const row = await desk.run(preview.previewId)
    expect(row.state).toBe('CONFIRMED')
    expect(
      desk.storage.journal
        .prepare('SELECT country_fixed, address_fixed FROM purchases WHERE operation = ?')
        .get(row.id),
    ).toEqual({ country_fixed: 1, address_fixed: 1 })
  })

  it('define the template of the reference, which always contains the id', async () => {
    await setRules({ metatag: 'shop/{reference}/{id}' })
    const row = await desk.submit(registration(packageOf('EUROPE'), { reference: 'A1' }))
    expect((await executed())[0]?.metatag).toBe(`shop/A1/${row.id}`)
  })

  it('set a daily limit for what was spent and what may have been spent', async () => {
    const item = packageOf('EUROPE')
    const price = item.prices?.[0]?.priceValue ?? 0
    await setRules({ dailyLimit: (price * 2.5).toFixed(2) })
    await desk.submit(registration(item))
    await service.fault('register', 'dropBefore')
    expect(await desk.submit(registration(item))).toMatchObject({ state: 'UNKNOWN' })
    const third = await desk.preview(registration(item))
    expect(third).toMatchObject({ possible: false, reasons: ['daily_limit'] })
    expect(Number(third.purchase?.spentToday.amount)).toBeCloseTo(price * 2)
    const totals = await desk.operations.handlers.totals(undefined, call)
    expect(totals).toMatchObject({
      spentToday: third.purchase?.spentToday,
      dailyLimit: { amount: (price * 2.5).toFixed(2), currency: 'USD' },
      today: { purchases: 1, refunds: 0 },
    })
    expect(totals.today.unresolved).toEqual(totals.today.spent)
    clock.pass(24 * 60 * 60 * 1000)
    expect(await desk.preview(registration(item))).toMatchObject({
      possible: true,
      purchase: { spentToday: { amount: '0.00' } },
    })
  })

  it('apply to submissions whose preview is from before the limit was reached', async () => {
    const item = packageOf('EUROPE')
    await setRules({ dailyLimit: (item.prices?.[0]?.priceValue ?? 0).toFixed(2) })
    const previews = await Promise.all([
      desk.preview(registration(item)),
      desk.preview(registration(item)),
      desk.preview(registration(item)),
    ])
    expect(previews.map(({ possible }) => possible)).toEqual([true, true, true])
    const ends = await Promise.all(previews.map(({ previewId }) => code(desk.run(previewId))))
    expect(ends.toSorted()).toEqual(['done', 'operation_not_possible', 'operation_not_possible'])
    expect(await executed()).toHaveLength(1)
  })

  it('apply to submissions whose preview is from before there was a limit, in any currency', async () => {
    const euros = (client: ServiceClient): ServiceClient => ({
      ...client,
      inventory: async (read) => {
        const answer = await client.inventory(read)
        return {
          ...answer,
          items: answer.items.map((item) => ({
            ...item,
            prices: (item.prices ?? []).map((price) => ({ ...price, currencyCode: 'EUR' })),
          })),
        }
      },
    })
    await desk.close()
    desk = await openMoneyDesk({ info: sandbox, folder, clock, around: euros })
    const { possible, amount, previewId } = await desk.preview(registration(packageOf('EUROPE')))
    expect({ possible, amount }).toMatchObject({ possible: true, amount: { currency: 'EUR' } })
    await setRules({ dailyLimit: '1000.00' })
    await expect(desk.run(previewId)).rejects.toMatchObject({
      code: 'operation_not_possible',
      details: { reasons: 'price_unknown_for_limit' },
    })
    expect(await executed()).toEqual([])
  })

  it('are stored with the agent who changed them, for this connection only', async () => {
    await setRules({ dailyLimit: '10.00' })
    await setRules({ dailyLimit: '20.00' })
    expect(
      desk.storage.journal.prepare('SELECT count(*) AS changes, max(agent_name) AS agent FROM buying_rules').get(),
    ).toEqual({ changes: 2, agent: 'Ann Agent' })
    await desk.close()
    desk = await openMoneyDesk({ info: sandbox, folder, clock })
    expect(await desk.operations.handlers.rules(undefined, call)).toMatchObject({ dailyLimit: '20.00' })
    await desk.close()
    desk = await openMoneyDesk({ info: sandbox, folder, clock, identity: 'another' })
    expect(await desk.operations.handlers.rules(undefined, call)).toEqual(defaultRules)
  })
})

describe('a service that changes references', () => {
  it.each([
    [26, 'shortened'],
    [10, 'shortened'],
    [0, 'changed'],
  ] as const)(
    'to %d characters: the purchase is stored as %s, and the next preview has a note',
    async (metatagLimit, echoed) => {
      await service.setVariants({ metatagLimit })
      const row = await desk.submit(registration(packageOf('EUROPE'), { reference: 'order 1' }))
      expect(row).toMatchObject({ state: 'CONFIRMED', echoed })
      expect((await desk.preview(registration(packageOf('EUROPE')))).notes).toContain('reference_altered')
    },
  )
})

describe('the export', () => {
  it('writes the rows of its filter with the ICCIDs of their customers', async () => {
    const row = await desk.submit(registration(packageOf('EUROPE'), { reference: 'order 1' }))
    const { uid, itemUid } = await service.itemSample('activatable')
    await desk.submit({ kind: 'activate', customerUid: uid, itemUid })
    expect(
      await desk.operations.handlers.exportCsv(
        { name: 'bought', filter: { kind: 'register' }, decimal: 'point' },
        call,
      ),
    ).toEqual({
      path: 'bought.csv',
      rows: 1,
    })
    const [, first, ...others] = (desk.files.get('bought.csv') ?? '').split('\r\n')
    expect(first).toContain(row.id)
    expect(first).toContain((await detail(row.id)).iccids[0]?.slice(0, 4))
    expect(others).toEqual([''])
    expect(
      await desk.operations.handlers.exportCsv(
        { name: 'none', filter: { from: '2099-01-01T00:00:00Z' }, decimal: 'point' },
        call,
      ),
    ).toMatchObject({ rows: 0 })
  })
})

describe('a second sale of the same package within ten minutes', () => {
  const minutes = (count: number): number => count * 60_000
  const run = (previewId: string, repeats?: string) =>
    desk.operations.handlers.run({ previewId, ...(repeats !== undefined && { repeats }) }, call)

  it('is refused until a person has acknowledged the first one, and the journal notes it', async () => {
    const item = packageOf('EUROPE')
    const target = registration(item, { customerEmail: 'Ada@example.com' })
    const first = await desk.submit(target)
    clock.pass(minutes(3))
    const second = await desk.preview(registration(item, { customerEmail: 'ada@EXAMPLE.com' }))
    expect(second).toMatchObject({
      possible: true,
      purchase: { recentSale: { id: first.id, soldAt: first.createdAt, agent: 'Ann Agent', confirmed: true } },
    })
    expect(await code(run(second.previewId))).toBe('preview_changed')
    expect(await executed()).toHaveLength(1)
    const again = await desk.preview(target)
    const row = await run(again.previewId, first.id)
    expect(row).toMatchObject({ state: 'CONFIRMED' })
    expect((await detail(row.id)).transitions[0]).toMatchObject({
      state: 'INTENT',
      cause: 'run: repeats',
      detail: first.id,
    })
    expect((await detail(first.id)).transitions[0]).toMatchObject({ cause: 'run', detail: null })
    expect(await executed()).toHaveLength(2)
  })

  it('is also recognised as a top-up of the customer whom the first sale created', async () => {
    const item = packageOf('EUROPE')
    const first = await desk.submit(registration(item))
    const second = await desk.preview(topUp(item, first.customerUid ?? ''))
    expect(second.purchase?.recentSale).toMatchObject({ id: first.id })
    expect(await code(run(second.previewId, 'another id'))).toBe('preview_changed')
  })

  it('is recognised while the outcome of the first one is unknown', async () => {
    const item = packageOf('EUROPE')
    const target = registration(item, { customerEmail: 'ada@example.com' })
    await service.fault('register', 'dropAfter')
    const first = await desk.submit(target)
    expect(first.state).toBe('UNKNOWN')
    const second = await desk.preview(target)
    expect(second.purchase?.recentSale).toMatchObject({ id: first.id, confirmed: false })
  })

  it('is recognised when the first one was submitted after the preview', async () => {
    const target = registration(packageOf('EUROPE'), { customerEmail: 'ada@example.com' })
    const [one, two] = [await desk.preview(target), await desk.preview(target)]
    expect(two.purchase?.recentSale).toBeNull()
    const ends = await Promise.all([code(run(one.previewId)), code(run(two.previewId))])
    expect(ends.toSorted()).toEqual(['done', 'preview_changed'])
    expect(await executed()).toHaveLength(1)
  })

  it.each([
    ['for another address', 'bob@example.com', 0],
    ['ten minutes later', 'ada@example.com', minutes(10) + 1],
  ])('is not one %s', async (_, customerEmail, later) => {
    const item = packageOf('EUROPE')
    await desk.submit(registration(item, { customerEmail: 'ada@example.com' }))
    clock.pass(later)
    const second = await desk.preview(registration(item, { customerEmail }))
    expect(second.purchase?.recentSale).toBeNull()
    expect(await run(second.previewId)).toMatchObject({ state: 'CONFIRMED' })
  })

  it('is not one after a refund, and not after a sale that took no credits', async () => {
    const item = packageOf('EUROPE')
    const target = registration(item, { customerEmail: 'ada@example.com' })
    await service.fault('register', 'status', {
      status: 400,
      contentType: 'application/json',
      body: '{"message":"no"}',
    })
    expect(await desk.submit(target)).toMatchObject({ state: 'REJECTED' })
    expect((await desk.preview(target)).purchase?.recentSale).toBeNull()
    const { customerUid, itemUid } = await desk.submit(target)
    expect((await desk.preview(target)).purchase?.recentSale).not.toBeNull()
    const refund = { kind: 'refund', customerUid: customerUid ?? '', itemUid: itemUid ?? '' } as const
    expect(await desk.submit(refund)).toMatchObject({ state: 'CONFIRMED' })
    expect((await desk.preview(target)).purchase?.recentSale).toBeNull()
  })
})
