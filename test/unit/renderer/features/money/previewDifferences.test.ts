import { expect, test } from 'vitest'
import { previewDifferences } from '../../../../../renderer/features/money/previewDifferences.ts'
import { preview, previewItem, purchasePreview } from '../../support/samples.ts'

const fields = (before = preview(), after = preview()): string[] =>
  previewDifferences(before, after).map((difference) => difference.field)

test('a renewed preview with a new id and a later time is no change', () => {
  expect(
    fields(preview(), preview({ previewId: 'p-2', validUntil: '2026-11-21T10:02:00Z', asOf: '2026-11-21T10:01:00Z' })),
  ).toEqual([])
})

test('an end of validity that moves along with the present is no change', () => {
  const before = preview({ kind: 'activate', asOf: '2026-11-21T10:00:00Z', endsAt: '2026-12-21T10:00:00Z' })
  const after = preview({ kind: 'activate', asOf: '2026-11-21T10:00:45Z', endsAt: '2026-12-21T10:00:45Z' })
  expect(fields(before, after)).toEqual([])
})

test('an automatic start that moves along with the present is no change', () => {
  const before = preview({ asOf: '2026-11-21T10:00:00Z', activatesBy: '2027-02-19T10:00:00Z' })
  const after = preview({ asOf: '2026-11-21T10:00:40Z', activatesBy: '2027-02-19T10:00:40Z' })
  expect(fields(before, after)).toEqual([])
})

test('the fixed automatic start of a package that already waits is no change after a long pause', () => {
  const before = preview({ asOf: '2026-11-21T10:00:00Z', activatesBy: '2027-02-19T10:00:00Z' })
  expect(fields(before, { ...before, asOf: '2026-11-21T18:00:00Z' })).toEqual([])
})

test('an automatic start on another day, or none, is a change', () => {
  const before = preview({ activatesBy: '2027-02-19T10:00:00Z' })
  expect(fields(before, preview({ activatesBy: '2027-02-20T10:00:00Z' }))).toEqual(['activatesBy'])
  expect(fields(before, preview({ activatesBy: null }))).toEqual(['activatesBy'])
})

test('another length of validity is a change', () => {
  const before = preview({ endsAt: '2026-12-21T10:00:00Z' })
  expect(fields(before, preview({ endsAt: '2026-11-28T10:00:00Z' }))).toEqual(['endsAt'])
  expect(fields(before, preview({ endsAt: null }))).toEqual(['endsAt'])
})

test('another state of the package is a change, and the use of other packages is not', () => {
  expect(fields(preview(), preview({ item: previewItem({ phase: 'refunded' }) }))).toEqual(['item'])
  expect(fields(preview(), preview({ item: previewItem({}, { usable: { value: 2, unit: 'GB' } }) }))).toEqual([])
})

test('price, remaining data and possibility are changes', () => {
  const after = preview({
    amount: { amount: '5.00', currency: 'USD' },
    available: { value: 2.9, unit: 'GB' },
    possible: false,
    reasons: ['used'],
  })
  expect(fields(preview(), after)).toEqual(['possible', 'reasons', 'available', 'amount'])
})

test('another retail price or fixed country of a purchase is a change, and its stock and amount spent today are not', () => {
  expect(
    fields(purchasePreview(), purchasePreview({}, { expectedPrice: { amount: '9.50', currency: 'USD' } })),
  ).toEqual(['expectedPrice'])
  expect(fields(purchasePreview(), purchasePreview({}, { userCountry: { value: 'FR', fixed: true } }))).toEqual([
    'userCountry',
  ])
  expect(
    fields(purchasePreview(), purchasePreview({}, { stock: 3, spentToday: { amount: '20.00', currency: 'USD' } })),
  ).toEqual([])
})
