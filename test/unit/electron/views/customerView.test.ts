import { expect, test } from 'vitest'
import { customerViewSteps, type CustomerContext } from '../../../../electron/views/customerView.ts'
import { CustomerView } from '#shared/model/customer/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { ItemUid } from '#shared/wire/ids.ts'
import { WireInventoryItem } from '#shared/wire/inventory.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'

const now = Date.parse('2026-01-15T00:00:00Z')
const europe = WireInventoryItem.parse({
  id: 'inv',
  name: 'Europe 3 GB',
  sizeValue: 3,
  sizeUnit: 'GB',
  validitySize: 30,
  validityUnit: 'days',
  countrySet: 'EUR',
  includedCountries: ['FR', 'DE'],
})
const context: CustomerContext = {
  now,
  asOf: now - 1000,
  inventory: [europe],
  lockedItems: new Set(),
  countrySetOf: () => null,
  samePerson: [],
  source: 'service',
}

/** Runs all steps at once. */
function customerView(entry: WireCustomerEntry, of: CustomerContext): CustomerView {
  const steps = customerViewSteps(entry, of)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

test('packages are in the order of their use, followed by the others, the latest sold first', () => {
  const view = customerView(
    customer('c', 'ann@example.com', {
      activatedItems: [
        item('over-old', { salesDate: '2025-10-01T00:00:00Z' }, { expiresAt: '2025-11-01T00:00:00Z' }),
        item('first-use', {}, { activatedAt: null, activationMode: 'FIRST_USE', expiresAt: '2026-02-01T00:00:00Z' }),
        item('ends-late', {}, { expiresAt: '2026-02-10T00:00:00Z' }),
        item('over-new', { salesDate: '2025-12-01T00:00:00Z' }, { expiresAt: '2026-01-01T00:00:00Z' }),
        item('ends-soon', {}, { expiresAt: '2026-01-20T00:00:00Z' }),
      ],
    }),
    context,
  )
  expect(view.items.map(({ uid, useOrder }) => [uid, useOrder])).toEqual([
    ['ends-soon', 1],
    ['ends-late', 2],
    ['first-use', 3],
    ['over-new', null],
    ['over-old', null],
  ])
  expect(CustomerView.parse(view)).toEqual(view)
})

test('replaced eSIM profiles come last, the most recently seen first', () => {
  const view = customerView(
    customer('c', null, {
      relatedEsims: [
        esim('1', { active: false, lastSeen: '2026-01-14T00:00:00Z' }),
        esim('2', { lastSeen: null }),
        esim('3', { lastSeen: '2026-01-10T00:00:00Z' }),
      ],
    }),
    context,
  )
  expect(view.esims.map(({ iccid }) => iccid)).toEqual(['3', '2', '1'])
})

test('the view contains neither activation codes nor links', () => {
  const text = JSON.stringify(
    customerView(customer('c', null, { relatedEsims: [esim('8937')], activatedItems: [item('i')] }), context),
  )
  expect(text).not.toMatch(/LPA|carddata|https:/)
})

test('an item with an open operation can neither be activated nor refunded', () => {
  const view = customerView(customer('c', null, { activatedItems: [item('i')] }), {
    ...context,
    lockedItems: new Set([ItemUid.parse('i')]),
  })
  expect(view.items[0]?.refund).toMatchObject({ possible: false })
  expect(view.items[0]?.refund.reasons).toContain('operation_open')
})

test('the same person is shown with the inferred country sets', () => {
  const view = customerView(customer('c', 'ann@example.com'), {
    ...context,
    samePerson: [
      customer('d', 'ANN@example.com', {
        activatedItems: [item('1'), item('2'), item('3', {}, { name: 'Something else' })],
      }),
    ],
  })
  expect(view.samePerson).toEqual([
    { uid: 'd', email: 'ANN@example.com', packages: 3, countrySets: ['EUR'], usableSets: ['EUR'], hasEsim: false },
  ])
})

test('of the same person it is known what can still be used, and whether an eSIM may use it', () => {
  const over = item('1', { status: 'REFUNDED' })
  const of = (more: Parameters<typeof customer>[2]) =>
    customerView(customer('c', 'ann@example.com'), {
      ...context,
      samePerson: [customer('d', 'ann@example.com', { activatedItems: [over], ...more })],
    }).samePerson[0]
  expect(of({})).toMatchObject({ countrySets: ['EUR'], usableSets: [], hasEsim: false })
  const failed = { ...esim('8937002512345678905'), state: 'ERROR' }
  expect(of({ relatedEsims: [failed] })).toMatchObject({ hasEsim: false })
  expect(of({ relatedEsims: [failed, esim('8937002512345678913')] })).toMatchObject({ hasEsim: true })
  expect(of({ relatedEsims: [failed], omittedEsims: 1 })).toMatchObject({ hasEsim: true })
})

test('the state of a code is null only in a view of the directory, which has no codes', () => {
  const state = (activationCode: string | null, source: 'service' | 'directory' = 'service') =>
    customerView(customer('c', null, { relatedEsims: [esim('1', { activationCode })] }), { ...context, source })
      .esims[0]?.codeState
  expect(state('LPA:1$smdp.example.com$AB-12')).toBe('usable')
  expect(state('LPA:1$smdp.example.com')).toBe('parts')
  expect(state(null)).toBe('missing')
  expect(state(null, 'directory')).toBeNull()
})

test('the language that a customer probably reads comes from the country or else from the address', () => {
  const language = (email: string, country?: unknown) => {
    const { customer: person, ...rest } = customer('c', email)
    return customerView({ ...rest, customer: { ...person, countryOfResidence: country } }, context).language
  }
  expect(language('ada@example.fr')).toBe('fr')
  expect(language('ada@example.fr', 'JP')).toBe('ja')
  expect(language('ada@example.fr', 7)).toBe('fr')
  expect(language('ada@example.com')).toBeNull()
})

test('an eSIM profile contains what the service sent, and null for what it did not send', () => {
  const shown = (more: Parameters<typeof esim>[1]) =>
    customerView(customer('c', null, { relatedEsims: [esim('1', more)] }), context).esims[0]
  expect(shown({ lastSeen: '2026-01-14T00:00:00Z', activatedAt: '2026-01-02T00:00:00Z' })).toEqual({
    uid: 'esim-1',
    iccid: '1',
    imsi: '240071234567890',
    state: 'installed',
    raw: 'INSTALLED',
    active: true,
    lastSeen: '2026-01-14T00:00:00.000Z',
    activatedAt: '2026-01-02T00:00:00.000Z',
    codeState: 'usable',
  })
  expect(shown({ imsi: '', state: null, active: null, lastSeen: null, activatedAt: '' })).toMatchObject({
    imsi: null,
    state: 'unknown',
    raw: null,
    active: null,
    lastSeen: null,
    activatedAt: null,
  })
})

test('eSIM profiles without a known activity are sorted with the active ones', () => {
  const relatedEsims = [
    esim('replaced-1', { active: false }),
    esim('old', { active: null, lastSeen: '2026-01-01T00:00:00Z' }),
    esim('replaced-2', { active: false, lastSeen: '2026-01-02T00:00:00Z' }),
    esim('new', { lastSeen: '2026-01-10T00:00:00Z' }),
  ]
  expect(customerView(customer('c', null, { relatedEsims }), context).esims.map(({ iccid }) => iccid)).toEqual([
    'new',
    'old',
    'replaced-2',
    'replaced-1',
  ])
  expect(
    customerView(customer('c', null, { relatedEsims: relatedEsims.toReversed() }), context).esims.map(
      ({ iccid }) => iccid,
    ),
  ).toEqual(['new', 'old', 'replaced-2', 'replaced-1'])
})

test('packages are in their order however the service lists them', () => {
  const items = [
    item('ends-late', {}, { expiresAt: '2026-02-10T00:00:00Z' }),
    item('over-old', { salesDate: '2025-10-01T00:00:00Z' }, { expiresAt: '2025-11-01T00:00:00Z' }),
    item('over-unsold', { salesDate: null }, { expiresAt: '2025-11-01T00:00:00Z' }),
    item('over-new', { salesDate: '2025-12-01T00:00:00Z' }, { expiresAt: '2026-01-01T00:00:00Z' }),
    item('ends-soon', {}, { expiresAt: '2026-01-20T00:00:00Z' }),
  ]
  for (const activatedItems of [
    items,
    items.toReversed(),
    items.toSorted((one, other) => one.uid.localeCompare(other.uid)),
  ]) {
    expect(customerView(customer('c', null, { activatedItems }), context).items.map(({ uid }) => uid)).toEqual([
      'ends-soon',
      'ends-late',
      'over-new',
      'over-old',
      'over-unsold',
    ])
  }
})

test('missing values of a customer are null', () => {
  expect(
    customerView(customer('c', null, { totalAvailableBalance: null }), {
      ...context,
      samePerson: [customer('d', null)],
    }),
  ).toMatchObject({
    uid: 'c',
    email: null,
    totalRemaining: null,
    samePerson: [{ uid: 'd', email: null, packages: 0, countrySets: [], usableSets: [], hasEsim: false }],
  })
  expect(customerView(customer('c', 'ann@example.com'), context)).toMatchObject({
    email: 'ann@example.com',
    totalRemaining: { value: 1.5, unit: 'GB' },
  })
})

test('phases depend on the present time, and the age on the time of reading', () => {
  const view = customerView(
    customer('c', null, { activatedItems: [item('i', {}, { expiresAt: '2026-01-15T00:00:00Z' })] }),
    { ...context, source: 'directory' },
  )
  expect(view).toMatchObject({
    asOf: '2026-01-14T23:59:59.000Z',
    now: '2026-01-15T00:00:00.000Z',
    source: 'directory',
    items: [{ phase: 'expired' }],
  })
})
