import { expect, test } from 'vitest'
import { customerRow } from '../../../../electron/views/customerRow.ts'
import { metatagOf } from '#shared/model/operation/purchase.ts'
import { CustomerRow } from '#shared/model/customer/views.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'

const now = Date.parse('2026-01-15T00:00:00Z')

test('a row of a customer whose e-mail others have too has the latest reference, without the id of an operation', () => {
  const id = '01JD3ZQ8K5N7P9R2T4V6X8Z0AB'
  const rowOf = (...items: readonly (readonly [string | null, string])[]) =>
    CustomerRow.parse(
      customerRow(
        customer('c', 'ann@example.com', {
          activatedItems: items.map(([metatag, salesDate], n) => item(`i-${n}`, { metatag, salesDate })),
        }),
        now,
        null,
        true,
      ),
    ).sharedEmail
  const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']
  expect(rowOf(['A-1', early], ['A-2', late], ['A-0', early])).toEqual({ reference: 'A-2' })
  expect(rowOf(['A-1', early], [null, late])).toEqual({ reference: 'A-1' })
  expect(
    rowOf(
      [metatagOf('{id} {reference}', { id, reference: 'A-7', agent: 'Ada', date: '2026-11-29' }), early],
      [id, late],
    ),
  ).toEqual({ reference: 'A-7' })
  expect(rowOf([null, late])).toEqual({ reference: null })
})

test('a row counts packages by phase and contains the earliest end among the active ones', () => {
  const row = customerRow(
    customer('c', 'ann@example.com', {
      activatedItems: [
        item('late', {}, { expiresAt: '2026-02-20T00:00:00Z', name: 'World 1 GB' }),
        item('soon', {}, { expiresAt: '2026-01-20T00:00:00.123Z' }),
        item('over', {}, { expiresAt: '2026-01-10T00:00:00Z' }),
        item('first', {}, { activatedAt: null, activationMode: 'FIRST_USE', expiresAt: '2026-01-16T00:00:00Z' }),
        item('demand', {}, { activatedAt: '', activationMode: 'ON_DEMAND', expiresAt: '2026-01-17T00:00:00Z' }),
      ],
      relatedEsims: [
        esim('8937002512345678905', { state: 'INSTALLED/ENABLED', lastSeen: '2026-01-14T08:00:00.12345Z' }),
        esim('8937002512345678913', { state: 'MELTED', lastSeen: '2026-01-13T08:00:00Z' }),
      ],
    }),
    now,
    null,
  )
  expect(CustomerRow.parse(row)).toEqual({
    uid: 'c',
    email: 'ann@example.com',
    esims: [
      { iccid: '8937002512345678905', state: 'installed', raw: 'INSTALLED/ENABLED' },
      { iccid: '8937002512345678913', state: 'unknown', raw: 'MELTED' },
    ],
    totalRemaining: { value: 1.5, unit: 'GB' },
    nextExpiry: '2026-01-20T00:00:00.123Z',
    ended: { count: 1, last: '2026-01-10T00:00:00.000Z' },
    lastSeen: '2026-01-14T08:00:00.123Z',
    soldAt: '2026-01-01T00:00:00.000Z',
    packages: { active: 2, waiting: 2, over: 1, total: 5 },
    packageNames: ['World 1 GB', 'Europe 3 GB'],
    match: null,
  })
})

test('a row names the packages that are still valid, and all of them if none is', () => {
  const over = [
    item('refunded', { status: 'REFUNDED' }, { name: 'Asia 1 GB' }),
    item('expired', {}, { name: 'Japan 1 GB', expiresAt: '2026-01-10T00:00:00Z' }),
  ]
  const namesOf = (...activatedItems: typeof over) =>
    customerRow(customer('c', null, { activatedItems }), now, null).packageNames
  expect(namesOf(...over, item('active', {}, { name: 'Europe 3 GB', expiresAt: null }))).toEqual(['Europe 3 GB'])
  expect(namesOf(...over)).toEqual(['Asia 1 GB', 'Japan 1 GB'])
})

test('an active package without an end leads to no expiry, and hides no other', () => {
  const endless = item('endless', {}, { expiresAt: null, name: '' })
  expect(customerRow(customer('c', null, { activatedItems: [endless] }), now, null)).toMatchObject({
    nextExpiry: null,
    packages: { active: 1 },
    packageNames: [],
  })
  expect(
    customerRow(
      customer('c', null, { activatedItems: [endless, item('soon', {}, { expiresAt: '2026-01-20T00:00:00Z' })] }),
      now,
      null,
    ).nextExpiry,
  ).toBe('2026-01-20T00:00:00.000Z')
})

test('a row shows how many packages have ended, used up or not, and when the last one did', () => {
  const [early, late] = ['2026-01-02T00:00:00Z', '2026-01-10T00:00:00Z']
  const empty = { sizeValue: 0, sizeUnit: 'GB' }
  const activatedItems = [
    item('late', {}, { expiresAt: late, availableBalance: empty }),
    item('early', {}, { expiresAt: early }),
    item('refunded', { status: 'REFUNDED' }, { expiresAt: '2026-01-12T00:00:00Z' }),
    item('active', {}, { expiresAt: '2026-01-20T00:00:00Z' }),
  ]
  expect(CustomerRow.parse(customerRow(customer('c', null, { activatedItems }), now, null)).ended).toEqual({
    count: 2,
    last: '2026-01-10T00:00:00.000Z',
  })
  const active = customer('c', null, { activatedItems: activatedItems.slice(2) })
  expect(customerRow(active, now, null)).not.toHaveProperty('ended')
})

test('the automatic activation of a waiting package is not an expiry', () => {
  const row = customerRow(
    customer('c', null, { activatedItems: [item('i', {}, { activatedAt: null, activationMode: 'FIRST_USE' })] }),
    now,
    null,
  )
  expect(row).toMatchObject({ email: null, nextExpiry: null, packages: { active: 0, waiting: 1, over: 0, total: 1 } })
})

test('a row reports that no data can be used only if each eSIM in use has failed, and all could be read', () => {
  const failed = esim('8937002512345678905', { state: 'ERROR' })
  const released = { state: 'RELEASED' }
  const rowOf = (changes: Parameters<typeof customer>[2]) =>
    CustomerRow.parse(customerRow(customer('c', null, changes), now, null)).esimsFailed
  expect(rowOf({ relatedEsims: [failed] })).toBe(true)
  expect(rowOf({ relatedEsims: [failed, esim('8937002512345678913', { ...released, active: false })] })).toBe(true)
  expect(rowOf({ relatedEsims: [failed, esim('8937002512345678913', released)] })).toBeUndefined()
  expect(rowOf({ relatedEsims: [] })).toBeUndefined()
  const unknown = { uid: null, iccid: null, imsi: null, metatag: null, name: null, raw: null }
  const unreadableParts = [{ ...unknown, part: 'esim', reason: 'iccid: missing' }]
  expect(rowOf({ relatedEsims: [failed], unreadableParts })).toBeUndefined()
})
