import { PiniaColada } from '@pinia/colada'
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test, vi } from 'vitest'
import { computed, defineComponent, h, shallowRef } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { contract } from '#shared/contract.ts'
import { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import { maxOpenCustomers } from '#shared/model/settings.ts'
import CustomerTabsBar from '../../../../../renderer/app/tabs/CustomerTabs.vue'
import {
  tabAfterClosing,
  useCustomerTabs,
  withTab,
  type CustomerTabs,
} from '../../../../../renderer/app/tabs/useCustomerTabs.ts'
import { useCustomerLabels } from '../../../../../renderer/app/tabs/customerLabels.store.ts'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { useCall } from '../../../../../renderer/lib/call.store.ts'
import { afterPaint } from '../../../../../renderer/lib/afterPaint.ts'
import { useToast } from '../../../../../renderer/ui/useToast.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { limits } from '../../../../limits.ts'
import { mounted, text } from '../../support/mounted.ts'
import { customer, esim } from '../../support/samples.ts'

const uids = (...names: string[]) => names.map((name) => CustomerUid.parse(name))
const [a, b, c] = [CustomerUid.parse('a'), CustomerUid.parse('b'), CustomerUid.parse('c')]

test('a customer who is open already keeps the tab, another one gets the last', () => {
  const open = uids('a', 'b')
  expect(withTab(open, a, [])).toBe(open)
  expect(withTab(open, c, [])).toEqual(uids('a', 'b', 'c'))
})

test('of too many tabs the one goes whose customer was shown longest ago', async () => {
  const tabs = await opened(many)
  for (const uid of uids('c-0', 'c-2', 'c-1', 'a', 'b')) {
    tabs.open(uid)
    await flushPromises()
  }
  expect(tabs.uids.value).toEqual(uids('c-0', 'c-1', 'c-2', 'c-5', 'c-6', 'c-7', 'a', 'b'))
})

test('of tabs that were not shown since the start the first one goes when there are too many', () => {
  const full = uids(...Array.from({ length: maxOpenCustomers }, (_, index) => `c-${String(index)}`))
  const next = withTab(full, a, [])
  expect(next).toHaveLength(maxOpenCustomers)
  expect(next[0]).toBe('c-1')
  expect(next.at(-1)).toBe(a)
})

test('the next tab takes the place of a closed one, or the previous one of the last', () => {
  expect(tabAfterClosing(uids('a', 'b', 'c'), b)).toBe(c)
  expect(tabAfterClosing(uids('a', 'b', 'c'), c)).toBe(b)
  expect(tabAfterClosing(uids('a'), a)).toBeNull()
})

/** The tabs of a window in which a customer after the other is opened. */
async function opened(names: readonly string[]): Promise<CustomerTabs> {
  useToast().take()
  installBridge({
    'customers.get': (input) => {
      const { uid } = contract.customers.get.input.parse(input)
      return accept(customer({ uid, email: 'ada@example.org' }))(input)
    },
  })
  const empty = { template: '<i />' }
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/customers', component: empty },
      { path: '/customers/:uid', name: 'customer', component: empty },
    ],
  })
  await router.push('/customers')
  let tabs: CustomerTabs | undefined
  const wrapper = mount(
    defineComponent(() => {
      tabs = useCustomerTabs()
      return () => h('i')
    }),
    { global: { plugins: [createPinia(), [PiniaColada, {}], createDeskI18n(), router] } },
  )
  onTestFinished(() => wrapper.unmount())
  if (tabs === undefined) throw new Error('No tabs')
  const labels = useCustomerLabels()
  for (const [at, uid] of uids(...names).entries()) {
    // A tab that goes before its label is read is named by its uid.
    const isRead = (one: string): boolean => labels.of(CustomerUid.parse(one)) === 'ada@example.org'
    await vi.waitFor(() => expect(names.slice(0, at).every(isRead)).toBe(true), limits.state)
    tabs.open(uid)
    await flushPromises()
  }
  return tabs
}
const many = Array.from({ length: maxOpenCustomers }, (_, index) => `c-${String(index)}`)

test('a tab that goes because there are too many is named, and can be opened again', async () => {
  const tabs = await opened([...many, 'a'])
  // The page that is opened is painted first.
  expect(useToast().waiting.value).toEqual([])
  await vi.waitFor(() => expect(useToast().waiting.value).not.toEqual([]), limits.state)
  const [toast, ...others] = useToast().take()
  expect(others).toEqual([])
  expect(toast?.text).toBe(text('tabs.closed', { customer: 'ada@example.org', count: 8 }))
  expect(toast?.action?.label).toBe(text('tabs.reopen'))
  toast?.action?.run()
  await flushPromises()
  expect(tabs.current.value).toBe('c-0')
  expect(tabs.uids.value.at(-1)).toBe('c-0')
  // That has closed another one, which a toast says once.
  expect(tabs.uids.value).not.toContain('c-1')
  await afterPaint()
  await flushPromises()
  expect(useToast().take()).toEqual([])
})

