/**
 * Compares two previews of the same submission in the terms by which an agent decides. A renewed preview has a new id,
 * a later `validUntil` and `asOf`, and an end of validity that moved along with the present: none of these is a change.
 */
import type { OperationPreview } from '#shared/model/operation.ts'

const previewFields = [
  'possible',
  'reasons',
  'notes',
  'customerEmail',
  'item',
  'packageName',
  'metatag',
  'size',
  'available',
  'validity',
  'coverage',
  'amount',
  'endsAt',
  'activatesBy',
  'refundsThisMonth',
] as const
/**
 * The compared fields of a purchase. The amount spent today and the stock may change without changing what was agreed
 * to.
 */
const purchaseFields = ['expectedPrice', 'userCountry', 'userIp'] as const
type OwnField = (typeof previewFields)[number]
type PurchaseField = (typeof purchaseFields)[number]
export type PreviewField = OwnField | PurchaseField

export interface PreviewDifference {
  readonly field: PreviewField
  readonly before: OperationPreview
  readonly after: OperationPreview
}

/**
 * Milliseconds. Renewals are about a minute apart, and an end that moved by less is not a change of what was promised.
 */
const sameEndWithin = 60_000

function lengthFromNow(preview: OperationPreview): number | null {
  if (preview.endsAt === null) return null
  return Date.parse(preview.endsAt) - Date.parse(preview.asOf)
}

function sameEnd(before: OperationPreview, after: OperationPreview): boolean {
  const [a, b] = [lengthFromNow(before), lengthFromNow(after)]
  if (a === null || b === null) return a === b
  return Math.abs(a - b) <= sameEndWithin
}

/** What is active of other packages changes with their use, and the eSIMs when the customer installs one. */
const itemState = ({ item }: OperationPreview): string =>
  JSON.stringify(item === null ? null : { ...item, esims: null, others: null })

function same(field: OwnField, before: OperationPreview, after: OperationPreview): boolean {
  if (field === 'endsAt') return sameEnd(before, after)
  if (field === 'item') return itemState(before) === itemState(after)
  return JSON.stringify(before[field]) === JSON.stringify(after[field])
}

export function previewDifferences(before: OperationPreview, after: OperationPreview): readonly PreviewDifference[] {
  const own = previewFields.filter((field) => !same(field, before, after))
  const bought = purchaseFields.filter(
    (field) => JSON.stringify(before.purchase?.[field]) !== JSON.stringify(after.purchase?.[field]),
  )
  return [...own, ...bought].map((field) => ({ field, before, after }))
}
