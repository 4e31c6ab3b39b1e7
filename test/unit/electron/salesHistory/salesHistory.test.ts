/** The sales history against a real sandbox: one read for each period, and its pages, orders and statuses. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { contract } from '#shared/contract.ts'
import { ItemUid } from '#shared/wire/ids.ts'
import { WireSale } from '#shared/wire/optional.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { createSalesHistory, type SalesHistory } from '../../../../electron/salesHistory/index.ts'
import { sumsOf, type OwnRefund } from '../../../../electron/salesHistory/sums.ts'
import { saleRow, sortSales } from '../../../../electron/salesHistory/saleRow.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { control, type Control } from '../../../support/control.ts'
import { call, desk } from '../connections/support.ts'
import { thrownBy } from '../service/support.ts'

let sandbox: Sandbox
let acts: Control
let sales: SalesHistory
const own: readonly OwnRefund[] = []
const files: string[] = []

const always = { from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }
const requests = async (): Promise<number> => (await acts.state()).counts.requests['history'] ?? 0

beforeAll(async () => {
  sandbox = await startSandbox({ customers: 60, seed: 5 })
  acts = control(sandbox)
})
beforeEach(async () => {
  await acts.clearFaults()
  const { connections } = await desk()
  files.length = 0
  sales = createSalesHistory({
    connections,
    clock: systemClock,
    ownRefunds: () => own,
    saveFile: ({ suggestedName, data }) => {
      files.push(Buffer.from(data).toString())
      return Promise.resolve(suggestedName)
    },
  })
  await connections.openEphemeral({
    address: sandbox.baseUrl,
    segment: sandbox.segment,
    clientId: sandbox.clientId,
    clientSecret: sandbox.clientSecret,
  })
  return () => sales.close()
})
afterAll(() => sandbox.close())

const list = async (input: object) =>
  contract.salesHistory.list.output.parse(
    await sales.handlers.list(contract.salesHistory.list.input.parse({ ...always, limit: 500, ...input }), call),
  )

it('lists the sales of a period, newest first, with their customers, by one read for all pages, orders and statuses', async () => {
  const before = await requests()
  const { rows, total, all } = await list({})
  expect([rows.length, all]).toEqual([total, total])
  expect(total).toBeGreaterThan(20)
  const dates = rows.map(({ soldAt }) => Date.parse(soldAt ?? ''))
  expect(dates).toEqual(dates.toSorted((one, other) => other - one))
  expect(rows.every(({ customerUid }) => customerUid !== null)).toBe(true)
  const pages = [await list({ limit: 7 }), await list({ limit: 7, offset: 7 })]
  expect(pages.flatMap((page) => page.rows)).toEqual(rows.slice(0, 14))
  const byPrice = (await list({ sort: 'price', descending: true })).rows.map(({ price }) => Number(price?.amount))
  expect(byPrice).toEqual(byPrice.toSorted((one, other) => other - one))
  const purchased = await list({ status: 'Purchased' })
  expect(new Set(purchased.rows.map(({ status }) => status))).toEqual(new Set(['Purchased']))
  expect([purchased.total < total, purchased.all]).toEqual([true, total])
  expect(await requests()).toBe(before + 1)
  await list({ refresh: true })
  expect(await requests()).toBe(before + 2)
})

it('gives later pages of the answer that is shown after a refresh has failed', async () => {
  const first = await list({ limit: 5 })
  await acts.fault('history', 'status', { status: 500, times: 'always' })
  expect(await thrownBy(list({ limit: 5, refresh: true }))).toMatchObject({ code: 'service_failed' })
  await acts.clearFaults()
  const before = await requests()
  expect(await list({ limit: 5, offset: 5 })).toMatchObject({ fetchedAt: first.fetchedAt, total: first.total })
  expect(await requests()).toBe(before)
})

it('reports that the service has no sales history, asks it no more, and tries again on request', async () => {
  await acts.setVariants({ optional: [] })
  expect(await thrownBy(list({}))).toMatchObject({ code: 'not_supported' })
  const before = await requests()
  expect(await thrownBy(list({}))).toMatchObject({ code: 'not_supported' })
  expect(await requests()).toBe(before)
  await acts.setVariants({ optional: ['history'] })
  expect((await list({ refresh: true })).total).toBeGreaterThan(20)
})

it('reports a failed read, and the next one is not answered from it', async () => {
  await acts.fault('history', 'status', { status: 400, contentType: 'application/json', body: '{"message":"no"}' })
  expect(await thrownBy(list({}))).toMatchObject({ code: 'service_refused', details: { reason: 'no' } })
  expect((await list({})).total).toBeGreaterThan(20)
})

it('finds sales by words of the reference, the e-mail address and the package, in any order', async () => {
  const { rows, total } = await list({})
  const [named] = rows.filter(({ customerEmail, name }) => customerEmail !== null && name !== null)
  if (named === undefined) throw new Error('The sandbox has no such sale')
  const [name = ''] = (named.name ?? '').split(' ')
  const found = await list({ search: `  ${name.toUpperCase()}   ${named.customerEmail ?? ''} ` })
  expect(found.rows.map(({ uid }) => uid)).toContain(named.uid)
  expect([found.total < total, found.all]).toEqual([true, total])
  expect(await list({ search: 'nobody@nowhere.example' })).toMatchObject({ total: 0, all: total, rows: [] })
})

it('adds up exactly what is found, on whichever page, and exports the same', async () => {
  const { rows, sums, total } = await list({ status: 'Purchased' })
  const cents = (of: readonly (string | undefined)[]) =>
    of.reduce((sum, amount) => sum + Math.round(Number(amount ?? 0) * 100), 0)
  expect(sums.price).toMatchObject([{ currency: 'USD' }])
  expect(cents(sums.price.map(({ amount }) => amount))).toBe(cents(rows.map(({ price }) => price?.amount)))
  expect((await list({ status: 'Purchased', limit: 1, offset: 3 })).sums).toEqual(sums)
  const filter = contract.salesHistory.exportCsv.input.parse({
    name: 'Sales',
    filter: { ...always, status: 'Purchased' },
    decimal: 'point',
  })
  expect(await sales.handlers.exportCsv(filter, call)).toEqual({ path: 'Sales.csv', rows: total })
  const [head, ...lines] = (files[0] ?? '').trim().split('\r\n')
  expect(head).toContain('customer_email')
  expect(lines).toHaveLength(total)
})

const priced = (uid: string, price: number, retail: number | null, status = 'Purchased') =>
  sale(uid, {
    status,
    purchasePrice: { priceValue: price, currencyCode: 'USD' },
    ...(retail !== null && { retailPrice: { priceValue: retail, currencyCode: 'USD' } }),
  })

it('has a margin of sales that are not refunded, and refunds by who made them and why', () => {
  const rows = [
    priced('a', 0.1, 0.3),
    priced('b', 0.2, 0.6),
    priced('c', 5, null),
    priced('d', 2, 4, 'Refunded'),
    priced('e', 3, 6, 'Refunded'),
    priced('f', 1, 2, 'Refunded'),
  ]
  const refunds = ['d', 'e'].map((uid) => ({
    itemUid: ItemUid.parse(uid),
    agent: 'Ada',
    reason: 'wrong_package' as const,
  }))
  const usd = (amount: string) => [{ amount, currency: 'USD' }]
  expect(sumsOf(rows, refunds)).toEqual({
    price: usd('11.30'),
    retailPrice: usd('12.90'),
    margin: usd('0.60'),
    withoutMargin: 1,
    refunds: [
      { agent: 'Ada', reason: 'wrong_package', sales: 2, price: usd('5.00') },
      { agent: null, reason: null, sales: 1, price: usd('1.00') },
    ],
  })
  expect(sumsOf([], refunds)).toEqual({ price: [], retailPrice: [], margin: [], withoutMargin: 0, refunds: [] })
})

const sale = (uid: string, changes: object = {}) =>
  saleRow(
    WireSale.parse({
      uid,
      balance: {
        name: uid,
        size: { sizeValue: 1, sizeUnit: 'GB' },
        availableBalance: { sizeValue: 1, sizeUnit: 'GB' },
      },
      ...changes,
    }),
  )

it('states a status only if the service does, or if it follows from the date of the sale', () => {
  const [late, early] = ['2026-01-01T00:00:00Z', '2024-12-05T23:59:59Z']
  expect(sale('i', { salesDate: late }).status).toBeNull()
  expect(sale('i', { salesDate: early }).status).toBe('Activated')
  expect(sale('i', { salesDate: early, status: ' refunded ' }).status).toBe('Refunded')
  expect(sale('i', { salesDate: early, status: 'Disputed' }).status).toBeNull()
})

it('puts sales without a value last in both directions, and keeps the order of equal ones', () => {
  const price = (priceValue: number) => ({ purchasePrice: { priceValue, currencyCode: 'USD' } })
  const rows = [sale('none'), sale('b', price(2)), sale('a', price(10)), sale('c', price(2))]
  const order = (descending: boolean): ItemUid[] => sortSales(rows, { sort: 'price', descending }).map(({ uid }) => uid)
  expect(order(false)).toEqual(['b', 'c', 'a', 'none'])
  expect(order(true)).toEqual(['a', 'b', 'c', 'none'])
  const sizes = [
    sale('gigabyte'),
    sale('megabytes', {
      balance: { size: { sizeValue: 500, sizeUnit: 'MB' }, availableBalance: { sizeValue: 1, sizeUnit: 'MB' } },
    }),
  ]
  expect(sortSales(sizes, { sort: 'size', descending: false }).map(({ uid }) => String(uid))).toEqual([
    'megabytes',
    'gigabyte',
  ])
  expect(sortSales(rows, { sort: 'name', descending: true }).map(({ name }) => name)).toEqual(['none', 'c', 'b', 'a'])
})
