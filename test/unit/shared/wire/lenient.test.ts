/** One field of another type: it is read where only one reading is possible, and otherwise lost alone. */
import { describe, expect, test } from 'vitest'
import { itemView } from '../../../../electron/views/itemView.ts'
import { inventoryRow } from '#shared/model/package/inventoryRow.ts'
import { WireActivation } from '#shared/wire/activation.ts'
import { WireActivatedItem, WireCustomerEntry, WireEsimProfile } from '#shared/wire/customer.ts'
import { WireInventoryItem } from '#shared/wire/inventory.ts'
import { isUnreadable, rawOf } from '#shared/wire/lenient.ts'
import { WireSale } from '#shared/wire/optional.ts'
import { esim, item } from '../model/customerSamples.ts'
import { now } from '../model/things.ts'

type Fields = Readonly<Record<string, unknown>>

const itemOf = (more: Fields, balance: Fields = {}) => {
  const one = item('item-1')
  return WireActivatedItem.safeParse({ ...one, ...more, balance: { ...one.balance, ...balance } }).data
}
const fieldsOf = (
  read: { readonly unreadableFields?: readonly { readonly field: string }[] | undefined } | undefined,
) => (read?.unreadableFields ?? []).map(({ field }) => field)
const viewOf = (more: Fields, balance: Fields = {}) => {
  const read = itemOf(more, balance)
  if (read === undefined) throw new Error('lost')
  return itemView(read, { now, order: null, inventory: [], own: null, operationOpen: false })
}

describe('a value with one reading is taken', () => {
  test('exact numbers as text, also of money', () => {
    const read = itemOf({ purchasePrice: { priceValue: '4.10', currencyCode: 'USD' } }, { validitySize: ' 30 ' })
    expect(read).toMatchObject({ purchasePrice: { priceValue: 4.1 }, balance: { validitySize: 30 } })
    expect(read?.unreadableFields).toBeUndefined()
    expect(viewOf({ retailPrice: { priceValue: '9.50', currencyCode: 'usd' } }).retailPrice).toEqual({
      amount: '9.50',
      currency: 'USD',
    })
    expect(viewOf({}, { size: { sizeValue: '3', sizeUnit: 'GB' } }).size).toEqual({ value: 3, unit: 'GB' })
  })

  test.each([
    ['true', true],
    ['FALSE', false],
    [1, true],
    [0, false],
  ])('the boolean %j', (active, read) => {
    expect(WireEsimProfile.parse({ ...esim('8937001'), active }).active).toBe(read)
  })

  test('numbers where text is due', () => {
    expect(itemOf({ metatag: 12_345 })?.metatag).toBe('12345')
    expect(WireEsimProfile.parse({ ...esim('8937001'), imsi: 234_501_077_777_777 }).imsi).toBe('234501077777777')
    expect(WireCustomerEntry.parse({ customer: { uid: 77 } }).customer.uid).toBe('77')
    expect(viewOf({}, { activatedAt: 1_781_524_800 }).activatedAt).toBe('2026-06-15T12:00:00.000Z')
  })

  test('a number that has lost digits is no text, so an ICCID is unknown rather than wrong', () => {
    const read = WireEsimProfile.parse({ ...esim('x'), iccid: 8_937_001_000_000_000_123 })
    expect([read.iccid, fieldsOf(read), read.unreadableFields?.[0]?.raw]).toEqual(['', ['iccid'], null])
  })

  test.each(['1,5', '4.10 USD', '0x10', '1 000', '12345678901234567', 'NaN', '', '1'.repeat(1_000_000)])(
    'but not a number that may be another one: %.20s',
    (validitySize) => {
      const read = itemOf({}, { validitySize })
      expect([read?.balance.validitySize, fieldsOf(read)]).toEqual([undefined, ['balance.validitySize']])
    },
  )
})

