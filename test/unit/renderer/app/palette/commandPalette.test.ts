/**
 * The palette: what it offers, what Enter takes, and that outdated answers are dropped.
 *
 * @module-tag long
 */
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { Zap } from '@lucide/vue'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import SearchField from '../../../../../renderer/app/frame/SearchField.vue'
import CommandPalette from '../../../../../renderer/app/palette/CommandPalette.vue'
import { matchingOptions, type PaletteOption } from '../../../../../renderer/app/palette/paletteOptions.ts'
import { useCall } from '../../../../../renderer/lib/call.store.ts'
import { useSearch } from '../../../../../renderer/features/customers/search.store.ts'
import { useCustomerList } from '../../../../../renderer/features/customers/customerList.store.ts'
import { useSync } from '../../../../../renderer/features/customers/sync.store.ts'
import { useRecentCustomers } from '../../../../../renderer/app/tabs/recentCustomers.store.ts'
import { usePageActionList, usePageActions, type PageAction } from '../../../../../renderer/lib/pageActions.ts'
import { limits } from '../../../../limits.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { recordRequests } from '../../support/deferred.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { counts } from '../../support/customers.ts'
import { customer, customerUid, inventoryRow, now, settings, syncStatus } from '../../support/samples.ts'

const option = (label: string, detail = ''): PaletteOption => ({
  key: label,
  group: 'Actions',
  icon: Zap,
  label,
  detail,
  target: { run: () => undefined },
})
const row = (email: string) => ({
  uid: `c-${email}`,
  email,
  esims: [{ iccid: '8948010000012345678', state: 'installed', raw: 'INSTALLED' }],
  totalRemaining: null,
  nextExpiry: null,
  lastSeen: null,
  soldAt: null,
  packages: { active: 1, waiting: 0, over: 0, total: 1 },
  packageNames: ['Europe 3 GB'],
  match: null,
})
const found = (...emails: string[]) => ({
  rows: emails.map(row),
  source: 'directory',
  exact: null,
  serviceProblem: null,
  asOf: now,
})

const sold = [
  inventoryRow({ name: 'Asia 3 GB', countries: ['JP', 'KR'] }),
  inventoryRow({ name: 'Japan 1 GB', countries: ['JP'] }),
  ...Array.from({ length: 6 }, (_, n) => inventoryRow({ name: `Nordics ${String(n)} GB`, countries: ['SE', 'NO'] })),
]
const searches = recordRequests<{ readonly query: string }, unknown>()
const done: string[] = []
const topUp: PageAction = { id: 'topUp', label: 'Top up', chord: 't', run: () => void done.push('top up') }
const refund = (name: string): PageAction => ({
  id: `refund ${name}`,
  label: 'Refund',
  detail: name,
  chord: 'f',
  run: () => void done.push(`refund ${name}`),
})

let onPage: { readonly actions: readonly PageAction[]; readonly only: string | null; readonly palette: boolean }

/** The search field and a page that registers its actions, with the palette over them. */
const PageWithActions = defineComponent({
  setup() {
    const { actions, only, palette } = onPage
    usePageActions(() => actions)
    useRecentCustomers().add(CustomerUid.parse(customerUid))
    return () => [h(SearchField), palette ? h(CommandPalette, { only }) : undefined]
  },
})

/** Shows the palette over a page with these actions. */
async function shown(
  actions: readonly PageAction[] = [topUp],
  only: string | null = null,
  answers: Record<string, (input: unknown) => Promise<unknown>> = {},
): Promise<VueWrapper> {
  installBridge({
    ...answers,
    'customers.search': async (input) => {
      const value = await searches.send(input as { query: string })
      return { ok: true, value }
    },
    'customers.get': accept(customer({ email: 'recent@example.org' })),
    'operations.list': accept({ rows: [], total: 0 }),
    'inventory.list': accept({ rows: sold, unreadable: [], fetchedAt: now }),
    'inventory.devices': accept({
      rows: ['Pixel 8', ...Array.from({ length: 5 }, (_, n) => `Nexus ${String(n)}`)].map((name) => ({
        name,
        vendor: 'Google',
        platform: 'Android',
      })),
      fetchedAt: now,
    }),
  })
  onPage = { actions, only, palette: true }
  const wrapper = mounted(PageWithActions)
  await flushPromises()
  return wrapper
}

