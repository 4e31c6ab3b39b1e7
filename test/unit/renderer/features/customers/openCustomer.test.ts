/** How the list and the search open a customer: with the copy, unless the agent has opened another page meanwhile. */
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { defaultListView } from '#shared/model/customer/customerList.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import { openListForSearch } from '../../../../../renderer/features/customers/listForSearch.ts'
import { useCustomerList } from '../../../../../renderer/features/customers/customerList.store.ts'
import { useSearch } from '../../../../../renderer/features/customers/search.store.ts'
import { useCall } from '../../../../../renderer/lib/call.store.ts'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { dropPrefetchedCopy, takePrefetchedCopy } from '../../../../../renderer/lib/prefetchedCopy.ts'
import UiModal from '../../../../../renderer/ui/UiModal.vue'
import { installBridge } from '../../support/bridge.ts'
import { found, row } from '../../support/customers.ts'
import { at } from '../../support/deferred.ts'
import { emptyPages } from '../../support/pages.ts'
import { customer, customerUid, esim, openSandbox } from '../../support/samples.ts'

const another = CustomerUid.parse('another')

beforeEach(dropPrefetchedCopy)

/**
 * Reads wait until the test answers them, and so does a search, which finds one customer. Opening a page takes the
 * copy, as the page of a customer does.
 */
async function listOf(changes: Partial<CustomerRow> = {}) {
  const { promise: answered, resolve: answerSearch } = Promise.withResolvers<void>()
  const reads: { readonly uid: unknown; readonly answer: () => Promise<void> }[] = []
  installBridge({
    'customers.search': async (input) => {
      await answered
      return await found({ rows: [{ ...row(customerUid), ...changes }], exact: customerUid })(input)
    },
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
    if (typeof uid === 'string') shown.push(takePrefetchedCopy(CustomerUid.parse(uid))?.arrived?.uid ?? null)
  })
  await router.push('/customers')
  const host = mount({ template: '<i />' }, { global: { plugins: [createPinia(), router] } })
  onTestFinished(() => host.unmount())
  /** Answers the search, and the read of a customer who is opened then. Returns the path of the page afterwards. */
  async function answerAll(): Promise<string> {
    answerSearch()
    await flushPromises()
    for (const { answer } of reads) await answer()
    return router.currentRoute.value.path
  }
  return { search: useSearch(), router, reads, shown, path: () => router.currentRoute.value.path, answerAll }
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

test('the eSIM by whose number a customer was found is the one that is asked about, until they are opened otherwise', async () => {
  const { iccid } = esim()
  const digits = { field: 'iccid' as const, value: iccid, start: iccid.length - 6, end: iccid.length }
  const { search, answerAll, router } = await listOf({ match: digits })
  const call = useCall()
  search.type(iccid.slice(-6), { pasted: true })
  await answerAll()
  expect(router.currentRoute.value.path).toBe(`/customers/${customerUid}`)
  const [one, other] = [esim(), esim({ iccid: Iccid.parse('8948010000000000074'), imsi: null })]
  expect(call.searchedEsim(customerUid, [other, one])).toBe(one)
  // Digits that both eSIMs contain identify neither.
  expect(call.searchedEsim(customerUid, [one, one])).toBeUndefined()
  expect(call.searchedEsim(customerUid, [other])).toBeUndefined()
  expect(call.searchedEsim(another, [one])).toBeUndefined()
  search.clear()
  search.open(customerUid)
  expect(call.searchedEsim(customerUid, [one])).toBeUndefined()
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

test('going back before the page opens stays on the list, and the same customer can be opened again', async () => {
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
  expect(takePrefetchedCopy(customerUid)).toBeNull()
})

const asked = {
  'Enter that waits for the answer': (search: ReturnType<typeof useSearch>) => {
    search.type('89480', { pasted: false })
    search.choose()
  },
  'a pasted identifier': (search: ReturnType<typeof useSearch>) => search.type('89480', { pasted: true }),
}

describe.each(Object.entries(asked))('%s', (_, ask) => {
  /** On another page, which typing leaves for the list. */
  async function askedElsewhere() {
    const list = await listOf()
    await list.router.push('/inventory')
    openListForSearch(list.router)
    ask(list.search)
    await flushPromises()
    expect(list.path()).toBe('/customers')
    return list
  }

  test('opens the customer once the search is answered', async () => {
    const { answerAll } = await askedElsewhere()
    expect(await answerAll()).toBe(`/customers/${customerUid}`)
  })

  test('opens nobody if somebody has gone back meanwhile', async () => {
    const { router, search, answerAll } = await askedElsewhere()
    router.back()
    await flushPromises()
    expect(await answerAll()).toBe('/inventory')
    await router.push('/customers')
    expect([search.text, search.count]).toEqual(['89480', 1])
  })

  test('opens nobody if somebody has gone to another page and returned', async () => {
    const { router, answerAll } = await askedElsewhere()
    await router.push('/settings')
    await router.push('/customers')
    expect(await answerAll()).toBe('/customers')
  })

  test('opens nobody if the answer arrives while the other page is being loaded', async () => {
    const { router, answerAll } = await askedElsewhere()
    const { promise, resolve } = Promise.withResolvers<{ readonly template: string }>()
    router.addRoute({ path: '/later', component: () => promise })
    const leaving = router.push('/later')
    await flushPromises()
    expect(await answerAll()).toBe('/customers')
    resolve({ template: '<i />' })
    await leaving
    expect(router.currentRoute.value.path).toBe('/later')
  })

  test('opens nobody if going back has stopped it before the list was there', async () => {
    const { search, answerAll } = await askedElsewhere()
    search.stopOpening()
    expect(await answerAll()).toBe('/customers')
  })

  test('opens nobody over a dialog that was opened meanwhile', async () => {
    const { answerAll } = await askedElsewhere()
    const dialog = mount(UiModal, { props: { title: 'New sale' }, attachTo: document.body })
    onTestFinished(() => dialog.unmount())
    await flushPromises()
    expect(await answerAll()).toBe('/customers')
  })
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
  const list = useCustomerList()
  const changed = { filter: 'notInstalled', country: 'JP', sort: 'email', descending: false } as const
  await list.change(changed)
  await router.push('/settings')
  search.requestList()
  await router.push('/customers')
  expect(list.view).toMatchObject(changed)
  search.type('ada', { pasted: false })
  search.requestList()
  expect(search.active).toBe(false)
  expect(list.view).toMatchObject(changed)
  search.requestList()
  expect(list.view).toEqual(defaultListView)
  const { view } = list
  search.requestList()
  expect(list.view).toBe(view)
  await list.change({ filter: 'ending' })
  expect(list.view).toMatchObject({ sort: 'expiry', descending: false })
})
