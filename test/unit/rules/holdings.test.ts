/** What a customer has, and which of several packages or operations is named first. */
import { describe, expect, test } from 'vitest'
import { holdingsOf, phaseAt } from '#shared/model/package/holdings.ts'
import { verdictOf } from '../../../renderer/rules/verdict.ts'
import { at, item, now, waiting } from '../shared/model/things.ts'
import { ended, factsOf, gigabytes, idsOf, main, operation, seen, used, usedUp } from './cases.ts'

const unlimited = { usable: false, waiting: false }

describe('what a customer has', () => {
  const active = (uid: string, expiresAt: string | null, left = 1) =>
    item({ uid, balance: { expiresAt, availableBalance: gigabytes(left) } })
  const held = (items: readonly unknown[], time = now) => holdingsOf(factsOf(items, []).view, time)

  test('is the data that can be used, the data that waits, and the next end', () => {
    const items = [
      active('one', at(20), 1.5),
      active('two', at(5), 1),
      waiting('FIRST_USE', { uid: 'three' }),
      waiting('ON_DEMAND', { uid: 'four', balance: { availableBalance: gigabytes(2) } }),
      { ...usedUp, uid: 'five' },
      { ...ended, uid: 'six' },
      item({ uid: 'seven', status: 'Refunded' }),
    ]
    expect(held(items)).toEqual({
      usable: { value: 2.5, unit: 'GB' },
      waiting: { value: 5, unit: 'GB' },
      waitingCount: 2,
      unlimited,
      onNetwork: { usable: { value: 5.5, unit: 'GB' }, waiting: { value: 2, unit: 'GB' }, waitingCount: 1, unlimited },
      nextExpiry: at(5),
      unreadable: false,
    })
  })

  test('has packages without a volume beside the sum of the others', () => {
    const none = { sizeValue: -1, sizeUnit: 'GB' }
    const endless = active('endless', at(5), -1)
    const { usable, unlimited: without } = held([
      { ...endless, balance: { ...endless.balance, size: none } },
      active('one', at(5), 1),
    ])
    expect([usable, without]).toEqual([
      { value: 1, unit: 'GB' },
      { usable: true, waiting: false },
    ])
  })

  test('is nothing without packages', () => {
    expect(held([])).toEqual({
      usable: { value: 0, unit: 'GB' },
      waiting: { value: 0, unit: 'GB' },
      waitingCount: 0,
      unlimited,
      onNetwork: { usable: { value: 0, unit: 'GB' }, waiting: { value: 0, unit: 'GB' }, waitingCount: 0, unlimited },
      nextExpiry: null,
      unreadable: false,
    })
  })

  test('is less once a package has ended since the customer was read', () => {
    const items = [active('one', at(1), 1), active('two', at(5), 2)]
    expect(held(items, Date.parse(at(2)))).toMatchObject({ usable: { value: 2, unit: 'GB' }, nextExpiry: at(5) })
  })

  test.each([
    ['the sooner one', [at(5), at(20)], at(5)],
    ['that of the only package that ends', [null, at(5)], at(5)],
    ['none, where no package ends', [null], null],
  ])('ends next with %s, whichever package is listed first', (_which, [first = null, ...others], next) => {
    const items = [first, ...others].map((end, index) => active(`item-${String(index)}`, end))
    const { view } = factsOf(items, [])
    expect(holdingsOf(view, now).nextExpiry).toBe(next)
    expect(holdingsOf({ ...view, items: view.items.toReversed() }, now).nextExpiry).toBe(next)
  })

  test.each([
    [
      'the state of one of the packages',
      [item(), item({ uid: 'item-2', balance: { activatedAt: 'yesterday' } })],
      true,
    ],
    ['one of the packages', [item(), { uid: 'item-2', balance: 'none' }], true],
    ['the rest of one of the packages', [item(), item({ uid: 'item-2', balance: { availableBalance: null } })], true],
    ['the list of packages', 'none', true],
    ['nothing', [item()], false],
  ])('may be more if %s can’t be read', (_what, activatedItems, isMore) => {
    const { view } = factsOf([], [], { entry: { activatedItems } })
    expect(holdingsOf(view, now).unreadable).toBe(isMore)
  })

  test('is not in doubt because of an eSIM or another part that can’t be read', () => {
    const { view } = factsOf([item()], [{ uid: [7], iccid: [] }], { entry: { totalAvailableBalance: 'much' } })
    expect(view.unreadable).toHaveLength(2)
    expect(holdingsOf(view, now).unreadable).toBe(false)
  })
})

test('a package has ended at the instant of its end, and not before', () => {
  const active = { phase: 'active', expiresAt: at(1) } as const
  expect(phaseAt(active, Date.parse(at(1)) - 1)).toBe('active')
  expect(phaseAt(active, Date.parse(at(1)))).toBe('expired')
})

describe('of several packages that have ended, whichever was sold last, the one named is', () => {
  const named = (items: readonly unknown[]) => main(factsOf(items, [seen(0)])).values['package']
  const name = (text: string) => ({ type: 'package', name: text })
  const sold = (uid: string, days: number, balance: NonNullable<Parameters<typeof item>[0]>['balance']) =>
    item({ uid, salesDate: at(days), balance: { availableBalance: gigabytes(0), ...balance } })

  test.each([
    [-3, -2],
    [-2, -3],
  ])('the one that was started last, of those that are used up (sold %d and %d days ago)', (first, second) => {
    const early = { name: 'Europe 3 GB', activatedAt: at(-1.5) }
    const late = { name: 'Portugal 3 GB', activatedAt: at(-1) }
    expect(named([sold('one', first, early), sold('two', second, late)])).toEqual(name('Portugal 3 GB'))
  })

  test.each([
    [-30, -20],
    [-20, -30],
  ])('the one that ended last, of those that have ended (sold %d and %d days ago)', (first, second) => {
    const early = { name: 'Europe 3 GB', expiresAt: at(-9) }
    const late = { name: 'Portugal 3 GB', expiresAt: at(-4) }
    expect(named([sold('one', first, early), sold('two', second, late)])).toEqual(name('Portugal 3 GB'))
  })

  test.each([
    [-3, -2],
    [-2, -3],
  ])('one that was started before one that never was (sold %d and %d days ago)', (first, second) => {
    const never = { name: 'Europe 3 GB', activatedAt: null }
    const started = { name: 'Portugal 3 GB', activatedAt: at(-1) }
    expect(named([sold('one', first, never), sold('two', second, started)])).toEqual(name('Portugal 3 GB'))
  })
})

test('of several operations that are not confirmed, the oldest comes first', () => {
  const older = operation({ id: 'older', createdAt: at(-0.2) })
  const newer = operation({ id: 'newer', createdAt: at(-0.1) })
  for (const operations of [
    [older, newer],
    [newer, older],
  ])
    expect(verdictOf(factsOf([used], [seen(0)], { operations })).map(({ key }) => key)).toEqual([
      'unconfirmed older',
      'unconfirmed newer',
    ])
})

test('a list of packages that can’t be read leaves open what the customer has', () => {
  expect(idsOf(factsOf([], [seen(0)], { entry: { activatedItems: 'none' } }))).toEqual(['packageUnknown'])
})
