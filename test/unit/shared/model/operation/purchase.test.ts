import { describe, expect, it } from 'vitest'
import { CountryCode } from '#shared/wire/values.ts'
import {
  BuyingRules,
  idsIn,
  isPurchaseKind,
  MetatagTemplate,
  metatagOf,
  OperationTarget,
  Reference,
  referenceOf,
  UserIp,
  defaultRules,
} from '#shared/model/operation/purchase.ts'

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const other = '01BX5ZZKBKACTAV9WEVGEMMVRZ'
const parts = { id, reference: '', agent: 'Ada', date: '2026-11-29' }
const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success

describe('the kinds that buy', () => {
  it.each(['register', 'top-up', 'top-up-with-profile'])('%s does', (kind) => {
    expect(isPurchaseKind(kind)).toBe(true)
  })
  it.each(['activate', 'refund', '', 'REGISTER'])('%j does not', (kind) => {
    expect(isPurchaseKind(kind)).toBe(false)
  })
})

describe('a typed reference', () => {
  it.each(['', 'order 17', 'x'.repeat(64), '注文 17'])('may be %j', (text) => {
    expect(takes(Reference, text)).toBe(true)
  })
  it('is trimmed before its length is checked', () => {
    expect(Reference.parse(` ${'x'.repeat(64)} `)).toBe('x'.repeat(64))
  })
  it.each([
    ['too long', 'x'.repeat(65)],
    ['two lines', 'a\nb'],
    ['a control character', 'a\u0007'],
    ['a paragraph separator', 'a\u2029b'],
    ['the id of an operation', `order ${id}`],
  ])('is refused with %s', (_, text) => {
    expect(takes(Reference, text)).toBe(false)
  })
})

describe('the metatag', () => {
  it.each(['{id} {reference}', '{id}', '{reference}-{id}', 'shop/{id}', `{id} {reference}`, 'x'.repeat(55) + ' {id}'])(
    'follows the template %j',
    (template) => {
      expect(takes(MetatagTemplate, template)).toBe(true)
    },
  )
  it.each([
    ['no id', '{reference}'],
    ['two ids', '{id} {id}'],
    ['two references', '{id} {reference} {reference}'],
    ['a line break', '{id}\n{reference}'],
    ['more than 60 characters', `${'x'.repeat(56)} {id}`],
    ['an id that touches the reference', '{id}{reference}'],
    ['an id that touches a word', 'order{id}'],
    ['the id of an operation before it', `${other} {id}`],
  ])('is refused with %s', (_, template) => {
    expect(takes(MetatagTemplate, template)).toBe(false)
  })

  it('contains the id and the reference, or nothing in place of a missing reference', () => {
    const of = (template: string, reference: string) => metatagOf(template, { ...parts, reference })
    expect(of('{id} {reference}', 'order 17')).toBe(`${id} order 17`)
    expect(of('{id} {reference}', '')).toBe(id)
    expect(of('{reference} / {id}', '$& {id}')).toBe(`$& {id} / ${id}`)
  })

  it('contains the agent and the day, and nothing in either that could be taken for another id', () => {
    expect(metatagOf('{id} {agent} {date}', parts)).toBe(`${id} Ada 2026-11-29`)
    const hostile = { ...parts, agent: `Eve ${other}\n{id} ${'x'.repeat(99)}` }
    const made = metatagOf('{id} {agent}', hostile)
    expect(idsIn(made)).toEqual([id])
    expect(made).toMatch(/^[^\n]{1,67}$/)
    expect(takes(MetatagTemplate, '{id}{agent}')).toBe(false)
    expect(takes(MetatagTemplate, '{id} {date}-{agent} {reference}')).toBe(true)
  })

  it('returns its id and the reference that was typed', () => {
    expect(idsIn(`${id} order 17`)).toEqual([id])
    expect(idsIn(`${other}/${id}`)).toEqual([other, id])
    expect(referenceOf(`${id} order 17`)).toBe('order 17')
    expect(referenceOf(`order 17 - ${id}`)).toBe('order 17 -')
    expect(referenceOf('  of the shop ')).toBe('of the shop')
  })

  it.each(['', 'order 17', `${id}X`, `x${id}`, id.toLowerCase(), `8${id.slice(1)}`, id.slice(1), id.replace('Z', 'U')])(
    '%j contains no id',
    (text) => {
      expect(idsIn(text)).toEqual([])
    },
  )
})

