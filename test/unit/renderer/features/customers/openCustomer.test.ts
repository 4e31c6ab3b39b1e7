/** How the list and the search open a customer: with the copy, unless somebody has gone elsewhere meanwhile. */
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { defaultListView } from '#shared/model/customerList.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { useSearch } from '../../../../../renderer/features/customers/search.store.ts'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { dropCopyAhead, takeCopyAhead } from '../../../../../renderer/lib/copyAhead.ts'
import { installBridge } from '../../support/bridge.ts'
import { at } from '../../support/deferred.ts'
import { emptyPages } from '../../support/pages.ts'
import { customer, customerUid, openSandbox } from '../../support/samples.ts'

const another = CustomerUid.parse('another')

beforeEach(dropCopyAhead)

/** Reads wait until the test answers them. Opening a page takes the copy, as the page of a customer does. */
async function listOf() {
  const reads: { readonly uid: unknown; readonly answer: () => Promise<void> }[] = []
  installBridge({
    'customers.get': (input) => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const { uid } = input as { readonly uid: CustomerUid } // the contract of `customers.get`
      reads.push({
        uid,
        answer: async () => {
          resolve({ ok: true, value: customer({ uid }) })
          await flushPromises()
        },
      })
      return promise
    },
  })
  const router = emptyPages()
  const shown: (string | null)[] = []
  router.afterEach(({ params }) => {
    const { uid } = params
    if (typeof uid === 'string') shown.push(takeCopyAhead(CustomerUid.parse(uid))?.arrived?.uid ?? null)
  })
  await router.push('/customers')
  const host = mount({ template: '<i />' }, { global: { plugins: [createPinia(), router] } })
  onTestFinished(() => host.unmount())
  return { search: useSearch(), router, reads, shown, path: () => router.currentRoute.value.path }
}

test('the list stays until the copy is there, and then the page opens with it', async () => {
  const { search, reads, shown, path } = await listOf()
  search.open(customerUid)
  await flushPromises()
  expect([path(), search.isOpening]).toEqual(['/customers', true])
  await at(reads, 0).answer()
  expect([path(), search.isOpening]).toEqual([`/customers/${customerUid}`, false])
  expect(shown).toEqual([customerUid])
})

test('a customer who is opened twice is read once, and of two the later one opens', async () => {
  const { search, reads, shown, path } = await listOf()
  search.open(customerUid)
  search.open(customerUid)
  expect(reads).toHaveLength(1)
  search.open(another)
  await at(reads, 1).answer()
  expect(path()).toBe('/customers/another')
  await at(reads, 0).answer()
  expect([path(), shown]).toEqual(['/customers/another', [another]])
})

test('whoever goes back before the page opens stays on the list, and may open the same customer again', async () => {
  const { search, reads, shown, path } = await listOf()
  search.open(customerUid)
  search.stopOpening()
  expect(search.isOpening).toBe(false)
  await at(reads, 0).answer()
  expect([path(), shown]).toEqual(['/customers', []])
  search.open(customerUid)
  await at(reads, 1).answer()
  expect([path(), shown]).toEqual([`/customers/${customerUid}`, [customerUid]])
})

test('nobody opens once another page was opened or another connection', async () => {
  const { search, router, reads, shown, path } = await listOf()
  search.open(customerUid)
  await router.push('/settings')
  await at(reads, 0).answer()
  expect([path(), search.isOpening]).toEqual(['/settings', false])
  await router.push('/customers')
  search.open(customerUid)
  useConnection().take(openSandbox)
  await at(reads, 1).answer()
  expect([path(), shown]).toEqual(['/customers', []])
  expect(takeCopyAhead(customerUid)).toBeNull()
})

test('Enter on another page leads to the list and opens the customer', async () => {
  const { search, router, reads, path } = await listOf()
  await router.push('/settings')
  search.open(customerUid)
  await router.push('/customers')
  await at(reads, 0).answer()
  expect(path()).toBe(`/customers/${customerUid}`)
})

test('the key of the page removes the filter and the order on the list itself, and elsewhere keeps them', async () => {
  const { search, router } = await listOf()
  const changed = { filter: 'notInstalled', country: 'JP', sort: 'email', descending: false } as const
  await search.changeView(changed)
  await router.push('/settings')
  search.requestList()
  await router.push('/customers')
  expect(search.view).toMatchObject(changed)
  search.type('ada', { pasted: false })
  search.requestList()
  expect(search.active).toBe(false)
  expect(search.view).toMatchObject(changed)
  search.requestList()
  expect(search.view).toEqual(defaultListView)
  const { view } = search
  search.requestList()
  expect(search.view).toBe(view)
})
