/** The list of customers: their number, and their expiry by the service's clock. */
import * as z from 'zod'
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { CustomerUid } from '#shared/wire/ids.ts'
import { nothingUnreadable } from '#shared/model/unreadableParts.ts'
import type { CustomerRow } from '#shared/model/views.ts'
import CustomersPage from '../../../../../renderer/features/customers/CustomersPage.vue'
import { useSync } from '../../../../../renderer/features/customers/sync.store.ts'
import { useSearch } from '../../../../../renderer/features/customers/search.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { at, recordRequests } from '../../support/deferred.ts'
import { mounted, read } from '../../support/mounted.ts'
import { limits } from '../../../../limits.ts'

const width = window.innerWidth
/** Wide enough for all columns. */
beforeEach(() => void (window.innerWidth = 1280))
afterEach(() => void (window.innerWidth = width))

/** A year ahead of this machine's clock. */
const serviceNow = new Date(Date.now() + 365 * 86_400_000)
/** A little less than this many days after the service's present time. */
const inDays = (days: number): string => new Date(serviceNow.getTime() + days * 86_400_000 - 3_600_000).toISOString()
const row = (uid: string): CustomerRow => ({
  uid: CustomerUid.parse(uid),
  email: null,
  esims: [],
  totalRemaining: null,
  nextExpiry: inDays(5),
  lastSeen: null,
  soldAt: null,
  packages: { active: 1, waiting: 0, total: 1 },
  packageNames: [],
  match: null,
})
const found = (changes: Record<string, unknown>) =>
  accept({
    rows: [row('c-1'), row('c-2')],
    source: 'directory',
    exact: null,
    serviceProblem: null,
    asOf: serviceNow.toISOString(),
    ...changes,
  })

const noList = {
  state: 'never',
  customers: 0,
  received: 0,
  perSecond: null,
  expected: null,
  startedAt: null,
  finishedAt: null,
  problem: null,
  unreadable: [],
  unreadableCount: 0,
  unreadableParts: nothingUnreadable,
  storage: 'none',
}

const counts = {
  all: 12_000,
  error: 4,
  notInstalled: 0,
  waiting: 7,
  empty: 2,
  ending: 3,
  unreadable: 1,
  unconfirmed: 5,
}

async function page(search: Record<string, unknown> = {}, similar = accept({ addresses: [] as string[] })) {
  installBridge({
    'customers.status': accept(noList),
    'customers.browse': accept({ rows: [row('c-1')], matching: 1, counts, asOf: serviceNow.toISOString() }),
    'customers.exportCsv': accept({ path: '/home/Customers.csv', rows: 1 }),
    'customers.search': found(search),
    'customers.similar': similar,
  })
  const wrapper = mounted(CustomersPage)
  useSync().status = { ...noList, storage: 'disk', state: 'done', finishedAt: serviceNow.toISOString() }
  await flushPromises()
  return { wrapper, store: useSearch() }
}

test('the next expiry counts from the time of the service, not from that of this machine', async () => {
  const { wrapper, store } = await page()
  expect(wrapper.findAll('time').map(read)).toEqual(['in 5 days'])
  store.type('c', { pasted: false })
  await flushPromises()
  expect(wrapper.findAll('time').map(read)).toEqual(['in 5 days', 'in 5 days'])
})

test('a reload that waits for its turn is dropped when the page is gone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let reads = 0
  const bridge = installBridge({
    'customers.status': accept(noList),
    'customers.browse': (input) => {
      reads += 1
      return accept({ rows: [row('c-1')], matching: 1, counts, asOf: serviceNow.toISOString() })(input)
    },
  })
  const wrapper = mounted(CustomersPage)
  await flushPromises()
  bridge.push('customer.changed', { uid: 'c-1' })
  bridge.push('customer.changed', { uid: 'c-1' })
  await flushPromises()
  const before = reads
  wrapper.unmount()
  await vi.advanceTimersByTimeAsync(5000)
  expect(reads).toBe(before)
})

test('says what to do if there are more matches than rows', async () => {
  const { wrapper, store } = await page({ cursor: 'next' })
  store.type('c', { pasted: false })
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toMatch(/^\d+\+ matches\. Type more to narrow it down · /)
})

test('shows only the number if all matches are shown', async () => {
  const { wrapper, store } = await page()
  store.type('c', { pasted: false })
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe('2 matches · The search covers all customers')
})

