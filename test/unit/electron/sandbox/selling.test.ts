/** @module-tag long */
import { describe, expect, it } from 'vitest'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { order, sale, useService } from './sandboxService.ts'

const service = useService()
const register = '/service/activations/register'

async function packageOf(wanted: (item: WireInventoryItem) => boolean): Promise<WireInventoryItem> {
  const found = (await service().inventory()).find((item) => item.active === true && wanted(item))
  if (found === undefined) throw new Error('no such package')
  return found
}
const fromCredits =
  (set: string) =>
  (item: WireInventoryItem): boolean =>
    item.countrySet === set && item.amount === 0 && item.name.endsWith(' GB · 30 days') && (item.sizeValue ?? 0) > 1
const usd = (item: WireInventoryItem): number =>
  item.prices?.find((price) => price.currencyCode === 'USD')?.priceValue ?? Number.NaN
const credits = async (): Promise<number> => (await service().control.state()).credits.amount

describe('register (interface 4.9)', () => {
  it('creates a customer, an item and a released eSIM, charges the price, and stores the metatag', async () => {
    const item = await packageOf(fromCredits('EUROPE'))
    const before = await credits()
    const sold = sale(
      await service().post(register, order(item.id, { metatag: '01ABC my order', customerEmail: 'new@example.com' }), {
        'idempotency-key': 'key-1',
      }),
    )
    expect(sold.status).toBe('success')
    expect(sold.activatedItem).toMatchObject({
      metatag: '01ABC my order',
      purchasePrice: { priceValue: usd(item) },
      balance: { activationMode: 'NOW', name: item.name },
    })
    expect(sold.customer.email).toBe('new@example.com')
    expect(sold.esimProfile).toMatchObject({ state: 'RELEASED', active: true, lastSeen: null })
    expect(sold.esimProfile?.activationCode).toMatch(/^LPA:1\$[^$]+\$[^$]+$/)
    expect(before - (await credits())).toBeCloseTo(usd(item), 5)
    expect((await service().entry(sold.customer.uid)).activatedItems).toHaveLength(1)
    expect((await service().control.ledger()).at(-1)).toMatchObject({
      kind: 'register',
      executed: true,
      metatag: '01ABC my order',
      idempotencyKey: 'key-1',
      customerUid: sold.customer.uid,
      itemUid: sold.activatedItem.uid,
      credits: -usd(item),
    })
  })

  it('starts the validity at once for NOW, and after at most 90 days for FIRST_USE and ON_DEMAND', async () => {
    const item = await packageOf(fromCredits('EUROPE'))
    const day = 86_400_000
    for (const [activationMode, days] of [
      ['NOW', 30],
      ['FIRST_USE', 90],
      ['ON_DEMAND', 90],
    ] as const) {
      const { activatedItem } = sale(await service().post(register, order(item.id, { activationMode })))
      const left = Date.parse(activatedItem.balance.expiresAt ?? '') - Date.parse(activatedItem.salesDate ?? '')
      expect(Math.round(left / day)).toBe(days)
      expect(activatedItem.balance.activatedAt === null).toBe(activationMode !== 'NOW')
    }
  })

  it.each([
    ['no metatag', { metatag: undefined }, 400],
    ['no userIp', { userIp: undefined }, 400],
    ['no userCountry', { userCountry: undefined }, 400],
    ['a userIp that is not an IP address', { userIp: 'localhost' }, 400],
    ['a userCountry that is not a country code', { userCountry: 'Germany' }, 400],
    ['an e-mail that is not an address', { customerEmail: 'nobody' }, 400],
    ['an unknown mode', { activationMode: 'LATER' }, 400],
    ['an expectedPrice that is a text', { expectedPrice: '4.99' }, 400],
    ['an expectedPrice that differs', { expectedPrice: { priceValue: 0.01, currencyCode: 'USD', sortIndex: 0 } }, 422],
    ['an unknown item', { inventoryItemId: 'nothing' }, 404],
    ['an item that is a number', { inventoryItemId: 12 }, 400],
    ['a metatag that is too long', { metatag: 'x'.repeat(501) }, 400],
  ])('refuses %s with a detail and changes nothing', async (_, change, status) => {
    const item = await packageOf((one) => fromCredits('EUROPE')(one) && one.retailPrices?.length !== 0)
    const before = await service().control.state()
    const answer = await service().post(register, { ...order(item.id), ...change })
    const after = await service().control.state()
    expect([answer.status, answer.type]).toEqual([status, 'application/problem+json'])
    expect(answer.json).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) })
    expect([after.credits, after.counts.customers]).toEqual([before.credits, before.counts.customers])
    expect((await service().control.ledger()).at(-1)).toMatchObject({ kind: 'register', executed: false, credits: 0 })
  })

  it.each([
    { userIp: '' },
    { userCountry: '' },
    { expectedPrice: {} },
    { expectedPrice: null },
    { customerEmail: '' },
    { activationMode: null },
  ])('accepts %o', async (change) => {
    const item = await packageOf(fromCredits('EUROPE'))
    expect((await service().post(register, order(item.id, change))).status).toBe(200)
  })

  it('accepts an expectedPrice that equals the retail price', async () => {
    const item = await packageOf((one) => fromCredits('DE')(one) && one.retailPrices?.length !== 0)
    expect((await service().post(register, order(item.id, { expectedPrice: item.retailPrices?.[0] }))).status).toBe(200)
  })

  it('compares an expectedPrice to the last digit, in each currency of the retail prices', async () => {
    const item = await packageOf((one) => one.amount === 0 && (one.retailPrices?.length ?? 0) > 1)
    const [usd, euro] = item.retailPrices ?? []
    const answerTo = async (priceValue: number, currencyCode: string): Promise<number> =>
      (await service().post(register, order(item.id, { expectedPrice: { priceValue, currencyCode } }))).status
    const [inUsd, inEuro] = [usd?.priceValue ?? 0, euro?.priceValue ?? 0]
    expect([usd?.currencyCode, euro?.currencyCode]).toEqual(['USD', 'EUR'])
    expect([await answerTo(inUsd, 'USD'), await answerTo(inEuro, 'EUR')]).toEqual([200, 200])
    for (const [value, currency] of [
      [inUsd + 0.004, 'USD'],
      [inUsd - 0.004, 'USD'],
      [inUsd, 'EUR'],
      [inEuro, 'USD'],
      [inUsd, 'GBP'],
    ] as const)
      expect(await answerTo(value, currency)).toBe(422)
  })

  it('allows ON_DEMAND for worldwide and regional sets only', async () => {
    const [single, wide] = [await packageOf(fromCredits('DE')), await packageOf(fromCredits('WWW'))]
    expect((await service().post(register, order(single.id, { activationMode: 'ON_DEMAND' }))).status).toBe(422)
    expect((await service().post(register, order(wide.id, { activationMode: 'ON_DEMAND' }))).status).toBe(200)
    await service().control.setVariants({ onDemandElsewhere: 'accepted' })
    const accepted = await service().post(register, order(single.id, { activationMode: 'ON_DEMAND' }))
    await service().control.setVariants({ onDemandElsewhere: 'refused' })
    expect(accepted.status).toBe(200)
  })

  it('refuses a package that is not active', async () => {
    const inactive = (await service().inventory()).find((item) => item.active === false)
    expect((await service().post(register, order(inactive?.id ?? ''))).status).toBe(422)
  })

  it('sells the same metatag twice, because the service does not promise idempotency', async () => {
    const item = await packageOf(fromCredits('EUROPE'))
    const twice = [1, 2].map(() =>
      service().post(register, order(item.id, { metatag: 'same' }), { 'idempotency-key': 'same' }),
    )
    const uids = (await Promise.all(twice)).map((answer) => sale(answer).customer.uid)
    expect(uids[0]).not.toBe(uids[1])
  })

  it('repeats its response to a known key under the variant honoured', async () => {
    await service().control.setVariants({ idempotency: 'honoured' })
    const item = await packageOf(fromCredits('EUROPE'))
    const twice = [
      await service().post(register, order(item.id), { 'idempotency-key': 'known' }),
      await service().post(register, order(item.id), { 'idempotency-key': 'known' }),
    ]
    await service().control.setVariants({ idempotency: 'ignored' })
    expect(twice[1]?.text).toBe(twice[0]?.text)
  })

  it('truncates a metatag under the variant metatagLimit', async () => {
    await service().control.setVariants({ metatagLimit: 8 })
    const item = await packageOf(fromCredits('EUROPE'))
    const sold = sale(await service().post(register, order(item.id, { metatag: '0123456789' })))
    await service().control.setVariants({ metatagLimit: null })
    expect(sold.activatedItem.metatag).toBe('01234567')
  })
})