describe('a value without a reading is lost alone', () => {
  test.each([
    ['purchasePrice', { purchasePrice: { priceValue: null, currencyCode: 'USD' } }],
    ['purchasePrice', { purchasePrice: '4.10 USD' }],
    ['metatag', { metatag: { order: 7 } }],
    ['salesDate', { salesDate: '15.06.2026' }],
  ])('%s of a package, which stays', (field, more) => {
    const read = itemOf(more)
    expect([read?.uid, fieldsOf(read)]).toEqual(['item-1', [field]])
    expect(viewOf(more)).toMatchObject({ phase: 'expired', unreadable: [field] })
  })

  test.each([null, undefined])('%s is no value', (metatag) => {
    expect(itemOf({ metatag })?.unreadableFields).toBeUndefined()
  })

  test('what arrived is named without a code or a link', () => {
    const read = WireEsimProfile.parse({
      ...esim('8937001'),
      state: { code: 'INSTALLED' },
      activationCode: ['LPA:1$smdp.example$CODE'],
    })
    expect(read.unreadableFields?.map(({ field, raw }) => [field, raw]).toSorted()).toEqual([
      ['activationCode', null],
      ['state', '{"code":"INSTALLED"}'],
    ])
  })

  test.each([
    { activationCode: '04386-AGYFT-A74Y8-3F815' },
    [{ profile: { matchingId: 'AGYFT' } }],
    { MATCHINGID: 'AGYFT' },
    '{"confirmationCode":"1234"}',
    { appleUniversalLink: 'x' },
    { installationUrl: 'x' },
    { profileUrl: 'x' },
  ])('what arrived is not named where a member inside of it is a secret: %j', (value) => {
    const read = WireEsimProfile.parse({ ...esim('8937001'), state: value, lastSeen: value })
    expect(read.unreadableFields ?? []).not.toContainEqual(expect.objectContaining({ raw: expect.any(String) }))
    expect(rawOf(value, ['state'])).toBeNull()
  })

  test('what was received stays what it was', () => {
    const received = () => ({
      ...item('item-1'),
      metatag: {},
      salesDate: [],
      purchasePrice: { priceValue: '4.10', currencyCode: 'USD' },
      balance: { ...item('item-1').balance, validitySize: '30', expiresAt: {}, activatedAt: [] },
    })
    const value = received()
    const read = WireActivatedItem.parse(value)
    expect(fieldsOf(read).toSorted()).toEqual(['balance.activatedAt', 'balance.expiresAt', 'metatag', 'salesDate'])
    expect(read).toMatchObject({ purchasePrice: { priceValue: 4.1 }, balance: { validitySize: 30 } })
    expect(value).toEqual(received())
  })

  test('the smallest part is lost: one price of a list, and one text of a list with the list', () => {
    const package_ = { id: 'p', name: 'Europe', sizeValue: 3, sizeUnit: 'GB', countrySet: 'EUROPE' }
    const read = WireInventoryItem.parse({
      ...package_,
      includedCountries: ['DE', {}],
      prices: [
        { priceValue: 'much', currencyCode: 'EUR' },
        { priceValue: '4.10', currencyCode: 'USD' },
        { priceValue: 3, currencyCode: {} },
      ],
    })
    expect(fieldsOf(read).toSorted()).toEqual(['includedCountries', 'prices.0', 'prices.2'])
    expect(inventoryRow(read)).toMatchObject({ purchasePrice: { amount: '4.10', currency: 'USD' }, countries: [] })
  })

  test.each([
    [{ amount: '5' }, { stock: 5 }],
    [{ validitySize: '30', validityUnit: 'days' }, { validityDays: 30 }],
    [{ active: 'false' }, { active: false }],
    [{ name: {} }, { name: 'p' }],
    [{ countrySet: [] }, { coverage: 'unknown', countrySet: '' }],
    [{ sizeValue: {} }, { size: { value: 0, unit: '' }, sizeMb: null }],
    [{ sizeValue: 1e305 }, { size: { value: 0, unit: '' }, sizeMb: null }],
    [{ validitySize: 1e305, validityUnit: 'years' }, { validityDays: null }],
    [{ sizeValue: -1 }, { size: { value: 0, unit: 'unlimited' }, sizeMb: null }],
  ])('a package of the inventory with %j is listed', (more, row) => {
    const fields = { id: 'p', name: 'Europe', sizeValue: 3, sizeUnit: 'GB', countrySet: 'EU', ...more }
    expect(inventoryRow(WireInventoryItem.parse(fields))).toMatchObject({ id: 'p', ...row })
  })

  test('a sale and the answer of a sale keep what they are needed for', () => {
    const sold = { ...item('item-1'), retailPrice: 7 }
    expect(WireSale.parse({ ...sold, customer: { uid: 5, email: {} } })).toMatchObject({
      uid: 'item-1',
      customerUid: '5',
    })
    const answer = {
      status: 'success',
      activatedItem: sold,
      customer: { uid: 'c', email: [] },
      esimProfile: esim('8937001'),
    }
    expect(WireActivation.parse(answer)).toMatchObject({
      activatedItem: { uid: 'item-1' },
      customer: { uid: 'c' },
      esimProfile: { activationCode: esim('8937001').activationCode },
    })
  })
})