test('clearing a search without a match moves the focus to the list', async () => {
  const { wrapper, store } = await page({ rows: [] })
  store.type('c', { pasted: false })
  await flushPromises()
  await wrapper.get('.empty button').trigger('click')
  await flushPromises()
  expect(store.text).toBe('')
  expect(document.activeElement).toBe(wrapper.get('[role=grid]').element)
})

test('a similar address is offered, and searched for when it is pressed, but never opened', async () => {
  const { wrapper, store } = await page({ rows: [] }, accept({ addresses: ['budi.suzuki@webmail.example'] }))
  store.type('budi.suzuki@webmail.exmple', { pasted: true })
  const buttons = (): string[] => wrapper.findAll('.empty button').map(read)
  await vi.waitFor(() => expect(buttons()).toEqual(['Clear the search']), limits.state)
  await vi.waitFor(
    () =>
      // Below what is there, which stays where it is.
      expect(buttons()).toEqual(['Clear the search', 'Did you mean budi.suzuki@webmail.example?']),
    limits.state,
  )
  const asked: unknown[] = []
  installBridge({
    'customers.search': (input) => {
      asked.push(input)
      return found({ rows: [row('c-1')] })(input)
    },
  })
  await wrapper.findAll('.empty button').at(1)?.trigger('click')
  await flushPromises()
  expect(asked).toEqual([{ query: 'budi.suzuki@webmail.example', limit: 30 }])
  expect([store.text, store.count]).toEqual(['budi.suzuki@webmail.example', 1])
})

test('similar addresses are asked for when typing rests, once for the last text, and late ones are dropped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, requests } = recordRequests<unknown, unknown>()
  const { wrapper, store } = await page({ rows: [] }, send)
  const offered = (): string[] => wrapper.findAll('.similar button').map(read)
  async function type(text: string): Promise<void> {
    store.type(text, { pasted: false })
    await flushPromises()
  }
  await type('anna.tan')
  await type('anna.tank')
  await type('anna.tanka')
  expect(requests).toEqual([])
  await vi.runOnlyPendingTimersAsync()
  expect(requests.map(({ input }) => input)).toEqual([{ query: 'anna.tanka' }])
  await type('anna.tanka1')
  await vi.runOnlyPendingTimersAsync()
  await type('anna.tanka12')
  await vi.runOnlyPendingTimersAsync()
  /** Answers one of the requests, and returns what is offered then. */
  async function answer(index: number, address: string): Promise<string[]> {
    at(requests, index).answer({ ok: true, value: { addresses: [address] } })
    await flushPromises()
    return offered()
  }
  // One late answer arrives before that of the last text, one after it.
  expect(await answer(0, 'anna.tanaka@mail.example')).toEqual([])
  expect(await answer(2, 'anna.tanaka12@mail.example')).toEqual(['Did you mean anna.tanaka12@mail.example?'])
  expect(await answer(1, 'anna.tanaka1@mail.example')).toEqual(['Did you mean anna.tanaka12@mail.example?'])
  await type('anna.tanka123')
  expect(offered()).toEqual([])
  wrapper.unmount()
  await vi.runOnlyPendingTimersAsync()
  expect(requests).toHaveLength(3)
})

test('a failure to find similar addresses offers none', async () => {
  const { send, requests } = recordRequests<unknown, unknown>()
  const { wrapper, store } = await page({ rows: [] }, send)
  store.type('anna.tanka', { pasted: false })
  await vi.waitFor(() => expect(requests).toHaveLength(1), limits.state)
  at(requests, 0).answer({ ok: false, error: { code: 'bridge_timeout', message: '', details: {} } })
  await flushPromises()
  expect(wrapper.findAll('.empty button').map(read)).toEqual(['Clear the search'])
})

test.each([
  [{ source: 'service' }, 'Not in the saved list; asked the service.'],
  [{ source: 'service', rows: [] }, 'Not in the saved list; asked the service, which found nobody either.'],
  [{ source: 'both' }, 'Some of these are not in the saved list; asked the service.'],
])('an answer of %o says that the service was asked', async (answer, text) => {
  const { wrapper, store } = await page(answer)
  store.type('nobody@example.org', { pasted: false })
  await flushPromises()
  expect(read(wrapper)).toContain(text)
})

