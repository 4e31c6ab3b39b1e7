/** The numbered rules of the interface that no other test of this folder covers. RULES.md lists all of them. */
import { describe, expect, it } from 'vitest'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { order, sale, useService } from './sandboxService.ts'

const service = useService({ customers: 500 })
const gigabyte = 1024 ** 3

async function packageOf(wanted: (item: WireInventoryItem) => boolean): Promise<WireInventoryItem> {
  const found = (await service().inventory()).find((item) => item.active === true && item.amount === 0 && wanted(item))
  if (found === undefined) throw new Error('no such package')
  return found
}
const europe = (days: number) =>
  packageOf((item) => item.countrySet === 'EUROPE' && item.validitySize === days && item.validityUnit === 'days')

async function register(
  item: WireInventoryItem,
  activationMode?: string,
): Promise<{ uid: string; iccid: string; itemUid: string }> {
  const { customer, esimProfile, activatedItem } = sale(
    await service().post(
      '/service/activations/register',
      order(item.id, activationMode === undefined ? {} : { activationMode }),
    ),
  )
  return { uid: customer.uid, iccid: esimProfile?.iccid ?? '', itemUid: activatedItem.uid }
}
async function topUp(customerUid: string, item: WireInventoryItem, activationMode: string): Promise<string> {
  return sale(
    await service().post('/service/activations/top-up', {
      inventoryItemId: item.id,
      metatag: 'more',
      customerUid,
      activationMode,
    }),
  ).activatedItem.uid
}

describe('validity and coverage (2.2)', () => {
  it('every package names exactly one country set and covers its countries', async () => {
    const sets = new Map<string | null | undefined, string>()
    for (const { countrySet, includedCountries } of await service().inventory()) {
      expect(includedCountries?.length).toBeGreaterThan(0)
      const countries = JSON.stringify(includedCountries)
      expect(sets.get(countrySet) ?? countries).toBe(countries)
      sets.set(countrySet, countries)
    }
    const listed = await service().get('/service/esim/countries/EUROPE')
    expect(JSON.parse(sets.get('EUROPE') ?? '[]')).toEqual(
      Array.isArray(listed.json) ? listed.json.map(({ code }: { code: string }) => code) : [],
    )
  })
})

describe('the total (2.6)', () => {
  it('grows by the size of a new item, waiting or active', async () => {
    const week = await europe(7)
    const { uid } = await register(week)
    const total = async (): Promise<number | undefined> => (await service().entry(uid)).totalAvailableBalance?.sizeValue
    expect(await total()).toBe(1)
    await topUp(uid, week, 'FIRST_USE')
    expect(await total()).toBe(2)
    await topUp(uid, week, 'ON_DEMAND')
    expect(await total()).toBe(3)
  })
})

describe('use order (3.4)', () => {
  it('uses several waiting FIRST_USE packages by the closest date of automatic activation', async () => {
    const week = await europe(7)
    const { uid, iccid, itemUid } = await register(week, 'FIRST_USE')
    await service().control.advance('2 hours')
    const second = await topUp(uid, week, 'FIRST_USE')
    await service().control.advance('2 hours')
    const third = await topUp(uid, week, 'FIRST_USE')
    await service().control.install(iccid)
    const started = async (): Promise<string[]> =>
      (await service().control.customer(uid)).items
        .filter(({ activatedAt }) => activatedAt !== null)
        .map((item) => item.uid)
    await service().control.use(uid, 1)
    expect(await started()).toEqual([itemUid])
    await service().control.use(uid, 1024)
    expect(await started()).toEqual([itemUid, second])
    await service().control.use(uid, 1024)
    expect(await started()).toEqual([itemUid, second, third])
  })

  it('uses a package without an end after those that have one', async () => {
    const endless = await packageOf((item) => item.countrySet === 'EUROPE' && item.validityUnlimited === true)
    const { uid, iccid, itemUid } = await register(endless)
    const week = await topUp(uid, await europe(7), 'NOW')
    await service().control.install(iccid)
    await service().control.use(uid, 1025)
    const used = new Map((await service().control.customer(uid)).items.map((item) => [item.uid, item.usedBytes]))
    expect([used.get(week), used.get(itemUid)]).toEqual([gigabyte, 1024 * 1024])
  })

  it('leaves ON_DEMAND packages inactive until each is activated through the API', async () => {
    const week = await europe(7)
    const { uid, iccid, itemUid } = await register(week, 'ON_DEMAND')
    const second = await topUp(uid, week, 'ON_DEMAND')
    await service().control.install(iccid)
    await service().control.enter(uid, 'FR')
    expect((await service().control.use(uid, 10)).usedBytes).toBe(0)
    await service().post(`/service/activations/activated-items/${second}/activate`)
    expect((await service().control.use(uid, 10)).usedBytes).toBe(10 * 1024 * 1024)
    const items = (await service().control.customer(uid)).items
    expect(items.map((item) => [item.uid, item.activatedAt !== null])).toEqual([
      [itemUid, false],
      [second, true],
    ])
  })
})

describe('status in the portal (3.3)', () => {
  it('is Purchased for credits, Activated from stock, Refunded after a refund', async () => {
    const week = await europe(7)
    const { uid, itemUid } = await register(week)
    await service().control.setStock(week.id, 1)
    const stocked = await topUp(uid, week, 'NOW')
    const status = async (): Promise<string[]> =>
      (await service().control.customer(uid)).items.map(({ portalStatus }) => portalStatus)
    expect(await status()).toEqual(['Purchased', 'Activated'])
    await service().post(`/activations/activated-items/${itemUid}/refund`)
    expect((await service().post(`/activations/activated-items/${stocked}/refund`)).status).toBe(422)
    expect(await status()).toEqual(['Refunded', 'Activated'])
  })
})

describe('limits and versions (8, 9)', () => {
  it('a test package has 10 MB for 365 days and costs nothing', async () => {
    const tests = (await service().inventory()).filter((item) => item.name.startsWith('Test'))
    expect(tests.length).toBeGreaterThan(1)
    for (const { sizeValue, sizeUnit, validitySize, validityUnit, prices } of tests) {
      expect([sizeValue, sizeUnit, validitySize, validityUnit, prices?.[0]?.priceValue]).toEqual([
        10,
        'MB',
        365,
        'days',
        0,
      ])
    }
  })

  it('a GB is 1024 MB, of which the last can be used and one more cannot', async () => {
    const { uid, iccid } = await register(await europe(7))
    await service().control.install(iccid)
    expect((await service().control.use(uid, 1025)).usedBytes).toBe(gigabyte)
  })

  it('an order without activationMode is NOW', async () => {
    const { uid } = await register(await europe(7))
    expect((await service().entry(uid)).activatedItems[0]?.balance).toMatchObject({
      activationMode: 'NOW',
      activatedAt: expect.any(String),
    })
  })
})