const routeOf = (wrapper: VueWrapper) => wrapper.findComponent(CommandPalette).vm.$router.currentRoute.value
const labels = (wrapper: VueWrapper): string[] => wrapper.findAll('[role=option]').map((each) => read(each))
async function type(wrapper: VueWrapper, text: string): Promise<void> {
  await wrapper.get('[role=combobox]').setValue(text)
  await flushPromises()
}
async function press(wrapper: VueWrapper, key: string): Promise<void> {
  await wrapper.get('[role=combobox]').trigger('keydown', { key })
  await flushPromises()
}

/** A search of the test before may begin late, on a busy machine. */
function searchFor(query: string) {
  const found = searches.requests.findLast(({ input }) => input.query === query)
  if (found === undefined) throw new Error(`Nobody has searched for ${query}`)
  return found
}

beforeEach(() => {
  searches.requests.length = 0
  done.length = 0
})

describe('what the palette offers', () => {
  test('without a text the recent customers come first, then the actions of the page and the pages', async () => {
    const offered = labels(await shown())
    expect(offered.slice(0, 2)).toEqual(['recent@example.org', 'Top up'])
    expect(offered.at(2)).toContain(text('frame.pages.customers'))
  })

  test('it is a combobox with a listbox, and names its active option', async () => {
    const wrapper = await shown()
    const field = wrapper.get('[role=combobox]')
    expect(field.attributes()).toMatchObject({ 'aria-expanded': 'true', 'aria-label': text('palette.title') })
    expect(wrapper.get('[role=listbox]').attributes('id')).toBe(field.attributes('aria-controls'))
    await press(wrapper, 'ArrowDown')
    const active = document.getElementById(field.attributes('aria-activedescendant') ?? '')
    expect(active?.textContent).toContain('Top up')
  })

  test('actions that are not possible now are not offered', async () => {
    expect(labels(await shown([{ ...topUp, possible: false }]))).not.toContain('Top up')
  })

  test('with a chord it offers the actions with this chord alone', async () => {
    const wrapper = await shown([topUp, refund('Europe 3 GB'), refund('Japan 1 GB')], 'f')
    expect(labels(wrapper)).toEqual(['Europe 3 GB', 'Japan 1 GB'])
    await type(wrapper, 'japan')
    await press(wrapper, 'Enter')
    expect(done).toEqual(['refund Japan 1 GB'])
    expect(searches.requests).toHaveLength(0)
  })
})