describe('country and address of a new customer', () => {
  it.each(['DE', 'JP'])('%s is a country', (code) => {
    expect(takes(CountryCode, code)).toBe(true)
  })
  it.each(['', 'de', 'DEU', 'D', ' DE', 'DE\n'])('%j is not a country code', (code) => {
    expect(takes(CountryCode, code)).toBe(false)
  })
  it.each(['203.0.113.7', '2001:db8::1'])('%s is an address', (address) => {
    expect(takes(UserIp, address)).toBe(true)
  })
  it.each(['', '203.0.113', '203.0.113.256', 'example.com', '203.0.113.7/24'])('%j is not an address', (address) => {
    expect(takes(UserIp, address)).toBe(false)
  })
})

describe('the rules of a connection', () => {
  it('ask for everything and limit nothing by default', () => {
    expect(BuyingRules.parse(defaultRules)).toEqual({
      userCountry: null,
      userIp: null,
      metatag: '{id} {reference}',
      dailyLimit: null,
      askAbove: '50',
    })
  })
  it.each(['0', '250', '99.5', '99.50', '999999999.99'])('limit a day to %s', (dailyLimit) => {
    expect(takes(BuyingRules, { ...defaultRules, dailyLimit })).toBe(true)
  })
  it.each(['', '-1', '1.234', '1,5', '1e3', '1000000000', ' 5', '5 '])('do not limit a day to %j', (dailyLimit) => {
    expect(takes(BuyingRules, { ...defaultRules, dailyLimit })).toBe(false)
  })
  it('have no other fields, and lack none', () => {
    expect(takes(BuyingRules, { ...defaultRules, more: 1 })).toBe(false)
    expect(takes(BuyingRules, { ...defaultRules, metatag: undefined })).toBe(false)
  })
})

describe('the target of an operation', () => {
  const chosen = { inventoryItemId: 'package-1', mode: 'NOW' }
  it.each([
    ['activate', { kind: 'activate', customerUid: 'c', itemUid: 'i' }],
    ['refund', { kind: 'refund', customerUid: 'c', itemUid: 'i' }],
    ['top-up', { kind: 'top-up', customerUid: 'c', ...chosen }],
    ['top-up-with-profile', { kind: 'top-up-with-profile', customerUid: 'c', ...chosen, reference: 'order 17' }],
    [
      'register',
      { kind: 'register', ...chosen, customerEmail: 'ann@example.com', userCountry: 'DE', userIp: '203.0.113.7' },
    ],
    ['register by the rules', { kind: 'register', ...chosen }],
  ])('%s is accepted unchanged', (_, target) => {
    expect(OperationTarget.parse(target)).toEqual(target)
  })

  it.each([
    ['an item for a purchase', { kind: 'top-up', customerUid: 'c', itemUid: 'i', ...chosen }],
    ['no customer to top up', { kind: 'top-up', ...chosen }],
    ['a customer for a new one', { kind: 'register', customerUid: 'c', ...chosen }],
    ['no item to refund', { kind: 'refund', customerUid: 'c' }],
    ['another mode', { kind: 'register', ...chosen, mode: 'LATER' }],
    ['no package', { kind: 'register', mode: 'NOW' }],
    ['an address that is none', { kind: 'register', ...chosen, customerEmail: 'ann' }],
    ['a country for a top-up', { kind: 'top-up', customerUid: 'c', ...chosen, userCountry: 'DE' }],
  ])('with %s is refused', (_, target) => {
    expect(takes(OperationTarget, target)).toBe(false)
  })
})
