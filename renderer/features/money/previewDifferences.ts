/**
 * Compares two previews of the same submission in the terms by which an agent decides. A renewed preview has a new id,
 * a later `validUntil` and `asOf`, and an end of validity or an automatic start that moved along with the present: none
 * of these is a change.
 */
import type { OperationPreview } from '#shared/model/operation/operation.ts'

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
 * Milliseconds. Renewals are about a minute apart, and a date that moved by less is not a change of what was promised.
 */
const sameDateWithin = 60_000

type DateField = 'endsAt' | 'activatesBy'

function fromNow(field: DateField, preview: OperationPreview): number | null {
  const date = preview[field]
  return date === null ? null : Date.parse(date) - Date.parse(preview.asOf)
}

/** A date is counted from the present, or fixed: that of a package which already waits stays as time passes. */
function sameDate(field: DateField, before: OperationPreview, after: OperationPreview): boolean {
  if (before[field] === after[field]) return true
  const [a, b] = [fromNow(field, before), fromNow(field, after)]
  return a !== null && b !== null && Math.abs(a - b) <= sameDateWithin
}

/** What is active of other packages changes with their use, and the eSIMs when the customer installs one. */
const itemState = ({ item }: OperationPreview): string =>
  JSON.stringify(item === null ? null : { ...item, esims: null, others: null })

function same(field: OwnField, before: OperationPreview, after: OperationPreview): boolean {
  if (field === 'endsAt' || field === 'activatesBy') return sameDate(field, before, after)
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