test('without a local list the page says what a search asks, and what it cannot find', async () => {
  const { wrapper, store } = await page({ source: 'directory', rows: [] })
  await useSync().load()
  expect(read(wrapper.get('.subtitle'))).toBe('12,000 customers seen since the desk started')
  store.type('part', { pasted: false })
  await flushPromises()
  expect(read(wrapper)).toContain('a part finds only customers who were opened since the desk started')
})

test('a row says with how many customers its customer is linked', async () => {
  const { wrapper, store } = await page({ rows: [{ ...row('c-1'), linked: 2 }, row('c-2')] })
  store.type('c', { pasted: false })
  await flushPromises()
  expect(wrapper.findAll('.linked').map(read)).toEqual(['2Linked by hand with 2 other customers'])
})

test.each([
  [1280, '.packages .counts', ['A-17 · 1 active', 'uid c-234567… · 1 active', '1 active']],
  [900, '.below', ['A-17 · Europe 5 GB', 'uid c-234567… · Europe 5 GB', 'Europe 5 GB']],
] as const)(
  'in a window of %d pixels customers with the same e-mail are told apart by a reference or the uid',
  async (pixels, place, expected) => {
    window.innerWidth = pixels
    const one = { ...row('c-1'), email: 'ann@example.org', packageNames: ['Europe 5 GB'] }
    const { wrapper, store } = await page({
      rows: [
        { ...one, sharedEmail: { reference: 'A-17' } },
        { ...one, uid: 'c-23456789', sharedEmail: { reference: null } },
        { ...one, uid: 'c-3', email: 'bob@example.org' },
      ],
    })
    store.type('c', { pasted: false })
    await flushPromises()
    const why = 'Other customers have the same e-mail address. '
    const texts = expected.map((text) => (/^(A-17|uid)/.test(text) ? why + text : text))
    expect(wrapper.findAll(place).map(read)).toEqual(texts)
    expect(wrapper.get('.shared').attributes('title')).toContain('Reference A-17')
  },
)

test('a row has the e-mail without the uid, which is shown only where there is no e-mail', async () => {
  const { wrapper, store } = await page({ rows: [{ ...row('c-1'), email: 'ann@example.org' }, row('c-2')] })
  store.type('c', { pasted: false })
  await flushPromises()
  expect(wrapper.findAll('.customer').map(read)).toEqual(['ann@example.org', 'No e-mailc-2'])
  expect(wrapper.get('.email wbr').element.nextSibling?.textContent).toBe('@example.org')
})

test.each([
  [1280, ['Customer', 'eSIMs', 'Packages', 'Remaining', 'Next expiry', 'Last seen', 'Sold'], false],
  [1100, ['Customer', 'eSIMs', 'Packages', 'Remaining', 'Next expiry', 'Sold'], false],
  [900, ['Customer', 'eSIMs', 'Remaining', 'Next expiry', 'Sold'], true],
] as const)(
  'in a window of %d pixels the packages are in a column or below the e-mail',
  async (pixels, names, isBelow) => {
    window.innerWidth = pixels
    const { wrapper, store } = await page({
      rows: [{ ...row('c-1'), email: 'ann@example.org', packageNames: ['Europe 5 GB'] }],
    })
    store.type('c', { pasted: false })
    await flushPromises()
    expect(
      wrapper
        .findAll('[role=columnheader]')
        .map(read)
        .filter((name) => name !== ''),
    ).toEqual(names)
    expect(read(wrapper.get('.customer')).includes('Europe 5 GB')).toBe(isBelow)
    expect(read(wrapper.get('[role=grid]'))).toContain('Europe 5 GB')
  },
)

test('each word of a search is marked where it was found, in the address and below it', async () => {
  const email = 'budi.suzuki@mail.example'
  const part = (field: string, value: string, start: number, end: number) => ({ field, value, start, end })
  const iccid = '8944000000000008796'
  const match = {
    ...part('email', email, 5, 11),
    others: [part('email', email, 0, 4), part('iccid', iccid, 15, 19), part('email', email, 3, 6)],
  }
  const { wrapper, store } = await page({ rows: [{ ...row('c-1'), email, match }] })
  store.type('my number is 8796 suzuki budi', { pasted: false })
  await flushPromises()
  expect(wrapper.findAll('.email mark').map(read)).toEqual(['budi', '.s', 'uzuki'])
  expect(read(wrapper.get('.email'))).toBe(email)
  expect(wrapper.findAll('.below mark').map(read)).toEqual(['8796'])
  expect(wrapper.get('.below').attributes('title')).toBe(iccid)
  expect(read(wrapper)).toContain('Searched for the words 8796 + suzuki + budi.')
})