test('Delete on a tab moves the focus to the one that takes its place', async () => {
  const shown = shallowRef(uids('a', 'b', 'c'))
  const tabs: Pick<CustomerTabs, 'uids' | 'current' | 'open' | 'close'> = {
    uids: computed(() => shown.value),
    current: computed(() => null),
    open: () => undefined,
    close: (uid) => void (shown.value = shown.value.filter((one) => one !== uid)),
  }
  const wrapper = mounted(CustomerTabsBar, { tabs })
  const remove = async (index: number): Promise<string> => {
    await wrapper.findAll('[role=tab]')[index]?.trigger('keydown', { key: 'Delete' })
    await flushPromises()
    return document.activeElement?.textContent ?? ''
  }
  expect(await remove(1)).toBe('c')
  expect(await remove(1)).toBe('a')
})

test('with the tab of a customer the call ends', async () => {
  const tabs = await opened(['a', 'b'])
  const call = useCall()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  for (const uid of [a, b]) call.open(uid)
  const began = call.beganAt(a)
  vi.setSystemTime(Date.now() + 1000)
  tabs.close(a)
  for (const uid of [a, b]) call.open(uid)
  expect(call.beganAt(a)).not.toBe(began)
  expect(call.beganAt(b)).toBe(began)
})

test('no toast follows a tab that the agent closes, and while there are not too many', async () => {
  const tabs = await opened(many)
  tabs.close(CustomerUid.parse('c-0'))
  await flushPromises()
  tabs.open(a)
  await flushPromises()
  expect(useToast().take()).toEqual([])
})

test.each([
  [
    ['cust-000123', 'cust-000124', 'other'],
    ['cust-000123', 'cust-000124', 'other'],
  ],
  [
    ['8f14e45f-ceea', '8f14e45f-cf0a', 'c9f0f895-fb98'],
    ['8f14e45f-ce…', '8f14e45f-cf…', 'c9f0f895…'],
  ],
  [
    ['12345678', '123456789-0'],
    ['12345678', '123456789…'],
  ],
])('of customers without an eSIM as much of the uid is shown as distinguishes them: %o', async (names, shown) => {
  installBridge({
    'customers.get': (input) => {
      const { uid } = contract.customers.get.input.parse(input)
      return accept(customer({ uid, email: 'ada@example.org', esims: [] }))(input)
    },
  })
  mounted(defineComponent(() => () => h('i')))
  const labels = useCustomerLabels()
  const all = uids(...names)
  labels.load(all)
  await flushPromises()
  expect(all.map((uid) => labels.distinguish(uid, all))).toEqual(shown)
})

test('tabs of customers with the same e-mail are distinguished by the eSIM, or else by the uid', async () => {
  const esims: Readonly<Record<string, readonly string[]>> = {
    one: ['8948010000012341111'],
    two: ['8948010000012342222', '8948010000012343333'],
    'none-at-all': [],
  }
  installBridge({
    'customers.get': (input) => {
      const { uid } = contract.customers.get.input.parse(input)
      const email = uid === 'else' ? 'bob@example.org' : 'ada@example.org'
      return accept(
        customer({ uid, email, esims: (esims[uid] ?? []).map((iccid) => esim({ iccid: Iccid.parse(iccid) })) }),
      )(input)
    },
  })
  const shown = shallowRef(uids('one', 'else'))
  const tabs: Pick<CustomerTabs, 'uids' | 'current' | 'open' | 'close'> = {
    uids: computed(() => shown.value),
    current: computed(() => null),
    open: () => undefined,
    close: () => undefined,
  }
  const wrapper = mounted(CustomerTabsBar, { tabs })
  const labels = useCustomerLabels()
  async function texts(): Promise<readonly string[]> {
    labels.load(shown.value)
    await flushPromises()
    return wrapper.findAll('[role=tab]').map((tab) => tab.attributes('title') ?? '')
  }
  expect(await texts()).toEqual(['ada@example.org', 'bob@example.org'])
  shown.value = uids('one', 'else', 'two', 'none-at-all')
  expect(await texts()).toEqual([
    'ada@example.org · …1111',
    'bob@example.org',
    'ada@example.org · …2222',
    'ada@example.org · none-at-…',
  ])
  expect(wrapper.findAll('[role=tab]').map((tab) => tab.text())[2]).toContain('…2222')
})
