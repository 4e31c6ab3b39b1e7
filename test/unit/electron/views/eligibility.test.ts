import { describe, expect, it } from 'vitest'
import { activateEligibility, refundEligibility } from '../../../../electron/views/eligibility.ts'
import { at, item, now, waiting } from '../../shared/model/things.ts'

const free = { operationOpen: false }
const gb = (sizeValue: number) => ({ sizeValue, sizeUnit: 'GB' })

describe('activating an item (interface 4.12)', () => {
  it.each(['ON_DEMAND', 'FIRST_USE'])('is possible for an item that waits: %s', (mode) => {
    expect(activateEligibility(waiting(mode), now, free)).toEqual({ possible: true, reasons: [], notes: [] })
  })

  it.each([
    ['already active', item({ balance: { activationMode: 'ON_DEMAND' } }), ['already_active']],
    ['over', item({ balance: { expiresAt: at(-1) } }), ['expired', 'already_active']],
    ['of the mode that starts at once', waiting('NOW'), ['mode_starts_at_once']],
    ['of a mode that is not known', waiting('ON_MONDAY'), ['mode_unknown']],
    ['refunded', waiting('ON_DEMAND', { status: 'Refunded' }), ['refunded']],
  ])('is not possible for an item that is %s, and gives the reason', (_what, one, reasons) => {
    expect(activateEligibility(one, now, free)).toEqual({ possible: false, reasons, notes: [] })
  })

  it('waits for an open operation on the item', () => {
    expect(activateEligibility(waiting('ON_DEMAND'), now, { operationOpen: true })).toMatchObject({
      possible: false,
      reasons: ['operation_open'],
    })
  })

  it('is possible after the date of automatic activation while the service says inactive, because that date is not an expiry', () => {
    expect(activateEligibility(waiting('ON_DEMAND', { balance: { expiresAt: at(-1) } }), now, free).possible).toBe(true)
  })
})

describe('refunding an item (interface 4.13)', () => {
  it('is possible for an unused, unexpired item, and leaves unknowns to the service', () => {
    expect(refundEligibility(item(), now, free)).toEqual({
      possible: true,
      reasons: [],
      notes: ['maybe_from_stock', 'monthly_maximum_unknown'],
    })
  })

  it('is possible before the item has started, even past its automatic activation', () => {
    expect(refundEligibility(waiting('FIRST_USE', { balance: { expiresAt: at(-1) } }), now, free).possible).toBe(true)
  })

  it('is possible if the balance differs only by the rounding, and the difference is reported', () => {
    const rounded = item({ balance: { size: { sizeValue: 50, sizeUnit: 'MB' }, availableBalance: gb(0.05) } })
    expect(refundEligibility(rounded, now, free)).toMatchObject({
      possible: true,
      notes: ['rounding', 'maybe_from_stock', 'monthly_maximum_unknown'],
    })
  })

  it('is left to the service for purchases before refunds in credits began, with a note', () => {
    const others = ['maybe_from_stock', 'monthly_maximum_unknown']
    expect(refundEligibility(item({ salesDate: '2024-12-05T23:59:59Z' }), now, free)).toEqual({
      possible: true,
      reasons: [],
      notes: ['before_credit_refunds', ...others],
    })
    for (const salesDate of ['2024-12-06T00:00:00Z', null])
      expect(refundEligibility(item({ salesDate }), now, free)).toEqual({ possible: true, reasons: [], notes: others })
  })

  it('does not treat an unknown unit as a use', () => {
    expect(
      refundEligibility(item({ balance: { availableBalance: { sizeValue: 3, sizeUnit: 'blocks' } } }), now, free)
        .possible,
    ).toBe(true)
  })

  it('does not treat a missing price as a free package', () => {
    expect(refundEligibility(item({ purchasePrice: null }), now, free).possible).toBe(true)
  })

  it.each([
    ['used', item({ balance: { availableBalance: gb(2.98) } }), ['used']],
    ['over', item({ balance: { expiresAt: at(-1) } }), ['expired']],
    ['used and over', item({ balance: { expiresAt: at(-1), availableBalance: gb(1) } }), ['used', 'expired']],
    ['free of charge', item({ purchasePrice: { priceValue: 0, currencyCode: 'USD' } }), ['not_bought_with_credits']],
    [
      'refunded, which also emptied it',
      item({ status: 'REFUNDED', balance: { availableBalance: gb(0) } }),
      ['refunded'],
    ],
  ])('is not possible for an item that is %s', (_what, one, reasons) => {
    expect(refundEligibility(one, now, free)).toEqual({ possible: false, reasons, notes: [] })
  })

  it('waits for an open operation on the item, whatever its kind', () => {
    expect(refundEligibility(item(), now, { operationOpen: true })).toMatchObject({
      possible: false,
      reasons: ['operation_open'],
    })
  })
})