test.each([
  ['its last digits', 13, 19, '…0000008796'],
  ['digits before those', 6, 11, '…0000000008796'],
  ['its first digits', 0, 4, '8944000000000008796'],
])('an ICCID that was found by %s shows them and its end, and is whole where it is read aloud', async (...hit) => {
  const [, start, end, shown] = hit
  const iccid = '8944000000000008796'
  const match = { field: 'iccid', value: iccid, start, end }
  const { wrapper, store } = await page({ rows: [{ ...row('c-1'), match }] })
  store.type(iccid.slice(start, end), { pasted: false })
  await flushPromises()
  const below = wrapper.get('.below')
  expect(read(below.get('.match'))).toBe(shown)
  expect(read(below.get('mark'))).toBe(iccid.slice(start, end))
  expect(below.attributes('title')).toBe(iccid)
  const aloud = below.find('.visually-hidden')
  expect(read(aloud.exists() ? aloud : below.get('.match'))).toBe(iccid)
})

test('a result of a search gives the address, which has one line there, more room than the packages', async () => {
  const { wrapper, store } = await page({ rows: [row('c-1')] })
  store.type('c', { pasted: false })
  await flushPromises()
  const columns = z
    .array(z.object({ key: z.string(), width: z.string() }))
    .parse(wrapper.getComponent({ name: 'UiTable' }).props('columns'))
  const widthOf = (key: string) => columns.find((column) => column.key === key)?.width
  expect([widthOf('customer'), widthOf('packages')]).toEqual(['minmax(150px, 5fr)', 'minmax(150px, 3fr)'])
})

test('the data of a customer whose eSIMs have failed is marked as not usable', async () => {
  const { wrapper, store } = await page({ rows: [{ ...row('c-1'), esimsFailed: true }, row('c-2')] })
  store.type('c', { pasted: false })
  await flushPromises()
  expect(wrapper.findAll('.failed').map(read)).toEqual([expect.stringContaining('Not usable: eSIM failed')])
})

const Page = defineComponent({
  props: { shown: { type: Boolean, required: true } },
  setup: (props) => () => (props.shown ? h(CustomersPage) : null),
})

async function list(answers: Record<string, (input: unknown) => Promise<unknown>> = {}, shown = true) {
  const browsed: unknown[] = []
  const bridge = installBridge({
    'customers.browse': (input) => {
      browsed.push(input)
      return accept({ rows: [row('c-1'), row('c-2')], matching: 2, counts, asOf: serviceNow.toISOString() })(input)
    },
    'customers.exportCsv': accept({ path: '/home/Customers.csv', rows: 2 }),
    ...answers,
  })
  const wrapper = mounted(Page, { shown })
  await flushPromises()
  return { wrapper, browsed, bridge }
}

test('each filter is a button with the number of its customers, and the chosen one is pressed', async () => {
  const { wrapper, browsed } = await list()
  const filters = wrapper.get('[role=group]').findAll('[aria-pressed]')
  expect(filters.map(read)).toEqual([
    'All 12,000',
    'Error 4',
    'Not installed 0',
    'Waiting 7',
    'Empty 2',
    'Ends in 3 days 3',
    'Unreadable 1',
    'Unconfirmed 5',
  ])
  await filters[5]?.trigger('click')
  await flushPromises()
  expect(filters.map((filter) => filter.attributes('aria-pressed')).indexOf('true')).toBe(5)
  await wrapper.get('[role=group] select').setValue('7')
  await flushPromises()
  expect(browsed.at(-1)).toMatchObject({ view: { filter: 'ending', days: 7 }, from: 0 })
  expect(read(wrapper.get('[aria-pressed=true]'))).toBe('Ends in 7 days 3')
})

test('a heading sorts by its column, first by the latest where that is what is looked for, and then the other way', async () => {
  const { wrapper, browsed } = await list()
  const heading = (name: string) =>
    wrapper
      .findAll('[role=columnheader]')
      .find((one) => read(one) === name)
      ?.get('button')
  expect(wrapper.get('[aria-sort=descending]').text()).toBe('Sold')
  for (const name of ['Customer', 'Customer', 'Last seen', 'Next expiry']) {
    await heading(name)?.trigger('click')
    await flushPromises()
  }
  expect(browsed.slice(1).map((input) => (input as { view: unknown }).view)).toMatchObject([
    { sort: 'email', descending: false },
    { sort: 'email', descending: true },
    { sort: 'lastSeen', descending: true },
    { sort: 'expiry', descending: false },
  ])
})

