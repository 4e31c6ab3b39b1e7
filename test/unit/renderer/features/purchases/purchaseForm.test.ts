/** The content of a purchase form, and the request that results from it. */
import { describe, expect, test } from 'vitest'
import { OperationTarget, defaultRules } from '#shared/model/operation/purchase.ts'
import {
  emptyForm,
  fitsReference,
  modeOf,
  readForm,
  type PurchaseForm,
} from '../../../../../renderer/features/purchases/purchaseForm.ts'
import { isoCountries } from '../../../../../renderer/lib/isoCountries.ts'
import { customerUid, inventoryItemId } from '../../support/samples.ts'

const whole: PurchaseForm = {
  ...emptyForm,
  inventoryItemId,
  email: ' ada@example.org ',
  country: 'DE',
  ip: ' 203.0.113.7 ',
  reference: ' order 17 ',
}
const issuesOf = (changes: Partial<PurchaseForm>, rules = defaultRules) =>
  readForm({ ...whole, ...changes }, rules).issues

describe('for a new customer', () => {
  test('what is typed is requested without the blanks around it', () => {
    const { target, issues } = readForm(whole, defaultRules)
    expect(issues).toEqual({})
    expect(target).toEqual({
      kind: 'register',
      inventoryItemId,
      mode: 'FIRST_USE',
      reference: 'order 17',
      customerEmail: 'ada@example.org',
      userCountry: 'DE',
      userIp: '203.0.113.7',
    })
    expect(OperationTarget.safeParse(target).success).toBe(true)
  })

  test('e-mail and reference may be left out; country and IP address may not', () => {
    expect(readForm({ ...whole, email: ' ', reference: '' }, defaultRules).target).toEqual({
      kind: 'register',
      inventoryItemId,
      mode: 'FIRST_USE',
      userCountry: 'DE',
      userIp: '203.0.113.7',
    })
    expect(issuesOf({ country: null, ip: '' })).toEqual({ country: 'missing', ip: 'missing' })
  })

  test('a mail that follows needs the address of a new customer, and of no other', () => {
    const issues = (changes: Partial<PurchaseForm>) => readForm({ ...whole, ...changes }, defaultRules, true).issues
    expect(issues({})).toEqual({})
    expect(issues({ email: ' ' })).toEqual({ email: 'missing' })
    expect(issues({ email: 'ada@' })).toEqual({ email: 'malformed' })
    expect(issues({ email: '', who: 'existing', customer: { uid: customerUid, email: null } })).toEqual({})
  })

  test('text that names no country is malformed and not missing, even if it looks like a code', () => {
    expect(issuesOf({ country: null, unknownCountry: 'XQ' })).toEqual({ country: 'malformed' })
    expect(issuesOf({ country: 'DE', unknownCountry: 'XQ' })).toEqual({})
  })

  test('values that the rules of the connection fix are neither required nor sent', () => {
    const rules = { ...defaultRules, userCountry: 'FR', userIp: '198.51.100.1' }
    const { target } = readForm({ ...whole, country: null, ip: '' }, rules)
    expect(target).toEqual({
      kind: 'register',
      inventoryItemId,
      mode: 'FIRST_USE',
      reference: 'order 17',
      customerEmail: 'ada@example.org',
    })
  })

  test.each([
    'ada',
    'ada@',
    '@example.org',
    'a b@example.org',
    'ada@example.org\nBcc: x@y.z',
    'ada@ex ample.org',
    '<ada@example.org>',
  ])('no e-mail address: %j', (email) => {
    expect(issuesOf({ email })).toEqual({ email: 'malformed' })
  })

  test.each(['anna@bücher.example', 'zoë@mail.example'])('an e-mail address: %s', (email) => {
    expect(issuesOf({ email })).toEqual({})
  })

  test.each(['10.0', '256.1.1.1', '1.2.3.4.5', '203.0.113.7; x', 'localhost', '::g', '٢٠٣.0.113.7', '203.0.113.7/24'])(
    'no IP address: %j',
    (ip) => {
      expect(issuesOf({ ip })).toEqual({ ip: 'malformed' })
    },
  )

  test.each(['0.0.0.0', '2001:db8::7', '::1'])('an IP address: %s', (ip) => {
    expect(issuesOf({ ip })).toEqual({})
  })

  test('a country is two capital letters', () => {
    expect(issuesOf({ country: 'Germany' })).toEqual({ country: 'malformed' })
    for (const country of isoCountries) expect(issuesOf({ country }), country).toEqual({})
  })
})

describe('for an existing customer', () => {
  const known: PurchaseForm = {
    ...emptyForm,
    who: 'existing',
    inventoryItemId,
    customer: { uid: customerUid, email: null },
  }

  test('the customer is enough, whatever the fields of a new one contain', () => {
    expect(readForm({ ...known, email: 'nonsense', ip: 'x' }, defaultRules)).toEqual({
      target: { kind: 'top-up', customerUid, inventoryItemId, mode: 'NOW' },
      issues: {},
    })
  })

  test('with a new eSIM it is the other kind', () => {
    expect(readForm({ ...known, newEsim: true, mode: 'ON_DEMAND' }, defaultRules).target).toEqual({
      kind: 'top-up-with-profile',
      customerUid,
      inventoryItemId,
      mode: 'ON_DEMAND',
    })
  })

  test('nothing can be requested without customer or package', () => {
    expect(readForm({ ...known, customer: null }, defaultRules)).toEqual({
      target: null,
      issues: { customer: 'missing' },
    })
    expect(readForm({ ...known, inventoryItemId: null }, defaultRules)).toEqual({
      target: null,
      issues: { package: 'missing' },
    })
  })
})

describe('the start', () => {
  const existing = { ...emptyForm, who: 'existing', customer: { uid: customerUid, email: null } } as const

  test('waits for the first use of an eSIM that is not installed yet, and is now on the eSIM that the customer has', () => {
    expect(modeOf(emptyForm)).toBe('FIRST_USE')
    expect(modeOf(existing)).toBe('NOW')
    expect(modeOf({ ...existing, newEsim: true })).toBe('FIRST_USE')
    expect(modeOf({ ...existing, isForLater: true })).toBe('FIRST_USE')
  })

  test.each(['NOW', 'FIRST_USE', 'ON_DEMAND'] as const)('stays at %s once that was chosen', (mode) => {
    for (const form of [emptyForm, existing, { ...existing, newEsim: true }])
      expect(modeOf({ ...form, mode })).toBe(mode)
  })
})

describe('the reference', () => {
  test('64 characters fit and 65 do not, without the blanks around them', () => {
    expect(fitsReference('x'.repeat(64))).toBe(true)
    expect(fitsReference(` ${'x'.repeat(64)} `)).toBe(true)
    expect(fitsReference('x'.repeat(65))).toBe(false)
  })

  test.each(['a\u0000b', 'a\u0085b', 'a\u2028b', 'a\tb'])(
    'control characters and line breaks inside are refused: %j',
    (reference) => {
      expect(issuesOf({ reference })).toEqual({ reference: 'malformed' })
    },
  )

  test('markup and formulas are just text', () => {
    expect(issuesOf({ reference: '=HYPERLINK("x") <img src=x onerror=alert(1)>' })).toEqual({})
  })
})
