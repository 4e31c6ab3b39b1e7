/** What happens before a page opens. */
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Router } from 'vue-router'
import { CustomerUid } from '#shared/wire/ids.ts'
import { createDeskRouter, laterPages } from '../../../../renderer/app/router.ts'
import { takeCopyAhead } from '../../../../renderer/lib/copyAhead.ts'
import { usePendingNavigation } from '../../../../renderer/lib/pendingNavigation.ts'
import { accept, installBridge, refuse } from '../support/bridge.ts'
import { flush } from '../support/deferred.ts'
import { customer, customerUid } from '../support/samples.ts'

const pageOf = (uid: string): string => `/customers/${uid}`
const another = CustomerUid.parse('another')

async function atCustomers(): Promise<Router> {
  const router = createDeskRouter()
  await router.push('/customers')
  return router
}

beforeEach(() => {
  setActivePinia(createPinia())
  takeCopyAhead(customerUid)
})

test('a page that was fetched before is available without another request', async () => {
  expect(laterPages.operations()).toBe(laterPages.operations())
  expect((await laterPages.operations()).default).toBeDefined()
})

test("a customer's page opens together with the copy of the customer, which is given once", async () => {
  const get = vi.fn(accept(customer({ source: 'directory' })))
  installBridge({ 'customers.get': get })
  const router = await atCustomers()
  await router.push(pageOf(customerUid))
  expect(get.mock.calls).toEqual([[{ uid: customerUid, from: 'directory' }]])
  expect(takeCopyAhead(customerUid)?.uid).toBe(customerUid)
  expect(takeCopyAhead(customerUid)).toBeNull()
})

test('the copy of a customer whose page did not open is given to no other page', async () => {
  installBridge({ 'customers.get': accept(customer()) })
  const router = await atCustomers()
  await router.push(pageOf(customerUid))
  expect(takeCopyAhead(another)).toBeNull()
  expect(takeCopyAhead(customerUid)).toBeNull()
})

test('a page opens without a copy where there is none, and soon where it does not arrive', async () => {
  installBridge({ 'customers.get': refuse('not_found') })
  const router = await atCustomers()
  await router.push(pageOf(customerUid))
  expect(router.currentRoute.value.name).toBe('customer')

  const late = Promise.withResolvers<unknown>()
  installBridge({ 'customers.get': () => late.promise })
  await router.push(pageOf(another))
  expect(router.currentRoute.value.path).toBe(pageOf(another))
  late.resolve({ ok: true, value: customer({ uid: another }) })
  await flush()
  expect(takeCopyAhead(another)).toBeNull()
})

test('nothing is read for other pages, for the same page, for the first one, and for what was just bought', async () => {
  const get = vi.fn(accept(customer()))
  installBridge({ 'customers.get': get })
  const router = createDeskRouter()
  await router.push(pageOf(customerUid))
  await router.push(`${pageOf(customerUid)}#packages`)
  await router.push('/customers')
  usePendingNavigation().set({ customerUid: another, itemUid: null, what: 'bought', esimUid: null })
  await router.push(pageOf(another))
  expect(get).not.toHaveBeenCalled()
})