describe('what Enter takes', () => {
  test('an action of the page runs without waiting for any answer', async () => {
    const wrapper = await shown()
    await type(wrapper, 'top')
    await press(wrapper, 'Enter')
    expect(done).toEqual(['top up'])
  })

  test('Enter that comes before the customers opens the first one when they arrive', async () => {
    const wrapper = await shown()
    await type(wrapper, 'anna@')
    await press(wrapper, 'Enter')
    expect(wrapper.findComponent(CommandPalette).emitted('close')).toBeUndefined()
    const page = found('anna@example.org')
    const iccid = '8948010000000000074'
    const [first] = page.rows
    if (first === undefined) throw new Error('Somebody is found')
    searchFor('anna@').answer({
      ...page,
      rows: [{ ...first, match: { field: 'iccid', value: iccid, start: 0, end: iccid.length } }],
    })
    await flushPromises()
    expect(wrapper.findComponent(CommandPalette).emitted('close')).toHaveLength(1)
    const asked = { iccid: Iccid.parse(iccid), imsi: null }
    expect(useCall().searchedEsim(CustomerUid.parse(first.uid), [asked])).toBe(asked)
  })

  test('Enter takes at once what the arrow keys have moved to, and waits for no customer', async () => {
    const wrapper = await shown()
    await type(wrapper, 'nexus')
    await press(wrapper, 'Enter')
    await press(wrapper, 'ArrowDown')
    await press(wrapper, 'Enter')
    expect(wrapper.findComponent(CommandPalette).emitted('close')).toHaveLength(1)
    await vi.waitFor(() => expect(routeOf(wrapper).query).toEqual({ q: 'Nexus 1' }), limits.state)
  })

  test('the option that the arrow keys have moved to stays the active one when customers come before it', async () => {
    const wrapper = await shown()
    await type(wrapper, 'nexus')
    await press(wrapper, 'Enter')
    await press(wrapper, 'ArrowDown')
    searchFor('nexus').answer(found('nexus@example.org', 'nexus@example.com'))
    await flushPromises()
    expect(wrapper.findComponent(CommandPalette).emitted('close')).toBeUndefined()
    expect(labels(wrapper)[0]).toContain('nexus@example.org')
    await press(wrapper, 'Enter')
    await vi.waitFor(() => expect(routeOf(wrapper).query).toEqual({ q: 'Nexus 1' }), limits.state)
  })

  test('an answer to an earlier text is never offered', async () => {
    const wrapper = await shown()
    await type(wrapper, 'anna@')
    await type(wrapper, 'bert@')
    searchFor('anna@').answer(found('anna@example.org'))
    await flushPromises()
    expect(labels(wrapper)).toEqual([])
    searchFor('bert@').answer(found('bert@example.org'))
    await flushPromises()
    expect(labels(wrapper)).toEqual(['bert@example.org …5678 · Europe 3 GB'])
  })

  test('where there are more customers than are offered, the last option lists all of them', async () => {
    const wrapper = await shown()
    const { $router: router } = wrapper.findComponent(CommandPalette).vm
    const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@travel.example`)
    await type(wrapper, 'travel')
    searchFor('travel').answer(found(...six))
    await flushPromises()
    expect(labels(wrapper)).toHaveLength(6)
    await type(wrapper, 'travel.')
    searchFor('travel.').answer(found(...six, 'g@travel.example'))
    await flushPromises()
    expect(labels(wrapper).slice(5)).toEqual(['f@travel.example …5678 · Europe 3 GB', text('palette.allCustomers')])
    for (let presses = 0; presses < 6; presses += 1) await press(wrapper, 'ArrowDown')
    await press(wrapper, 'Enter')
    await flushPromises()
    expect(router.currentRoute.value.fullPath).toBe('/customers')
    expect(router.options.history.state['isForSearch']).toBe(true)
    expect(useSearch().text).toBe('travel.')
    expect(document.activeElement).toBe(wrapper.get('[role=search] input').element)
  })

  test('names of countries offer the packages that cover all of them, without waiting for customers', async () => {
    const wrapper = await shown()
    await type(wrapper, 'japan korea')
    expect(labels(wrapper)).toEqual([
      `${text('palette.coverage', { countries: 'Japan and South Korea' })} ${text('inventory.count', { count: 1 })}`,
    ])
    await type(wrapper, 'japan')
    expect(labels(wrapper)[0]).toBe(
      `${text('palette.coverage', { countries: 'Japan' })} ${text('inventory.count', { count: 2 })}`,
    )
    await type(wrapper, 'japan 1')
    expect(labels(wrapper)).toEqual([expect.stringContaining('Japan 1 GB')])
    await type(wrapper, 'japan korea')
    await press(wrapper, 'Enter')
    await flushPromises()
    const { fullPath } = wrapper.findComponent(CommandPalette).vm.$router.currentRoute.value
    expect(fullPath).toBe('/inventory?country=JP,KR')
  })

  test('a name of a country in another language may be that of a person, so customers are waited for', async () => {
    const wrapper = await shown()
    const { $router: router } = wrapper.findComponent(CommandPalette).vm
    await type(wrapper, 'japon')
    await press(wrapper, 'Enter')
    expect(router.currentRoute.value.fullPath).toBe('/')
    searchFor('japon').answer(found('japon@travel.example', 'a.japon@travel.example'))
    const expected = [
      expect.stringContaining('japon@travel.example'),
      expect.stringContaining('a.japon@travel.example'),
      text('palette.customersOf', { country: 'Japan' }),
      `${text('palette.coverage', { countries: 'Japan' })} ${text('inventory.count', { count: 2 })}`,
    ]
    await vi.waitFor(() => expect(labels(wrapper)).toEqual(expected), limits.state)
  })

  test.each(['japan', 'jap'])('%j offers the customers with packages for the country', async (typed) => {
    const wrapper = await shown()
    await useCustomerList().change({ filter: 'error' })
    await type(wrapper, typed)
    expect(labels(wrapper)[1]).toBe(text('palette.customersOf', { country: 'Japan' }))
    await press(wrapper, 'ArrowDown')
    await press(wrapper, 'Enter')
    await flushPromises()
    expect(useCustomerList().view).toMatchObject({ filter: 'all', country: 'JP' })
    expect(wrapper.findComponent(CommandPalette).vm.$router.currentRoute.value.fullPath).toBe('/customers')
  })

  test.each([
    ['nordics', 5, text('palette.allPackages'), '/inventory?q=nordics'],
    ['nexus', 4, text('palette.allDevices'), '/devices?q=nexus'],
  ])('where %s finds more than %i, the last option leads to the page of all', async (text, count, label, path) => {
    const wrapper = await shown()
    await type(wrapper, text)
    const asked = () => searches.requests.filter(({ input }) => input.query === text)
    await vi.waitFor(() => expect(asked()).not.toHaveLength(0), limits.state)
    for (const request of asked()) request.answer(found())
    await flushPromises()
    expect(labels(wrapper)).toHaveLength(count + 1)
    expect(labels(wrapper).at(-1)).toBe(label)
    const { $router: router } = wrapper.findComponent(CommandPalette).vm
    for (let presses = 0; presses < count; presses += 1) await press(wrapper, 'ArrowDown')
    await press(wrapper, 'Enter')
    await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe(path), limits.state)
  })

  test('devices are found by their name', async () => {
    const wrapper = await shown()
    await type(wrapper, 'pixel')
    expect(labels(wrapper)).toEqual(['Pixel 8 Google'])
  })
})

test('labels that begin with the text come before those that contain it', () => {
  const options = [option('No refund'), option('Prefunded'), option('Refund', 'Europe')]
  expect(matchingOptions(options, 'refund', 5).map(({ label }) => label)).toEqual(['Refund', 'No refund', 'Prefunded'])
  expect(matchingOptions(options, 'europe refund', 5).map(({ label }) => label)).toEqual(['Refund'])
  expect(matchingOptions(options, 'refund', 1)).toHaveLength(1)
})

test('the actions of a component are offered only while it is on the screen', () => {
  onPage = { actions: [topUp], only: null, palette: false }
  const wrapper = mounted(PageWithActions)
  const list = usePageActionList()
  expect(list.actions.map(({ id }) => id)).toEqual(['topUp'])
  wrapper.unmount()
  expect(list.actions).toEqual([])
})

test('where a key has several actions, those of a lower rank come first', async () => {
  const wrapper = await shown([{ ...refund('second'), rank: 1 }, refund('first'), topUp], 'f')
  expect(labels(wrapper)).toEqual([expect.stringContaining('first'), expect.stringContaining('second')])
})

describe('what the palette finds beside pages and actions', () => {
  const status = syncStatus({ storage: 'disk', state: 'done', finishedAt: now })
  async function withPlaces() {
    const asked: { readonly op: string; readonly input: unknown }[] = []
    const record = (op: string, answer: unknown) => (input: unknown) => {
      asked.push({ op, input })
      return accept(answer)(input)
    }
    const wrapper = await shown([], null, {
      'customers.browse': record('browse', {
        rows: [],
        matching: 0,
        counts,
        total: counts.all,
        unknownCoverage: 0,
        asOf: now,
      }),
      'settings.set': record('settings', settings()),
      'customers.sync': record('sync', null),
    })
    useSync().status = status
    await flushPromises()
    return { wrapper, asked, path: () => wrapper.findComponent(CommandPalette).vm.$router.currentRoute.value.fullPath }
  }

  test('they are offered for a typed text alone', async () => {
    const { wrapper } = await withPlaces()
    for (const key of ['operations.view.totals', 'settings.mail.title', 'customers.filter.notInstalled'])
      expect(labels(wrapper).join()).not.toContain(text(key))
  })

  test.each([
    [text('settings.mail.title'), `${text('settings.mail.title')} ${text('frame.pages.settings')}`, '/settings#mail'],
    [
      text('settings.theme.title'),
      `${text('settings.theme.title')} ${text('frame.pages.settings')}`,
      '/settings#theme',
    ],
    [
      text('operations.view.totals'),
      `${text('operations.view.totals')} ${text('frame.pages.operations')}`,
      '/operations?view=totals',
    ],
    [
      text('operations.state.NEEDS_HUMAN'),
      `${text('operations.state.NEEDS_HUMAN')} ${text('frame.pages.operations')}`,
      '/operations?state=NEEDS_HUMAN',
    ],
  ])('%s leads to %s', async (typed, label, to) => {
    const { wrapper, path } = await withPlaces()
    await type(wrapper, typed)
    const index = labels(wrapper).indexOf(label)
    expect(index).toBeGreaterThanOrEqual(0)
    for (let presses = 0; presses < index; presses += 1) await press(wrapper, 'ArrowDown')
    await press(wrapper, 'Enter')
    expect(path()).toBe(to)
  })

  test.each([
    [text('customers.filter.error'), 'error'],
    [text('customers.filter.notInstalled').slice(0, -2), 'notInstalled'],
    [text('customers.filter.ending', { count: 3 }), 'ending'],
    [text('customers.filter.empty'), 'empty'],
    [`${text('frame.pages.customers')} ${text('customers.filter.waiting').slice(0, -2)}`, 'waiting'],
  ])('%s lists the customers of the filter %s', async (typed, filter) => {
    const { wrapper, asked, path } = await withPlaces()
    await type(wrapper, typed.toLowerCase())
    await press(wrapper, 'Enter')
    expect(path()).toBe('/customers')
    expect(asked).toMatchObject([{ op: 'browse', input: { view: { filter } } }])
  })

  test('the theme and the language are changed', async () => {
    const { wrapper, asked } = await withPlaces()
    await type(wrapper, text('settings.theme.dark'))
    expect(labels(wrapper)[0]).toBe(`${text('settings.theme.dark')} ${text('settings.theme.title')}`)
    await press(wrapper, 'Enter')
    await type(wrapper, 'deutsch')
    await press(wrapper, 'Enter')
    expect(asked.map(({ input }) => input)).toEqual([{ theme: 'dark' }, { language: 'de' }])
  })

  test('a word inside of another one finds no place, which would take Enter from a customer', async () => {
    const { wrapper } = await withPlaces()
    await type(wrapper, 'stall')
    expect(labels(wrapper)).toEqual([])
  })
})

test('an action that has many like it is offered for a typed text alone', async () => {
  const wrapper = await shown([topUp, { ...refund('Europe'), typed: true }])
  expect(labels(wrapper).join()).not.toContain('Refund')
  await type(wrapper, 'refund')
  expect(labels(wrapper)[0]).toContain('Refund')
})
