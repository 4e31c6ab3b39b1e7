import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { effectScope, ref, watch, type EffectScope } from 'vue'
import type { InputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { useCustomer, type CustomerData } from '../../../../../renderer/features/customer/useCustomer.ts'
import type { PrefetchedCopy } from '../../../../../renderer/lib/prefetchedCopy.ts'
import { at, recordRequests, flush, type PendingRequest } from '../../support/deferred.ts'
import { fakeEvents } from '../../support/events.ts'
import { customer, customerUid, operation } from '../../support/samples.ts'

type Input = PendingRequest<InputOf<'customers', 'get'>, CustomerView>
let scope: EffectScope
let page: CustomerData
let events = fakeEvents()
const uid = ref(customerUid)
const get = recordRequests<InputOf<'customers', 'get'>, CustomerView>()
const askedFrom = (from: 'service' | 'directory'): Input[] =>
  get.requests.filter((question) => question.input.from === from)
const notThere = (): DeskError => new DeskError('not_found', 'not in the directory')
const copy = (changes: Partial<CustomerView> = {}): CustomerView => customer({ source: 'directory', ...changes })

beforeEach(() => {
  get.requests.length = 0
  uid.value = customerUid
  events = fakeEvents()
  scope = effectScope()
  const customer = scope.run(() => useCustomer(() => uid.value, { get: get.send, on: events.on }))
  if (customer === undefined) throw new Error('The scope is over')
  page = customer
})
afterEach(() => scope.stop())

test('the copy is shown at once while the service is asked', async () => {
  expect(page.status.value).toBe('loading')
  expect(get.requests.map((question) => question.input.from)).toEqual(['directory', 'service'])
  at(askedFrom('directory'), 0).answer(copy())
  await flush()
  expect(page.status.value).toBe('copy')
  at(askedFrom('service'), 0).answer(customer({ email: 'new@example.org' }))
  await flush()
  expect(page.status.value).toBe('fresh')
  expect(page.view.value?.email).toBe('new@example.org')
})

test('an answer and the time at which it arrived are seen together', async () => {
  const seen: unknown[] = []
  scope.run(() => watch([page.view, page.receivedAt], ([view, at]) => seen.push([view?.asOf, at]), { flush: 'sync' }))
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
  onTestFinished(() => void vi.useRealTimers())
  at(askedFrom('directory'), 0).answer(copy({ asOf: '2026-11-20T10:00:00.000Z' }))
  await flush()
  vi.setSystemTime(60_000)
  at(askedFrom('service'), 0).answer(customer({ asOf: '2026-11-20T11:00:00.000Z' }))
  await flush()
  expect(seen).toEqual([
    ['2026-11-20T10:00:00.000Z', 1000],
    ['2026-11-20T11:00:00.000Z', 60_000],
  ])
})

/** Opens the page with a copy that was read before. */
function openedWith(prefetchedCopy: PrefetchedCopy): CustomerData {
  get.requests.length = 0
  const early = scope.run(() =>
    useCustomer(() => uid.value, {
      get: get.send,
      on: events.on,
      prefetchedCopy: (wanted) => (wanted === customerUid ? prefetchedCopy : null),
    }),
  )
  if (early === undefined) throw new Error('The scope is over')
  return early
}

test('a copy that was read before the page opened is there at once, and is not read again', async () => {
  const arrived = copy({ email: 'arrived@example.org' })
  const early = openedWith({ arrived, copy: Promise.resolve(arrived) })
  expect([early.view.value?.email, early.status.value]).toEqual(['arrived@example.org', 'copy'])
  expect(get.requests.map((question) => question.input.from)).toEqual(['service'])
  at(askedFrom('service'), 0).answer(customer({ email: 'new@example.org' }))
  await flush()
  expect(early.view.value?.email).toBe('new@example.org')
})

test('a copy that is still being read when the page opens is shown when it arrives', async () => {
  const late = Promise.withResolvers<CustomerView | null>()
  const early = openedWith({ arrived: null, copy: late.promise })
  expect(early.status.value).toBe('loading')
  expect(get.requests.map((question) => question.input.from)).toEqual(['service'])
  late.resolve(copy({ email: 'late@example.org' }))
  await flush()
  expect([early.view.value?.email, early.status.value]).toEqual(['late@example.org', 'copy'])
})

test('a copy that arrives after the answer of the service does not replace it', async () => {
  at(askedFrom('service'), 0).answer(customer({ email: 'new@example.org' }))
  await flush()
  at(askedFrom('directory'), 0).answer(copy({ email: 'old@example.org' }))
  await flush()
  expect(page.view.value?.email).toBe('new@example.org')
})

test('offline the copy stays and the failure is reported', async () => {
  at(askedFrom('directory'), 0).answer(copy())
  at(askedFrom('service'), 0).fail(new DeskError('address_unreachable', 'down'))
  await flush()
  expect(page.status.value).toBe('stale')
  expect(page.error.value?.code).toBe('address_unreachable')
  expect(page.view.value?.source).toBe('directory')
})

test('without a copy and the service it fails, and a retry can succeed', async () => {
  at(askedFrom('directory'), 0).fail(notThere())
  at(askedFrom('service'), 0).fail(new DeskError('not_found', 'no such customer'))
  await flush()
  expect(page.status.value).toBe('failed')
  void page.refresh()
  at(askedFrom('service'), 1).answer(customer())
  await flush()
  expect(page.status.value).toBe('fresh')
  expect(page.error.value).toBeNull()
})

test('answers for a customer who is no longer shown are dropped', async () => {
  uid.value = CustomerUid.parse('c-2')
  await flush()
  at(askedFrom('service'), 0).answer(customer({ email: 'left@example.org' }))
  at(askedFrom('directory'), 0).answer(copy({ email: 'left@example.org' }))
  await flush()
  expect(page.view.value).toBeNull()
  at(askedFrom('service'), 1).answer(customer({ uid: CustomerUid.parse('c-2') }))
  await flush()
  expect(page.view.value?.uid).toBe('c-2')
})

test('a pushed change is read from the copy and not requested from the service', async () => {
  at(askedFrom('directory'), 0).fail(notThere())
  at(askedFrom('service'), 0).answer(customer())
  await flush()
  events.push('customer.changed', { uid: customerUid })
  events.push('customer.changed', { uid: CustomerUid.parse('someone else') })
  expect(askedFrom('directory')).toHaveLength(2)
  expect(askedFrom('service')).toHaveLength(1)
  at(askedFrom('directory'), 1).answer(copy({ email: 'changed@example.org' }))
  await flush()
  expect(page.view.value?.email).toBe('changed@example.org')
  expect(page.status.value).toBe('fresh')
})

test.each([
  ['as new as', 0, 'service'],
  ['newer than', 1000, 'service'],
  ['older by less than the clock is known, than', -999, 'service'],
  ['older than', -1000, 'directory'],
] as const)(
  'a change whose copy is %s the answer that is shown, by %i ms, counts as that of the %s',
  async (_age, later, source) => {
    const answer = customer({})
    at(askedFrom('service'), 0).answer(answer)
    await flush()
    const answeredAt = page.answeredAt.value ?? 0
    events.push('customer.changed', { uid: customerUid })
    const asOf = new Date(Date.parse(answer.asOf) + later).toISOString()
    at(askedFrom('directory'), 1).answer(copy({ asOf }))
    await flush()
    expect([page.status.value, page.view.value?.asOf, page.view.value?.source]).toEqual(['fresh', asOf, source])
    // A copy of the same answer makes it no younger.
    expect((page.answeredAt.value ?? 0) - answeredAt).toBe(Math.max(0, later))
  },
)

test('changes that arrive during a read are read together after it, and only the latest copy is shown', async () => {
  at(askedFrom('directory'), 0).fail(notThere())
  at(askedFrom('service'), 0).answer(customer())
  await flush()
  const shown: (string | null | undefined)[] = []
  scope.run(() => watch(page.view, (view) => shown.push(view?.email), { flush: 'sync' }))
  events.push('operation.changed', operation({ state: 'SENDING' }))
  events.push('operation.changed', operation({ state: 'CONFIRMED' }))
  events.push('customer.changed', { uid: customerUid })
  expect(askedFrom('directory')).toHaveLength(2)
  at(askedFrom('directory'), 1).answer(copy({ email: 'outdated@example.org' }))
  await flush()
  expect(askedFrom('directory')).toHaveLength(3)
  at(askedFrom('directory'), 2).answer(copy({ email: 'latest@example.org' }))
  await flush()
  expect(shown).toEqual(['latest@example.org'])
  events.push('customer.changed', { uid: customerUid })
  expect(askedFrom('directory')).toHaveLength(4)
})

test('while an operation of this page is under way, its changes wait for its end and are read once', async () => {
  const underWay = ref(false)
  scope.stop()
  scope = effectScope()
  const pausesUpdates = (): boolean => underWay.value
  const shown = scope.run(() => useCustomer(() => uid.value, { get: get.send, on: events.on, pausesUpdates }))
  const reads = askedFrom('directory').length
  underWay.value = true
  await flush()
  events.push('operation.changed', operation({ state: 'SENDING' }))
  events.push('operation.changed', operation({ state: 'CONFIRMED' }))
  expect(askedFrom('directory')).toHaveLength(reads)
  underWay.value = false
  await flush()
  expect(askedFrom('directory')).toHaveLength(reads + 1)
  at(askedFrom('directory'), reads).answer(copy({ email: 'after@example.org' }))
  await flush()
  expect(shown?.view.value?.email).toBe('after@example.org')
  underWay.value = true
  await flush()
  underWay.value = false
  await flush()
  expect(askedFrom('directory')).toHaveLength(reads + 1)
})

test('a change of the next customer is read although that of the one before is still being read', async () => {
  events.push('customer.changed', { uid: customerUid })
  const next = CustomerUid.parse('c-2')
  uid.value = next
  await flush()
  events.push('customer.changed', { uid: next })
  at(askedFrom('directory'), 1).answer(copy({ email: 'left@example.org' }))
  await flush()
  at(askedFrom('directory'), 3).answer(copy({ uid: next, email: 'next@example.org' }))
  await flush()
  expect(page.view.value?.email).toBe('next@example.org')
})

test('a copy that a change has shown before the page begins to read stays until the answer, but not for another', async () => {
  let begin: () => void = () => undefined
  const held = scope.run(() =>
    useCustomer(() => uid.value, { get: get.send, on: events.on, begin: (read) => (begin = read) }),
  )
  get.requests.length = 0
  events.push('customer.changed', { uid: customerUid })
  for (const { answer } of askedFrom('directory')) answer(copy({ email: 'changed@example.org' }))
  await flush()
  expect(held?.view.value?.email).toBe('changed@example.org')
  begin()
  expect(held?.view.value?.email).toBe('changed@example.org')
  expect(held?.status.value).toBe('copy')
  at(askedFrom('service'), 0).answer(customer({ email: 'new@example.org' }))
  await flush()
  expect(held?.view.value?.email).toBe('new@example.org')
  uid.value = CustomerUid.parse('c-2')
  await flush()
  expect(held?.view.value).toBeNull()
})

test('an operation on this customer reads the copy again, because it locks the item', async () => {
  at(askedFrom('service'), 0).answer(customer())
  await flush()
  events.push('operation.changed', operation({ state: 'SENDING' }))
  expect(askedFrom('directory')).toHaveLength(2)
})

test('refreshing twice sends one request', async () => {
  at(askedFrom('service'), 0).answer(customer())
  await flush()
  void page.refresh()
  void page.refresh()
  expect(askedFrom('service')).toHaveLength(2)
})

test('leaving the page stops listening', () => {
  scope.stop()
  expect(events.listeners()).toBe(0)
})

test('a quiet read replaces what is shown without announcing that the service is asked', async () => {
  at(askedFrom('service'), 0).answer(customer())
  await flush()
  const read = page.refreshQuietly(() => true)
  expect(page.fetching.value).toBe(false)
  at(askedFrom('service'), 1).answer(customer({ email: 'new@example.org' }))
  expect(await read).toBe(true)
  expect([page.status.value, page.view.value?.email]).toEqual(['fresh', 'new@example.org'])
})

test('the answer to a quiet read is dropped if it is not wanted any more, or if the customer was read meanwhile', async () => {
  at(askedFrom('service'), 0).answer(customer())
  await flush()
  const unwanted = page.refreshQuietly(() => false)
  at(askedFrom('service'), 1).answer(customer({ email: 'behind-a-dialog@example.org' }))
  await unwanted
  expect(page.view.value?.email).toBe('ada@example.org')
  const stale = page.refreshQuietly(() => true)
  void page.refresh()
  at(askedFrom('service'), 3).answer(customer({ email: 'newest@example.org' }))
  await flush()
  at(askedFrom('service'), 2).answer(customer({ email: 'older@example.org' }))
  await stale
  expect(page.view.value?.email).toBe('newest@example.org')
})

test('the answer to a quiet read is dropped if the customer has changed while it was on its way', async () => {
  at(askedFrom('service'), 0).answer(customer())
  await flush()
  const read = page.refreshQuietly(() => true)
  events.push('operation.changed', operation({ state: 'CONFIRMED' }))
  at(askedFrom('directory'), 1).answer(copy({ email: 'after-the-change@example.org' }))
  await flush()
  at(askedFrom('service'), 1).answer(customer({ email: 'before-the-change@example.org' }))
  expect(await read).toBe(true)
  expect(page.view.value?.email).toBe('after-the-change@example.org')
})

test('after a quiet read that failed, what is shown counts as a saved copy and no error appears', async () => {
  at(askedFrom('service'), 0).answer(customer())
  await flush()
  const read = page.refreshQuietly(() => true)
  at(askedFrom('service'), 1).fail(new DeskError('service_timeout', 'slow'))
  expect(await read).toBe(false)
  expect([page.status.value, page.error.value, page.view.value?.email]).toEqual(['stale', null, 'ada@example.org'])
})

test('a quiet read that finds the customer gone says so', async () => {
  at(askedFrom('service'), 0).answer(customer())
  await flush()
  const read = page.refreshQuietly(() => true)
  at(askedFrom('service'), 1).fail(new DeskError('not_found', 'no such customer'))
  await read
  expect(page.error.value?.code).toBe('not_found')
})