describe('credits (interface 1)', () => {
  it('refuse a price that they do not cover, with 402', async () => {
    const item = await packageOf(fromCredits('WWW'))
    const before = await credits()
    await service().control.setCredits({ amount: usd(item) - 0.01 })
    expect((await service().post(register, order(item.id))).status).toBe(402)
    await service().control.setCredits({ amount: usd(item) })
    expect((await service().post(register, order(item.id))).status).toBe(200)
    expect(await credits()).toBe(0)
    await service().control.setCredits({ amount: before })
  })

  it('are topped up automatically below the threshold, until the payment method is deleted', async () => {
    const item = await packageOf(fromCredits('WWW'))
    await service().control.setCredits({ amount: 100, automatic: { threshold: 100, amount: 50 } })
    await service().post(register, order(item.id))
    expect(await credits()).toBeCloseTo(150 - usd(item), 5)
    await service().control.setCredits({ amount: 100, automatic: null })
    await service().post(register, order(item.id))
    expect(await credits()).toBeCloseTo(100 - usd(item), 5)
    await service().control.setCredits({ amount: 5000 })
  })

  it('are charged only when there is no stock left', async () => {
    const item = await packageOf(fromCredits('EUROPE'))
    const before = await credits()
    await service().control.setStock(item.id, 1)
    const sold = sale(await service().post(register, order(item.id)))
    expect(await credits()).toBe(before)
    expect(sold.activatedItem.purchasePrice?.priceValue).toBe(0)
    await service().post(register, order(item.id))
    expect(await credits()).toBeCloseTo(before - usd(item), 5)
  })

  it('are not charged for a test package, and without any left the sale is refused', async () => {
    const test = await packageOf((item) => item.name.startsWith('Test'))
    const before = await credits()
    await service().control.setStock(test.id, 1)
    expect((await service().post(register, order(test.id))).status).toBe(200)
    expect((await service().post(register, order(test.id))).status).toBe(422)
    expect(await credits()).toBe(before)
  })
})

