/**
 * The page of customers: its notes on a search, and the rows.
 *
 * @module-tag long
 */
import * as z from 'zod'
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import CustomersPage from '../../../../../renderer/features/customers/CustomersPage.vue'
import { useSearch } from '../../../../../renderer/features/customers/search.store.ts'
import { useSync } from '../../../../../renderer/features/customers/sync.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { counts, customersPage, found, listed, noList, row } from '../../support/customers.ts'
import { at, recordRequests } from '../../support/deferred.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { limits } from '../../../../limits.ts'

const width = window.innerWidth
/** Wide enough for all columns. */
beforeEach(() => void (window.innerWidth = 1280))
afterEach(() => void (window.innerWidth = width))

test('the next expiry counts from the time of the service, not from that of this machine', async () => {
  const { wrapper, store } = await customersPage()
  expect(wrapper.findAll('time').map(read)).toEqual(['in 4 days'])
  store.type('c', { pasted: false })
  await flushPromises()
  expect(wrapper.findAll('time').map(read)).toEqual(['in 4 days', 'in 4 days'])
})

test('a reload that waits for its turn is dropped when the page is gone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let reads = 0
  const bridge = installBridge({
    'customers.status': accept(noList),
    'customers.browse': (input) => {
      reads += 1
      return listed([row('c-1')])(input)
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
  const { wrapper, store } = await customersPage({ cursor: 'next' })
  store.type('c', { pasted: false })
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe(
    `${text('customers.foundMore', { count: store.count })} · ${text('customers.search.all')}`,
  )
})

test('shows only the number if all matches are shown', async () => {
  const { wrapper, store } = await customersPage()
  store.type('c', { pasted: false })
  await flushPromises()
  expect(read(wrapper.get('.subtitle'))).toBe(
    `${text('customers.found', { count: 2 })} · ${text('customers.search.all')}`,
  )
})

test('clearing a search without a match moves the focus to the list', async () => {
  const { wrapper, store } = await customersPage({ rows: [] })
  store.type('c', { pasted: false })
  await flushPromises()
  await wrapper.get('.empty button').trigger('click')
  await flushPromises()
  expect(store.text).toBe('')
  expect(document.activeElement).toBe(wrapper.get('[role=grid]').element)
})

test('a similar address is offered, and searched for when it is pressed, but never opened', async () => {
  const { wrapper, store } = await customersPage({ rows: [] }, accept({ queries: ['budi.suzuki@webmail.example'] }))
  store.type('budi.suzuki@webmail.exmple', { pasted: true })
  const buttons = (): string[] => wrapper.findAll('.empty button').map(read)
  await vi.waitFor(() => expect(buttons()).toEqual([text('customers.noMatch.clear')]), limits.state)
  await vi.waitFor(
    () =>
      // Below what is there, which stays where it is.
      expect(buttons()).toEqual([
        text('customers.noMatch.clear'),
        text('customers.noMatch.near', { query: 'budi.suzuki@webmail.example' }),
      ]),
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
  const { wrapper, store } = await customersPage({ rows: [] }, send)
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
    at(requests, index).answer({ ok: true, value: { queries: [address] } })
    await flushPromises()
    return offered()
  }
  // One late answer arrives before that of the last text, one after it.
  expect(await answer(0, 'anna.tanaka@mail.example')).toEqual([])
  expect(await answer(2, 'anna.tanaka12@mail.example')).toEqual([
    text('customers.noMatch.near', { query: 'anna.tanaka12@mail.example' }),
  ])
  expect(await answer(1, 'anna.tanaka1@mail.example')).toEqual([
    text('customers.noMatch.near', { query: 'anna.tanaka12@mail.example' }),
  ])
  await type('anna.tanka123')
  expect(offered()).toEqual([])
  wrapper.unmount()
  await vi.runOnlyPendingTimersAsync()
  expect(requests).toHaveLength(3)
})

test.each([
  ['8943 7155 0000 0000 017', text('customers.noMatch.misread')],
  ['8943 7155 0000 0000 016', text('customers.noMatch.text')],
  ['437155000000001', text('customers.noMatch.text')],
  ['89049032000001000000012345678901', text('customers.noMatch.eid')],
  ['35-693803-564380-9', text('customers.noMatch.imei')],
  ['8.94311E+18', text('customers.noMatch.shortened')],
  ['8943108165000710000', text('customers.noMatch.rounded')],
])('a number that nobody has is explained if it is no ICCID or no longer a whole one: %s', async (query, expected) => {
  const { wrapper, store } = await customersPage({ rows: [] })
  store.type(query, { pasted: false })
  await flushPromises()
  expect(read(wrapper.get('.empty'))).toContain(expected)
})

test('while the first copy of the list has failed, the page says that and why, and not that there are no customers', async () => {
  const started: unknown[] = []
  const failed = { ...noList, storage: 'disk', state: 'failed', problem: 'address_unreachable' } as const
  installBridge({
    'customers.browse': listed([], { total: 0, counts: { ...counts, all: 0 } }),
    'customers.search': found({ rows: [] }),
    'customers.similar': accept({ queries: [] }),
    'customers.sync': (input) => {
      started.push(input)
      return accept({ ...failed, state: 'syncing', problem: null })(input)
    },
  })
  const wrapper = mounted(CustomersPage)
  useSync().status = failed
  await flushPromises()
  const empty = (): string => read(wrapper.get('.empty'))
  expect(empty()).toContain(text('customers.copyFailed.title'))
  expect(empty()).toContain(text('errors.address_unreachable.what'))
  expect(read(wrapper)).not.toContain(text('customers.empty.title'))
  expect(read(wrapper.get('.subtitle'))).toContain(text('customers.search.incomplete'))
  useSearch().type('anna', { pasted: false })
  await flushPromises()
  expect(empty()).toContain(text('customers.noMatch.soFar'))
  expect(empty()).toContain(text('customers.noMatch.incomplete'))
  useSearch().clear()
  await flushPromises()
  await wrapper.get('.empty button').trigger('click')
  await flushPromises()
  expect(started).toHaveLength(1)
})

test('a list that was once complete and is empty says so, also after a failed refresh', async () => {
  installBridge({ 'customers.browse': listed([], { total: 0, counts: { ...counts, all: 0 } }) })
  const wrapper = mounted(CustomersPage)
  const finishedAt = '2026-11-21T10:00:00.000Z'
  useSync().status = { ...noList, storage: 'disk', state: 'failed', problem: 'address_unreachable', finishedAt }
  await flushPromises()
  expect(read(wrapper.get('.empty'))).toContain(text('customers.empty.title'))
})

test('a failure to find similar addresses offers none', async () => {
  const { send, requests } = recordRequests<unknown, unknown>()
  const { wrapper, store } = await customersPage({ rows: [] }, send)
  store.type('anna.tanka', { pasted: false })
  await vi.waitFor(() => expect(requests).toHaveLength(1), limits.state)
  at(requests, 0).answer({ ok: false, error: { code: 'bridge_timeout', message: '', details: {} } })
  await flushPromises()
  expect(wrapper.findAll('.empty button').map(read)).toEqual([text('customers.noMatch.clear')])
})

test.each([
  [{ source: 'service' }, text('customers.source.service')],
  [{ source: 'service', rows: [] }, text('customers.source.nobody')],
  [{ source: 'both' }, text('customers.source.both')],
])('an answer of %o says that the service was asked', async (answer, expected) => {
  const { wrapper, store } = await customersPage(answer)
  store.type('nobody@example.org', { pasted: false })
  await flushPromises()
  expect(read(wrapper)).toContain(expected)
})

test('of a very long text both ends are named as searched for', async () => {
  const { wrapper, store } = await customersPage()
  store.type(`ICCID 12${'9'.repeat(496)}87`, { pasted: true })
  await flushPromises()
  expect(read(wrapper)).toContain(
    text('customers.taken', {
      what: text('customers.takenKind.digits'),
      value: `12${'9'.repeat(58)}…${'9'.repeat(58)}87`,
    }),
  )
})

test('without a local list the page says what a search asks, and what it cannot find', async () => {
  const { wrapper, store } = await customersPage({ source: 'directory', rows: [] })
  await useSync().load()
  expect(read(wrapper.get('.subtitle'))).toBe(text('customers.seen', { count: '12,000' }, 12000))
  store.type('part', { pasted: false })
  await flushPromises()
  expect(read(wrapper)).toContain(text('customers.source.seen'))
})

test('a row says with how many customers its customer is linked', async () => {
  const { wrapper, store } = await customersPage({ rows: [{ ...row('c-1'), linked: 2 }, row('c-2')] })
  store.type('c', { pasted: false })
  await flushPromises()
  expect(wrapper.findAll('.linked').map(read)).toEqual([`2${text('customers.linked', { count: 2 })}`])
})

const packages = (what: string, count: number): string => text(`customers.packages.${what}`, { count })
test.each([
  [{ active: 1, waiting: 2, over: 3, total: 7 }, `${packages('active', 1)} · ${packages('waiting', 2)}`],
  [{ active: 0, waiting: 0, over: 3, total: 3 }, packages('over', 3)],
  [{ active: 0, waiting: 0, over: 1, total: 3 }, `${packages('over', 1)} · ${packages('unclear', 2)}`],
  [{ active: 0, waiting: 0, over: 0, total: 1 }, packages('unclear', 1)],
  [{ active: 0, waiting: 0, over: 0, total: 0 }, packages('none', 0)],
])('of the packages %o a row says: %s', async (counted, expected) => {
  const { wrapper, store } = await customersPage({ rows: [{ ...row('c-1'), packages: counted }] })
  store.type('c', { pasted: false })
  await flushPromises()
  expect(read(wrapper.get('.packages .counts'))).toBe(expected)
})

test.each([
  [
    1280,
    '.packages .counts',
    [
      `A-17 · ${packages('active', 1)}`,
      `${text('customers.shared.uid', { uid: 'c-234567…' })} · ${packages('active', 1)}`,
      packages('active', 1),
    ],
  ],
  [
    900,
    '.below',
    ['A-17 · Europe 5 GB', `${text('customers.shared.uid', { uid: 'c-234567…' })} · Europe 5 GB`, 'Europe 5 GB'],
  ],
] as const)(
  'in a window of %d pixels customers with the same e-mail are distinguished by a reference or the uid',
  async (pixels, place, expected) => {
    window.innerWidth = pixels
    const one = { ...row('c-1'), email: 'ann@example.org', packageNames: ['Europe 5 GB'] }
    const { wrapper, store } = await customersPage({
      rows: [
        { ...one, sharedEmail: { reference: 'A-17' } },
        { ...one, uid: 'c-23456789', sharedEmail: { reference: null } },
        { ...one, uid: 'c-3', email: 'bob@example.org' },
      ],
    })
    store.type('c', { pasted: false })
    await flushPromises()
    const [first, second, third] = expected
    const why = `${text('customers.shared.title')}. `
    expect(wrapper.findAll(place).map(read)).toEqual([why + first, why + second, third])
    expect(wrapper.get('.shared').attributes('title')).toBe(
      text('customers.shared.titleWithReference', { reference: 'A-17' }),
    )
  },
)

test('a row has the e-mail without the uid, which is shown only where there is no e-mail', async () => {
  const { wrapper, store } = await customersPage({ rows: [{ ...row('c-1'), email: 'ann@example.org' }, row('c-2')] })
  store.type('c', { pasted: false })
  await flushPromises()
  expect(wrapper.findAll('.customer').map(read)).toEqual(['ann@example.org', `${text('customers.noEmail')}c-2`])
  expect(read(wrapper.get('.email .domain'))).toBe('@example.org')
})

test.each([
  [1280, ['customer', 'esims', 'packages', 'remaining', 'expiry', 'lastSeen'], false],
  [1100, ['customer', 'esims', 'packages', 'remaining', 'expiry'], false],
  [900, ['customer', 'esims', 'remaining', 'expiry'], true],
] as const)(
  'in a window of %d pixels the packages are in a column or below the e-mail',
  async (pixels, names, isBelow) => {
    window.innerWidth = pixels
    const { wrapper, store } = await customersPage({
      rows: [{ ...row('c-1'), email: 'ann@example.org', packageNames: ['Europe 5 GB'] }],
    })
    store.type('c', { pasted: false })
    await flushPromises()
    expect(
      wrapper
        .findAll('[role=columnheader]')
        .map(read)
        .filter((name) => name !== ''),
    ).toEqual(names.map((name) => text(`customers.columns.${name}`)))
    expect(read(wrapper.get('.customer')).includes('Europe 5 GB')).toBe(isBelow)
    expect(read(wrapper.get('[role=grid]'))).toContain('Europe 5 GB')
  },
)

test('of several packages a row says their number, and which ones in a hint', async () => {
  window.innerWidth = 1280
  const packages = { active: 1, waiting: 1, over: 0, total: 2 }
  const { wrapper, store } = await customersPage({
    rows: [{ ...row('c-1'), packages, packageNames: ['Europe 5 GB', 'Japan 3 GB'] }],
  })
  store.type('c', { pasted: false })
  await flushPromises()
  const shown = wrapper.get('.packages .one-line')
  expect(read(shown)).toBe(text('customers.packages.several', { count: '2' }, 2))
  expect(shown.attributes('title')).toBe('Europe 5 GB, Japan 3 GB')
})

test('each word of a search is marked where it was found, in the address and below it', async () => {
  const email = 'budi.suzuki@mail.example'
  const part = (field: string, value: string, start: number, end: number) => ({ field, value, start, end })
  const iccid = '8944000000000008796'
  const match = {
    ...part('email', email, 5, 11),
    others: [part('email', email, 0, 4), part('iccid', iccid, 15, 19), part('email', email, 3, 6)],
  }
  const { wrapper, store } = await customersPage({ rows: [{ ...row('c-1'), email, match }] })
  store.type('my number is 8796 suzuki budi', { pasted: false })
  await flushPromises()
  expect(wrapper.findAll('.email mark').map(read)).toEqual(['budi', '.s', 'uzuki'])
  expect(read(wrapper.get('.email'))).toBe(email)
  expect(wrapper.findAll('.below mark').map(read)).toEqual(['8796'])
  expect(wrapper.get('.below').attributes('title')).toBe(iccid)
  expect(read(wrapper)).toContain(
    text('customers.taken', { what: text('customers.takenKind.words'), value: '8796 + suzuki + budi' }),
  )
})

test.each([
  ['its last digits', 13, 19, '…0000008796'],
  ['digits before those', 6, 11, '…0000000008796'],
  ['its first digits', 0, 4, '8944000000000008796'],
])('an ICCID that was found by %s shows them and its end, and is whole where it is read aloud', async (...hit) => {
  const [, start, end, shown] = hit
  const iccid = '8944000000000008796'
  const match = { field: 'iccid', value: iccid, start, end }
  const { wrapper, store } = await customersPage({ rows: [{ ...row('c-1'), match }] })
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
  const { wrapper, store } = await customersPage({ rows: [row('c-1')] })
  store.type('c', { pasted: false })
  await flushPromises()
  const columns = z
    .array(z.object({ key: z.string(), width: z.string() }))
    .parse(wrapper.getComponent({ name: 'UiTable' }).props('columns'))
  const widthOf = (key: string) => columns.find((column) => column.key === key)?.width
  expect([widthOf('customer'), widthOf('packages')]).toEqual(['minmax(150px, 5fr)', 'minmax(150px, 3fr)'])
})

test('the data of a customer whose eSIMs have failed is marked as not usable', async () => {
  const { wrapper, store } = await customersPage({ rows: [{ ...row('c-1'), esimsFailed: true }, row('c-2')] })
  store.type('c', { pasted: false })
  await flushPromises()
  expect(wrapper.findAll('.failed').map(read)).toEqual([expect.stringContaining(text('customer.facts.usable.newEsim'))])
})
