import { describe, expect, it } from 'vitest'
import {
  ConfirmedBy,
  EchoedReference,
  LateDuplicate,
  OperationAttempt,
  OperationFilter,
  OperationKind,
  OperationRow,
  OperationState,
  OperationTransition,
  PeriodTotals,
  RefundReason,
} from '#shared/model/operation/operation.ts'

const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success
const instant = '2026-06-15T12:00:00.000Z'

/** Journals on disk contain these words. A journal whose spelling changes can't read its own rows. */
describe.each([
  ['kinds', OperationKind, ['activate', 'refund', 'register', 'top-up', 'top-up-with-profile']],
  [
    'states',
    OperationState,
    ['INTENT', 'SENDING', 'CONFIRMED', 'REJECTED', 'NOT_SENT', 'UNKNOWN', 'NOT_APPLIED', 'NEEDS_HUMAN'],
  ],
  ['confirmations', ConfirmedBy, ['answer', 'reference', 'state', 'person']],
  [
    'reasons of a refund',
    RefundReason,
    ['wrong_package', 'device_not_capable', 'not_needed', 'bought_twice', 'no_coverage', 'does_not_work', 'other'],
  ],
  ['echoes of a reference', EchoedReference, ['same', 'shortened', 'changed']],
] as const)('the %s', (_, schema, words) => {
  it('has these values', () => {
    expect(schema.options).toEqual(words)
  })
  it('has no other values', () => {
    for (const word of ['', 'x', words[0].toLowerCase() === words[0] ? words[0].toUpperCase() : words[0].toLowerCase()])
      expect(takes(schema, word)).toBe(false)
  })
})

const row = {
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  kind: 'refund',
  state: 'CONFIRMED',
  confirmedBy: 'answer',
  answer: 'lost',
  changedAnyway: false,
  isShown: true,
  awaitsRead: false,
  startsDifferently: false,
  agent: 'Ann',
  connectionName: 'Shop',
  customerUid: 'c',
  customerEmail: null,
  itemUid: 'i',
  esimUid: null,
  packageName: null,
  inventoryItemId: null,
  countrySet: null,
  mode: null,
  reference: null,
  echoed: null,
  amount: { amount: '4.50', currency: 'USD' },
  charged: null,
  createdAt: instant,
  updatedAt: instant,
  reason: null,
  retryAfter: null,
  refundReason: 'other',
  ticket: null,
  current: true,
  sandbox: false,
  checks: 0,
  nextCheck: null,
  checking: false,
  duplicates: [{ customerUid: 'c', itemUid: 'j', foundAt: instant }],
}

describe('what the window receives about an operation', () => {
  it.each([
    ['row', OperationRow, row],
    ['transition', OperationTransition, { at: instant, state: 'UNKNOWN', cause: 'timeout headers', detail: null }],
    ['attempt', OperationAttempt, { number: 1, route: '/refund', began: instant, ended: null, outcome: null }],
    ['late duplicate', LateDuplicate, { customerUid: 'c', itemUid: 'j', foundAt: instant }],
    [
      'totals of a period',
      PeriodTotals,
      {
        period: '2026-06',
        purchases: 1,
        spent: [{ amount: '4.50', currency: 'USD' }],
        refunds: 0,
        refunded: [],
        seenRefunds: 0,
        seenRefunded: [],
        unresolved: [],
        margin: [{ amount: '1.50', currency: 'USD' }],
        withoutMargin: 0,
      },
    ],
  ])('is a %s with all of its fields and no other', (_, schema, value) => {
    expect(schema.parse(value)).toEqual(value)
    expect(takes(schema, { ...value, more: 1 })).toBe(false)
    for (const field of Object.keys(value)) expect(takes(schema, { ...value, [field]: undefined }), field).toBe(false)
  })

  it.each([{}, { customerUid: 'c', state: 'UNKNOWN', kind: 'refund', from: instant, to: instant }])(
    'is requested with %j',
    (filter) => {
      expect(OperationFilter.parse(filter)).toEqual(filter)
    },
  )
  it.each([{ state: 'LOST' }, { kind: 'gift' }, { from: 5 }, { more: 1 }])('is not requested with %j', (filter) => {
    expect(takes(OperationFilter, filter)).toBe(false)
  })
})