describe('top-up (interface 4.10, 4.11)', () => {
  it('adds an item without a profile, and with one under top-up-with-profile', async () => {
    const item = await packageOf(fromCredits('EUROPE'))
    const { customer, esimProfile } = sale(await service().post(register, order(item.id)))
    const body = { inventoryItemId: item.id, metatag: 'again', customerUid: customer.uid }
    const plain = sale(await service().post('/service/activations/top-up', body))
    expect([plain.esimProfile, plain.customer.uid]).toEqual([null, customer.uid])
    const more = sale(
      await service().post('/service/activations/top-up-with-profile', {
        ...body,
        dedicated: true,
        userIp: '',
        userCountry: 'DE',
        customerProfileDomainId: 'x',
      }),
    )
    expect(more.esimProfile?.state).toBe('RELEASED')
    expect(more.esimProfile?.iccid).not.toBe(esimProfile?.iccid)
    const entry = await service().entry(customer.uid)
    expect([entry.activatedItems.length, entry.relatedEsims.length]).toEqual([3, 2])
    expect(entry.totalAvailableBalance?.sizeValue).toBeCloseTo(9, 1)
  })

  it('refuses a package of another country set, an unknown customer and a missing customer', async () => {
    const [europe, germany] = [await packageOf(fromCredits('EUROPE')), await packageOf(fromCredits('DE'))]
    const { customer } = sale(await service().post(register, order(europe.id)))
    const body = { inventoryItemId: germany.id, metatag: 'x', customerUid: customer.uid }
    expect((await service().post('/service/activations/top-up', body)).status).toBe(422)
    expect(
      (
        await service().post('/service/activations/top-up', {
          ...body,
          inventoryItemId: europe.id,
          customerUid: 'nobody',
        })
      ).status,
    ).toBe(404)
    expect(
      (await service().post('/service/activations/top-up', { inventoryItemId: europe.id, metatag: 'x' })).status,
    ).toBe(400)
    expect((await service().entry(customer.uid)).activatedItems).toHaveLength(1)
  })

  it('works for a seeded customer, whose other items stay the same', async () => {
    const { uid, countrySet } = await service().control.sample('usable')
    const item = await packageOf((one) => one.countrySet === countrySet && one.amount === 0)
    const before = await service().entry(uid)
    await service().post('/service/activations/top-up', {
      inventoryItemId: item.id,
      metatag: 'seeded',
      customerUid: uid,
    })
    const after = await service().entry(uid)
    expect(after.activatedItems.slice(0, -1)).toEqual(before.activatedItems)
    expect(after.activatedItems.at(-1)?.metatag).toBe('seeded')
  })
})