test('the space bar selects the current customer, and the dialog of sheets begins with those who are selected', async () => {
  const { wrapper } = await list()
  const table = wrapper.get('[role=grid]')
  await table.trigger('keydown', { key: 'ArrowDown' })
  await table.trigger('keydown', { key: 'ArrowDown' })
  await table.trigger('keydown', { key: ' ' })
  expect(wrapper.findAll('[role=row][aria-selected=true]')).toHaveLength(1)
  expect(read(wrapper.get('.selection'))).toContain('1 customer selected')
  await wrapper.get('.selection button').trigger('click')
  await vi.waitFor(() => expect(document.querySelector('textarea')?.value).toBe('c-2'), limits.state)
})

test('the list is exported as it is filtered and sorted, and the file is named afterwards', async () => {
  const exported: unknown[] = []
  const { wrapper } = await list({
    'customers.exportCsv': (input) => {
      exported.push(input)
      return accept({ path: '/home/Customers.csv', rows: 2 })(input)
    },
  })
  await wrapper.findAll('[aria-pressed]')[1]?.trigger('click')
  await flushPromises()
  await wrapper
    .findAll('button')
    .find((one) => read(one) === 'Export the list')
    ?.trigger('click')
  await flushPromises()
  expect(exported).toMatchObject([{ view: { filter: 'error', sort: 'sold', descending: true } }])
})

test('a customer who moves to the place of the current one is not opened or selected for that one', async () => {
  let uids = ['c-1', 'c-2']
  const { wrapper } = await list({
    'customers.browse': (input) =>
      accept({ rows: uids.map((uid) => row(uid)), matching: 2, counts, asOf: serviceNow.toISOString() })(input),
  })
  const search = useSearch()
  const table = wrapper.get('[role=grid]')
  await table.trigger('keydown', { key: 'ArrowDown' })
  expect(search.row).toBe(0)
  await search.reloadList()
  expect(search.row).toBe(0)
  uids = ['c-9', 'c-1']
  await search.reloadList()
  expect(search.row).toBe(-1)
  await table.trigger('keydown', { key: ' ' })
  expect(wrapper.findAll('[role=row][aria-selected=true]')).toHaveLength(0)
})

test('a search covers all customers and keeps its own order, with the filters in sight', async () => {
  const { wrapper, store } = await page()
  await wrapper.findAll('[aria-pressed]')[4]?.trigger('click')
  await flushPromises()
  expect(read(wrapper.get('[aria-pressed=true]'))).toBe('Empty 2')
  store.type('c', { pasted: false })
  await flushPromises()
  expect(wrapper.findAll('[aria-pressed]')).toHaveLength(8)
  expect(wrapper.find('[aria-pressed=true]').exists()).toBe(false)
  expect(read(wrapper.get('.subtitle'))).toBe('2 matches · The search covers all customers')
  expect(wrapper.find('[aria-sort]').exists()).toBe(false)
})

test('a filter or the button above the list ends the search', async () => {
  const { wrapper, store } = await page()
  store.type('c', { pasted: false })
  await flushPromises()
  await wrapper.findAll('[aria-pressed]')[1]?.trigger('click')
  await flushPromises()
  expect([store.text, store.view.filter]).toEqual(['', 'error'])
  expect(read(wrapper.get('[aria-pressed=true]'))).toBe('Error 4')
  store.type('c', { pasted: false })
  await flushPromises()
  await wrapper
    .findAll('button')
    .find((button) => read(button) === 'End the search')
    ?.trigger('click')
  await flushPromises()
  expect([store.text, store.view.filter]).toEqual(['', 'error'])
  expect(document.activeElement).toBe(wrapper.get('[role=grid]').element)
})

test('a filter says how many of all customers it lists', async () => {
  const { wrapper } = await list()
  expect(read(wrapper.get('.subtitle'))).toBe('12,000 customers in the local list')
  await wrapper.findAll('[aria-pressed]')[4]?.trigger('click')
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe('2 of 12,000 customers in the local list')
})

