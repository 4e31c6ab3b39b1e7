import { expect, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { maxOpenCustomers } from '#shared/model/settings.ts'
import { tabAfterClosing, withTab } from '../../../../../renderer/app/tabs/useCustomerTabs.ts'

const uids = (...names: string[]) => names.map((name) => CustomerUid.parse(name))
const [a, b, c] = [CustomerUid.parse('a'), CustomerUid.parse('b'), CustomerUid.parse('c')]

test('a customer who is open already keeps the tab, another one gets the last', () => {
  const open = uids('a', 'b')
  expect(withTab(open, a)).toBe(open)
  expect(withTab(open, c)).toEqual(uids('a', 'b', 'c'))
})

test('the oldest tab goes when there are too many', () => {
  const full = uids(...Array.from({ length: maxOpenCustomers }, (_, index) => `c-${String(index)}`))
  const next = withTab(full, a)
  expect(next).toHaveLength(maxOpenCustomers)
  expect(next[0]).toBe('c-1')
  expect(next.at(-1)).toBe(a)
})

test('the next tab takes the place of a closed one, or the previous one of the last', () => {
  expect(tabAfterClosing(uids('a', 'b', 'c'), b)).toBe(c)
  expect(tabAfterClosing(uids('a', 'b', 'c'), c)).toBe(b)
  expect(tabAfterClosing(uids('a'), a)).toBeNull()
})
