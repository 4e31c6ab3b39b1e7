/** The copy of a customer that is read before their page opens. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { CustomerView } from '#shared/model/customer/views.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { dropPrefetchedCopy, prefetchCopy, takePrefetchedCopy } from '../../../../renderer/lib/prefetchedCopy.ts'
import { accept, installBridge, refuse } from '../support/bridge.ts'
import { customer, customerUid, operation } from '../support/samples.ts'

const another = CustomerUid.parse('another')
const copy = (email: string): CustomerView => customer({ source: 'directory', email })

beforeEach(dropPrefetchedCopy)

test('it is there when the page opens, and is given once', async () => {
  const get = vi.fn(accept(copy('a@example.org')))
  const bridge = installBridge({ 'customers.get': get })
  await prefetchCopy(customerUid)
  expect(get.mock.calls).toEqual([[{ uid: customerUid, from: 'directory' }]])
  expect(bridge.listeners()).toBe(0)
  const taken = takePrefetchedCopy(customerUid)
  expect(taken?.arrived?.email).toBe('a@example.org')
  expect((await taken?.copy)?.email).toBe('a@example.org')
  expect(takePrefetchedCopy(customerUid)).toBeNull()
})

test('it is given to the page of no other customer, and to no later page once it was dropped', async () => {
  installBridge({ 'customers.get': accept(copy('a@example.org')) })
  await prefetchCopy(customerUid)
  expect(takePrefetchedCopy(another)).toBeNull()
  expect(takePrefetchedCopy(customerUid)).toBeNull()
  await prefetchCopy(customerUid)
  dropPrefetchedCopy()
  expect(takePrefetchedCopy(customerUid)).toBeNull()
})

test('where there is none, the page receives that answer and need not ask again', async () => {
  installBridge({ 'customers.get': refuse('not_found') })
  await prefetchCopy(customerUid)
  const taken = takePrefetchedCopy(customerUid)
  expect([taken?.arrived, await taken?.copy]).toEqual([null, null])
})

test('one that takes longer than a moment does not keep the page waiting, which gets it when it arrives', async () => {
  const late = Promise.withResolvers<unknown>()
  installBridge({ 'customers.get': () => late.promise })
  await prefetchCopy(customerUid)
  const taken = takePrefetchedCopy(customerUid)
  expect(taken?.arrived).toBeNull()
  late.resolve({ ok: true, value: copy('late@example.org') })
  expect((await taken?.copy)?.email).toBe('late@example.org')
})

test.each([
  ['the customer', 'customer.changed', { uid: customerUid }],
  ['one of their operations', 'operation.changed', operation({ customerUid })],
])('if %s changes while it is read, it is read again', async (_, event, payload) => {
  const answers = [copy('before@example.org'), copy('after@example.org')]
  const bridge = installBridge({
    'customers.get': (input) => {
      if (answers.length === 2) {
        bridge.push(event, { uid: another, customerUid: another })
        bridge.push(event, payload)
      }
      return accept(answers.shift())(input)
    },
  })
  await prefetchCopy(customerUid)
  expect(takePrefetchedCopy(customerUid)?.arrived?.email).toBe('after@example.org')
  expect(answers).toEqual([])
})