test.each([
  { customers: counts.all, readings: 1, what: 'is not read again at the first report of the sync' },
  { customers: counts.all + 1, readings: 2, what: 'is read again if the sync has brought customers meanwhile' },
])('a list that is there $what', async ({ customers, readings }) => {
  const { browsed } = await list({
    'customers.status': accept({ ...noList, storage: 'disk', state: 'syncing', customers }),
  })
  await useSync().load()
  await flushPromises()
  expect(browsed).toHaveLength(readings)
})

test.each([
  { customers: counts.all, readings: 1, what: 'once, if it has the customers of the report' },
  { customers: counts.all + 1, readings: 2, what: 'twice, if the report has more customers' },
])('a list that is still being read at the first report is read $what', async ({ customers, readings }) => {
  const answer = Promise.withResolvers<void>()
  const inputs: unknown[] = []
  const { bridge } = await list({
    'customers.browse': async (input) => {
      inputs.push(input)
      await answer.promise
      return await accept({ rows: [row('c-1')], matching: 1, counts, asOf: serviceNow.toISOString() })(input)
    },
  })
  const status = { ...noList, storage: 'disk', state: 'syncing', customers }
  bridge.push('sync.progress', status)
  bridge.push('sync.progress', status)
  await flushPromises()
  expect(inputs).toHaveLength(1)
  answer.resolve()
  await flushPromises()
  bridge.push('sync.progress', status)
  await flushPromises()
  expect(inputs).toHaveLength(readings)
})

test.each([
  { customers: counts.all, readings: 1, what: 'once, if it has the customers of the sync' },
  { customers: counts.all + 1, readings: 2, what: 'again, if the sync has brought customers since' },
])('a list that was read before its page is opened is read $what', async ({ customers, readings }) => {
  const { wrapper, browsed } = await list({}, false)
  await useSearch().loadList()
  useSync().status = { ...noList, storage: 'disk', state: 'done', customers }
  await wrapper.setProps({ shown: true })
  await flushPromises()
  expect(browsed).toHaveLength(readings)
})

test('when the list is complete it is read at once, even if it was read a moment before', async () => {
  const { bridge, browsed } = await list()
  const status = { ...noList, storage: 'disk', state: 'syncing', customers: counts.all + 1 }
  bridge.push('sync.progress', status)
  await flushPromises()
  expect(browsed).toHaveLength(2)
  bridge.push('sync.progress', { ...status, state: 'done', finishedAt: serviceNow.toISOString() })
  await flushPromises()
  expect(browsed).toHaveLength(3)
})

test('while the list is being copied for the first time the page has no numbers of its own', async () => {
  const { wrapper } = await list({
    'customers.status': accept({ ...noList, storage: 'disk', state: 'syncing', received: 1440, customers: 1319 }),
  })
  await useSync().load()
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe('The list is being copied. Customers appear as they arrive.')
  expect(wrapper.findAll('[aria-pressed] .count').map(read)).toEqual(Array.from({ length: 8 }, () => '–'))
})

test('a search in a list that is being copied does not claim to cover all customers', async () => {
  const copying = { ...noList, storage: 'disk', state: 'syncing', received: 1440, customers: 1319 }
  const rows: CustomerRow[] = []
  const { wrapper, bridge } = await list({
    'customers.status': accept(copying),
    'customers.search': (input) => found({ rows: [...rows] })(input),
  })
  await useSync().load()
  useSearch().type('c', { pasted: false })
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe('0 matches · The list is still being copied')
  expect(wrapper.text()).toContain('No customer found so far')
  rows.push(row('c-1'))
  useSearch().repeatSearch()
  await flushPromises()
  bridge.push('sync.progress', { ...copying, state: 'done', finishedAt: serviceNow.toISOString() })
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe('1 match · Searched before the list was complete')
  rows.push(row('c-2'))
  await wrapper
    .findAll('button')
    .find((button) => read(button) === 'Search again')
    ?.trigger('click')
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe('2 matches · The search covers all customers')
  expect(wrapper.text()).not.toContain('Search again')
})

test('a filter that lists nobody says so and leads back to all customers', async () => {
  const { wrapper, browsed } = await list({
    'customers.browse': (input) => {
      browsed.push(input)
      return accept({ rows: [], matching: 0, counts, asOf: serviceNow.toISOString() })(input)
    },
  })
  await wrapper.findAll('[aria-pressed]')[2]?.trigger('click')
  await flushPromises()
  await wrapper.get('.empty button').trigger('click')
  await flushPromises()
  expect(browsed.at(-1)).toMatchObject({ view: { filter: 'all' } })
})
