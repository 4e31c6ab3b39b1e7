import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useOrder } from '../../../../electron/views/useOrder.ts'
import { at, item, now, waiting } from '../../shared/model/things.ts'

const nothing = { sizeValue: 0, sizeUnit: 'GB' }
const active = (uid: string, end: number | null) => item({ uid, balance: { expiresAt: end === null ? null : at(end) } })
const firstUse = (uid: string, by: number) => waiting('FIRST_USE', { uid, balance: { expiresAt: at(by) } })
const onDemand = (uid: string, by: number) => waiting('ON_DEMAND', { uid, balance: { expiresAt: at(by) } })

describe('the order of use (interface 3.4)', () => {
  it('sorts the active items by shortest remaining validity, those without an end last', () => {
    expect(useOrder([active('endless', null), active('late', 20), active('soon', 2)], now)).toEqual([
      'soon',
      'late',
      'endless',
    ])
  })

  it('puts FIRST_USE items after all active ones, by closest date', () => {
    expect(useOrder([firstUse('b', 40), firstUse('a', 1), active('endless', null)], now)).toEqual(['endless', 'a', 'b'])
  })

  it('has no place for ON_DEMAND items that nobody activated', () => {
    expect(useOrder([onDemand('asked', 1), firstUse('first', 80), active('running', 3)], now)).toEqual([
      'running',
      'first',
    ])
  })

  it('omits items that are not going to be used', () => {
    const refunded = [
      item({ uid: 'over', balance: { expiresAt: at(-1) } }),
      item({ uid: 'empty', balance: { availableBalance: nothing } }),
      item({ uid: 'refunded', status: 'Refunded' }),
    ]
    expect(useOrder([...refunded, active('left', 1)], now)).toEqual(['left'])
  })

  it('does not depend on the order in which the service lists them', () => {
    const items = [
      active('a', 1),
      active('b', 2),
      active('c', null),
      firstUse('d', 3),
      firstUse('e', 30),
      onDemand('f', 2),
      onDemand('g', 9),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(items, { minLength: items.length }), (shuffled) => {
        expect(useOrder(shuffled, now)).toEqual(['a', 'b', 'c', 'd', 'e'])
      }),
    )
  })
})
