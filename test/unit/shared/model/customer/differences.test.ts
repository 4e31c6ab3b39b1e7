/** What differs between two reads of a customer. */
import { describe, expect, test } from 'vitest'
import { differencesBetween, joinedUsage, maxDifferences, usedBetween } from '#shared/model/customer/differences.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { customer, esim, item } from '../customerSamples.ts'

const now = Date.parse('2026-01-15T00:00:00Z')
const left = (sizeValue: number) => ({ availableBalance: { sizeValue, sizeUnit: 'GB' } })
const withItems = (...activatedItems: readonly unknown[]) => customer('c', null, { activatedItems })
const withEsims = (...relatedEsims: readonly unknown[]) => customer('c', null, { relatedEsims })
const between = (before: WireCustomerEntry, after: WireCustomerEntry) => differencesBetween(before, after, now)

test('equal reads have no difference, and what time alone changes is none', () => {
  const entry = customer('c', 'a@x.example', { activatedItems: [item('i')], relatedEsims: [esim('8901')] })
  expect(between(entry, entry)).toEqual([])
  expect(differencesBetween(entry, entry, Date.parse('2027-01-01T00:00:00Z'))).toEqual([])
  expect(between(withEsims(esim('8901')), withEsims(esim('8901', { lastSeen: '2026-01-14T00:00:00Z' })))).toEqual([])
})

test('another e-mail address is named, also where there was none', () => {
  expect(between(customer('c', null), customer('c', 'a@x.example'))).toEqual([
    { kind: 'email', before: null, after: 'a@x.example' },
  ])
})

test('eSIMs change their state, come and go; two spellings of a state are one', () => {
  const before = withEsims(esim('8901', { state: 'RELEASED' }), esim('8902'), esim('8903'))
  const after = withEsims(esim('8901'), esim('8902', { state: 'INSTALLED/ENABLED' }), esim('8904'))
  expect(between(before, after)).toEqual([
    { kind: 'esim', iccid: '8901', before: 'released', after: 'installed' },
    { kind: 'esim', iccid: '8904', before: null, after: 'installed' },
    { kind: 'esim', iccid: '8903', before: 'installed', after: null },
  ])
})

test('what can’t be read, or may have been left out, is not taken for gone', () => {
  const full = customer('c', 'a@x.example', { relatedEsims: [esim('8901'), esim('8902')] })
  const unreadable = [
    { customer: { uid: 'c', email: ['ann'] }, relatedEsims: [esim('8901'), esim('8902')] },
    { customer: full.customer, relatedEsims: [esim('8901'), { uid: [7] }] },
    { customer: full.customer },
    { customer: full.customer, relatedEsims: [esim('8901')], omittedEsims: 1 },
  ].map((entry) => WireCustomerEntry.parse(entry))
  for (const entry of unreadable) {
    expect(between(full, entry)).toEqual([])
    expect(between(entry, full)).toEqual([])
  }
})

test('an amount in another unit is no use', () => {
  const [gigabytes, megabytes] = [
    { sizeValue: 0.05, sizeUnit: 'GB' },
    { sizeValue: 50, sizeUnit: 'MB' },
  ].map((availableBalance) => withItems(item('a', {}, { availableBalance })))
  if (gigabytes === undefined || megabytes === undefined) throw new Error('none')
  expect(between(gigabytes, megabytes)).toEqual([])
})

describe('packages', () => {
  const named = { kind: 'package', name: 'Europe 3 GB' }

  test('change their phase, come and go', () => {
    const waiting = item('a', {}, { activatedAt: null, activationMode: 'ON_DEMAND' })
    expect(between(withItems(waiting, item('b')), withItems(item('a'), item('c')))).toEqual([
      { ...named, itemUid: 'a', before: 'waiting_activation', after: 'active' },
      { ...named, itemUid: 'c', before: null, after: 'active' },
      { ...named, itemUid: 'b', before: 'active', after: null },
    ])
  })

  test('that a read does not list completely are not taken for gone or new', () => {
    const partly = customer('c', null, { activatedItems: [item('a')], omittedItems: 1 })
    expect(between(withItems(item('a'), item('b')), partly)).toEqual([])
    expect(between(partly, withItems(item('a'), item('b')))).toEqual([])
  })

  test('are used, and used up; data that was added is no use', () => {
    const [full, half, empty] = [3, 1.5, 0].map((size) => withItems(item('a', {}, left(size))))
    if (full === undefined || half === undefined || empty === undefined) throw new Error('none')
    const usage = { kind: 'usage', itemUid: 'a', name: 'Europe 3 GB' }
    const [was, is, none] = [3, 1.5, 0].map((value) => ({ value, unit: 'GB' }))
    expect(between(full, half)).toEqual([{ ...usage, before: was, after: is }])
    expect(between(half, full)).toEqual([])
    const refunded = withItems(item('a', { status: 'Refunded' }, left(0)))
    expect(between(half, refunded)).toEqual([{ ...named, itemUid: 'a', before: 'active', after: 'refunded' }])
    expect(between(half, empty)).toEqual([
      { ...named, itemUid: 'a', before: 'active', after: 'empty' },
      { ...usage, before: is, after: none },
    ])
    expect(joinedUsage(between(full, half), between(half, empty).slice(1))).toEqual([
      { ...usage, before: was, after: none },
    ])
    expect(joinedUsage(between(full, half), between(half, empty))).toBeNull()
    expect(joinedUsage(between(full, half), between(full, withItems(item('a', {}, left(3)), item('b'))))).toBeNull()
  })
})

test('used data is given in a readable unit, and not where a unit is unknown', () => {
  expect(usedBetween({ value: 3, unit: 'GB' }, { value: 2.5, unit: 'gb' })).toEqual({ value: 512, unit: 'MB' })
  expect(usedBetween({ value: 3, unit: 'GB' }, { value: 2, unit: 'buckets' })).toBeNull()
})

test('of one read only so many differences are kept', () => {
  const many = Array.from({ length: 500 }, (_, index) => item(`i${String(index)}`))
  expect(between(withItems(), withItems(...many))).toHaveLength(maxDifferences)
})
