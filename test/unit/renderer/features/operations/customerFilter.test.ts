/** The filter by customer: a customer is found while typing, and chosen with a key or a click. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import CustomerFilter from '../../../../../renderer/features/operations/CustomerFilter.vue'
import { at, recordRequests, flush } from '../../support/deferred.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { now } from '../../support/samples.ts'

type Found = OutputOf<'customers', 'search'>
const row = (uid: string, email: string | null): Found['rows'][number] => ({
  uid: CustomerUid.parse(uid),
  email,
  esims: [{ iccid: Iccid.parse('8948010000012345678'), state: 'installed', raw: null }],
  totalRemaining: null,
  nextExpiry: null,
  lastSeen: null,
  soldAt: null,
  packages: { active: 0, waiting: 0, over: 0, total: 0 },
  packageNames: [],
  match: null,
})
const found = (...rows: Found['rows']): Found => ({
  rows,
  source: 'directory',
  exact: null,
  serviceProblem: null,
  asOf: now,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function field(modelValue: string | null = null, name: string | null = null) {
  const search = recordRequests<InputOf<'customers', 'search'>, Found>()
  const wrapper = mounted(CustomerFilter, { modelValue, name, search: search.send })
  const type = async (text: string): Promise<void> => {
    await wrapper.get('input').setValue(text)
    vi.runAllTimers()
    await flush()
  }
  const chosen = () => wrapper.emitted('update:modelValue')
  return { wrapper, requests: search.requests, type, chosen, options: () => wrapper.findAll('[role=option]').map(read) }
}

test('customers are offered while typing, and Enter chooses the one that the arrows have reached', async () => {
  const { wrapper, requests, type, chosen, options } = field()
  await type('ada')
  expect(requests.map(({ input }) => input.query)).toEqual(['ada'])
  at(requests, 0).answer(found(row('c-1', 'ada@example.org'), row('c-2', null)))
  await flush()
  expect(options()).toEqual(['ada@example.orgc-1', `${text('customer.withoutEmail')}c-2`])
  await wrapper.get('input').trigger('keydown', { key: 'ArrowDown' })
  await wrapper.get('input').trigger('keydown', { key: 'Enter' })
  expect(chosen()).toEqual([['c-2']])
})

test('an answer for an earlier text is dropped', async () => {
  const { requests, type, options } = field()
  await type('a')
  await type('bo')
  at(requests, 1).answer(found(row('c-9', 'bob@example.org')))
  await flush()
  at(requests, 0).answer(found(row('c-1', 'ada@example.org')))
  await flush()
  expect(options()).toEqual(['bob@example.orgc-9'])
})

test('Enter before the answer chooses nothing', async () => {
  const { wrapper, type, chosen } = field()
  await type('ada')
  await wrapper.get('input').trigger('keydown', { key: 'Enter' })
  expect(chosen()).toBeUndefined()
})

test('a pasted uid chooses its customer', async () => {
  const { wrapper, requests, type, chosen } = field()
  await type('c-12345678')
  at(requests, 0).answer({ ...found(row('c-12345678', 'ada@example.org')), exact: CustomerUid.parse('c-12345678') })
  await flush()
  expect(chosen()).toEqual([['c-12345678']])
  await wrapper.setProps({ modelValue: 'c-12345678' })
  expect(read(wrapper)).toContain('ada@example.org')
})

test('the list says if nobody was found or the search failed', async () => {
  const { wrapper, requests, type } = field()
  await type('nobody')
  at(requests, 0).answer(found())
  await flush()
  expect(read(wrapper)).toContain(text('customers.offers.none'))
  await type('nobody else')
  at(requests, 1).fail(new Error('no'))
  await flush()
  expect(read(wrapper)).toContain(text('customers.offers.failed'))
})

test('the chosen customer is shown by name or else by uid, and can be removed', async () => {
  expect(read(field('c-1', null).wrapper)).toContain('c-1')
  const { wrapper, chosen } = field('c-1', 'ada@example.org')
  expect(read(wrapper)).toContain('ada@example.org')
  await wrapper.get('button').trigger('click')
  expect(chosen()).toEqual([[null]])
})

test('the focus stays in the filter when the field is replaced by the choice, and the other way round', async () => {
  const { wrapper, requests, type } = field()
  await type('ada')
  at(requests, 0).answer(found(row('c-1', 'ada@example.org')))
  await flush()
  await wrapper.get('input').trigger('keydown', { key: 'Enter' })
  await wrapper.setProps({ modelValue: 'c-1' })
  expect(document.activeElement).toBe(wrapper.get('button').element)
  await wrapper.get('button').trigger('click')
  await wrapper.setProps({ modelValue: null })
  expect(document.activeElement).toBe(wrapper.get('input').element)
})