describe('bad input', () => {
  test('a list of many broken prices is lost as a whole, in little time', () => {
    const prices = Array.from({ length: 50_000 }, () => ({ priceValue: {}, currencyCode: 7 }))
    const read = WireInventoryItem.parse({ id: 'p', name: 'Europe', prices })
    expect([read.prices, fieldsOf(read)]).toEqual([undefined, ['prices']])
  })

  test('a text of a megabyte and a deeply nested value are lost alone, without what arrived', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    const read = itemOf({ metatag: deep, purchasePrice: { priceValue: 1, currencyCode: 'x'.repeat(1_000_000) } })
    expect(read?.unreadableFields?.map(({ field, raw }) => [field, raw]).toSorted()).toEqual([
      ['metatag', null],
      ['purchasePrice', null],
    ])
    expect(itemOf({ metatag: 'x'.repeat(1_000_000) })?.metatag).toHaveLength(1000)
    expect(rawOf(deep, [])).toBeNull()
  })

  test('names of the prototype are fields like others', () => {
    const text =
      '{"uid":"i","__proto__":{"metatag":"no"},"constructor":7,"balance":{"__proto__":{"name":"no"}},"metatag":{}}'
    const read = WireActivatedItem.parse(JSON.parse(text))
    expect([read.metatag, read.balance.name, Object.getPrototypeOf(read)]).toEqual([
      undefined,
      undefined,
      Object.prototype,
    ])
    expect(isUnreadable(read, 'metatag')).toBe(true)
  })

  test('a service that sends the desk’s own member changes nothing', () => {
    const read = itemOf({ unreadableFields: [{ field: 7 }], metatag: {} })
    expect(fieldsOf(read)).toEqual(['metatag'])
  })
})

describe('what is not known is not claimed', () => {
  test.each([
    ['activatedAt', {}, 'unknown'],
    ['expiresAt', {}, 'unknown'],
    ['activatedAt', '0001-01-01T00:00:00Z', 'waiting_use'],
    ['availableBalance', {}, 'waiting_use'],
    ['activationMode', {}, 'unknown'],
  ])('with %s %j the phase is as certain as the values: %s', (field, value, phase) => {
    const inactive = field === 'activatedAt' || field === 'expiresAt' ? {} : { activatedAt: null }
    const mode = field === 'activationMode' ? {} : { activationMode: 'FIRST_USE' }
    expect(viewOf({}, { ...mode, ...inactive, [field]: value }).phase).toBe(phase)
  })

  test('a package without a volume is not used up, and whether it was used is left to the service', () => {
    const none = { sizeValue: -1, sizeUnit: 'GB' }
    const view = viewOf({ salesDate: null }, { size: none, availableBalance: none, expiresAt: null })
    expect(view).toMatchObject({ phase: 'active', remainingShare: 1, refund: { possible: true } })
    expect(view.refund.notes).toContain('usage_unknown')
    expect(view.refund.notes).not.toContain('rounding')
  })
})
