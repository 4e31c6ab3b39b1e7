/** What is left where the balance is shown: with the customer's name and with each package. */
import { expect, test } from 'vitest'
import { defaultListView } from '#shared/model/customer/customerList.ts'
import type { CustomerRow, DataSize, EsimState } from '#shared/model/customer/views.ts'
import { ItemUid } from '#shared/wire/ids.ts'
import CustomerFacts from '../../../../../renderer/features/customer/CustomerFacts.vue'
import PackageBalanceBar from '../../../../../renderer/features/customer/PackageBalanceBar.vue'
import UiProgress from '../../../../../renderer/ui/UiProgress.vue'
import CustomersGrid from '../../../../../renderer/features/customers/CustomersGrid.vue'
import { mounted, read, text } from '../../support/mounted.ts'
import { customer, customerUid, esim, item, now } from '../../support/samples.ts'

const factsOf = (...items: readonly ReturnType<typeof item>[]): readonly string[] =>
  mounted(CustomerFacts, { view: customer({ items: [...items] }), now })
    .findAll('dl > div')
    .map((fact) => `${read(fact.get('dt'))}: ${read(fact.get('dd'))}`)
/** The whole, what can be used, and what waits; `null` for what is not shown. */
function amountsIn(props: Record<string, unknown>): readonly (string | null)[] {
  const facts = mounted(CustomerFacts, { now, ...props }).findAll('dl > div')
  const named = (name: string): string | null => {
    const fact = facts.find((each) => read(each.get('dt')) === name)
    return fact === undefined ? null : read(fact.get('dd'))
  }
  const usable = facts.find((each) => each.find('dd.strong').exists())
  return [
    named(text('customers.columns.remaining')),
    usable === undefined ? null : read(usable.get('dd')),
    named(text('customer.facts.waiting')),
  ]
}
const amountsOf = (totalRemaining: DataSize | null, ...items: readonly ReturnType<typeof item>[]) =>
  amountsIn({ view: customer({ totalRemaining, items: [...items] }) })
const bar = (changes: Parameters<typeof item>[0]) =>
  mounted(PackageBalanceBar, { item: item(changes), name: 'Package' })
const toneOf = (available: DataSize, size: DataSize, remainingShare: number): unknown =>
  bar({ available, size, remainingShare }).getComponent(UiProgress).props('tone')

test('what waits is not counted as usable', () => {
  const waiting = item({
    uid: ItemUid.parse('i-2'),
    phase: 'waiting_activation',
    available: { value: 10, unit: 'GB' },
    expiresAt: null,
  })
  expect(factsOf(item(), waiting)).toEqual([
    `${text('customer.facts.usable.nothing')}: 1.5 GB`,
    `${text('customer.facts.waiting')}: 10 GB`,
    `${text('customer.facts.nextExpiry')}: 20 days`,
    `${text('customer.facts.countrySet')}: ${text('places.set.EUROPE')}${text('customer.facts.inferred')}`,
  ])
  expect(factsOf(waiting).slice(0, 3)).toEqual([
    `${text('customers.columns.remaining')}: 1.5 GB`,
    `${text('customer.facts.usable.nothing')}: 0 GB`,
    `${text('customer.facts.waiting')}: 10 GB`,
  ])
})

test('of a single package and eSIM the line says nothing that their own lines say', () => {
  expect(factsOf(item())).toEqual([
    `${text('customer.facts.usable.nothing')}: 1.5 GB`,
    `${text('customer.facts.countrySet')}: ${text('places.set.EUROPE')}${text('customer.facts.inferred')}`,
  ])
  const several = mounted(CustomerFacts, { view: customer({ esims: [esim(), esim()], items: [] }), now })
  expect(several.findAll('dt').map(read)).toEqual(
    expect.arrayContaining([text('customer.facts.nextExpiry'), text('customer.facts.esim', { count: 2 }, 2)]),
  )
})

test('the next end is no day further away than the length of a package that was just sold', () => {
  const justSold = new Date(Date.parse(now) + 7 * 86_400_000 + 8000).toISOString()
  expect(factsOf(item({ expiresAt: justSold }), item({ uid: ItemUid.parse('i-2'), expiresAt: null }))).toContain(
    `${text('customer.facts.nextExpiry')}: 7 days`,
  )
})

test('the list of customers and the page show the same amount under the same name, and say what it counts', () => {
  const totalRemaining = { value: 11.5, unit: 'GB' }
  const view = customer({ totalRemaining, items: [item()] })
  const page = mounted(CustomerFacts, { view, now }).get('dl > div')
  const row: CustomerRow = {
    uid: customerUid,
    email: null,
    esims: [],
    totalRemaining,
    nextExpiry: null,
    lastSeen: null,
    soldAt: null,
    packages: { active: 1, waiting: 1, over: 0, total: 2 },
    packageNames: [],
    match: null,
  }
  const list = mounted(CustomersGrid, {
    count: 1,
    rowAt: () => row,
    view: defaultListView,
    selected: new Set(),
    waiting: false,
    now,
    current: 0,
  })
  const column = list.findAll('[role=columnheader]').findIndex((head) => read(head) === read(page.get('dt')))
  const hint = list.findAll('[role=columnheader]')[column]?.attributes('title')
  expect(read(page)).toBe(`${text('customers.columns.remaining')}11.5 GB`)
  expect(list.findAll('[role=gridcell]').map(read)[column]).toBe('11.5 GB')
  expect(hint).toContain(text('customers.columns.remainingHint'))
  expect(page.attributes('title')).toBe(hint)
  expect(read(mounted(CustomerFacts, { view: customer({ totalRemaining: null }), now }).get('dd'))).toBe(
    text('customer.facts.unknown'),
  )
})

test('what has ended since the page was read is not usable', () => {
  expect(factsOf(item({ expiresAt: '2026-11-21T09:59:00.000Z' }))).toContain(
    `${text('customer.facts.usable.nothing')}: 0 GB`,
  )
})

test('data is called usable only where an eSIM can use it, or where that is not known', () => {
  const second = (...states: readonly EsimState[]): string => {
    const esims = states.map((state) => esim({ state }))
    return read(mounted(CustomerFacts, { view: customer({ esims }), now }).get('dl > div'))
  }
  expect(second('error')).toBe(`${text('customer.facts.usable.newEsim')}1.5 GB`)
  expect(second('error', 'released')).toBe(`${text('customer.facts.usable.installing')}1.5 GB`)
  expect(second('released', 'disabled')).toBe(`${text('customer.facts.usable.switchingOn')}1.5 GB`)
  expect(second('released', 'installed')).toBe(`${text('customer.facts.usable.nothing')}1.5 GB`)
  expect(second('error', 'unknown')).toBe(`${text('customer.facts.usable.nothing')}1.5 GB`)
  expect(second()).toBe(`${text('customer.facts.usable.nothing')}1.5 GB`)
})

test('packages that start by themselves count to what can be used once the eSIM is on, and others wait', () => {
  const amounts = (state: EsimState): readonly (string | null)[] =>
    amountsIn({
      view: customer({
        totalRemaining: null,
        esims: [esim({ state })],
        items: [
          item({ phase: 'waiting_use', available: { value: 20, unit: 'GB' } }),
          item({ uid: ItemUid.parse('i-2'), phase: 'waiting_activation', available: { value: 1, unit: 'GB' } }),
        ],
      }),
    }).slice(1)
  expect(amounts('released')).toEqual(['20 GB', '1 GB'])
  expect(amounts('disabled')).toEqual(['20 GB', '1 GB'])
  expect(amounts('installed')).toEqual(['0 GB', '21 GB'])
  expect(amounts('error')).toEqual(['0 GB', '21 GB'])
})

test('amounts of an unknown unit have no sum, and packages without a set have none', () => {
  const strange = item({
    available: { value: 3, unit: 'parsec' },
    coverage: { certainty: 'unknown', countrySet: null, countries: [] },
  })
  expect(factsOf(strange)).toContain(`${text('customer.facts.usable.nothing')}: ${text('customer.facts.unknown')}`)
  expect(factsOf(strange)).toContain(`${text('customer.facts.countrySet')}: ${text('customer.facts.unknown')}`)
})

test('a terabyte is read as one', () => {
  const terabyte = item({ available: { value: 1024, unit: 'GB' }, size: { value: 1, unit: 'TB' } })
  expect(amountsOf(null, terabyte)).toEqual([text('customer.facts.unknown'), '1 TB', null])
})

test.each([
  ['0.55 GB', [0.05, 0.5], ['0.55 GB', '0.05 GB', '0.5 GB']],
  ['10 GB', [0.003, 10], ['10,240 MB', '3 MB', '10,240 MB']],
  [null, [0.05, 10], [text('customer.facts.unknown'), '0.05 GB', '10 GB']],
  ['3 parsec', [0.05, 10], ['3 parsec', '50 MB', '10 GB']],
])('amounts in one line have one unit: %s with %o', (total, [active = 0, waits = 0], shown) => {
  const usable = item({ available: { value: active, unit: 'GB' } })
  const waiting = item({ uid: ItemUid.parse('i-2'), phase: 'waiting_use', available: { value: waits, unit: 'GB' } })
  const [value = 0, unit = ''] = total?.split(' ') ?? []
  expect(amountsOf(total === null ? null : { value: Number(value), unit }, usable, waiting)).toEqual(shown)
})

test('the bar warns below a quarter and at 100 MB, is red at zero, and stays calm otherwise', () => {
  expect(toneOf({ value: 0.09, unit: 'GB' }, { value: 0.2, unit: 'GB' }, 0.45)).toBe('warn')
  expect(toneOf({ value: 0.7, unit: 'GB' }, { value: 3, unit: 'GB' }, 0.23)).toBe('warn')
  expect(toneOf({ value: 0.2, unit: 'GB' }, { value: 0.5, unit: 'GB' }, 0.4)).toBe('neutral')
  expect(toneOf({ value: 50, unit: 'MB' }, { value: 50, unit: 'MB' }, 1)).toBe('neutral')
  expect(bar({ phase: 'empty', useOrder: null }).getComponent(UiProgress).props('tone')).toBe('danger')
  expect(bar({ phase: 'expired', useOrder: null }).getComponent(UiProgress).props('tone')).toBe('faint')
})

test.each([
  [{ value: 0.05, unit: 'GB' }, { value: 50, unit: 'MB' }, '50', '50 MB', '50 MB'],
  [{ value: 0.02, unit: 'GB' }, { value: 50, unit: 'MB' }, '20', '20 MB', '50 MB'],
  [{ value: 1.5, unit: 'GB' }, { value: 3, unit: 'GB' }, '1.5', '1.5 GB', '3 GB'],
  [{ value: 512, unit: 'GB' }, { value: 1, unit: 'TB' }, '0.5', '0.5 TB', '1 TB'],
  [{ value: 3, unit: 'MB' }, { value: 1, unit: 'TB' }, '3', '3 MB', '1,048,576 MB'],
  [{ value: 5, unit: 'GB' }, { value: 1, unit: 'TB' }, '5', '5 GB', '1,024 GB'],
  [{ value: 512, unit: 'MB' }, { value: 1, unit: 'GB' }, '0.5', '0.5 GB', '1 GB'],
  [{ value: 0.002, unit: 'GB' }, { value: 1, unit: 'GB' }, '2', '2 MB', '1,024 MB'],
  [{ value: 0, unit: 'GB' }, { value: 500, unit: 'MB' }, '0', '0 MB', '500 MB'],
  [{ value: 3, unit: 'parsec' }, { value: 1, unit: 'GB' }, '3 parsec', '3 parsec', '1 GB'],
])('%o of %o is read as %s', (available, size, shown, spoken, whole) => {
  const wrapper = bar({ available, size })
  expect(read(wrapper.get('.text'))).toBe(text('customer.packages.balance', { available: shown, size: whole }))
  expect(wrapper.get('[role=progressbar]').attributes('aria-valuetext')).toBe(
    text('customer.packages.ofSize', { available: spoken, size: whole }),
  )
})

test.each<[string, boolean, Parameters<typeof customer>[0], string, string]>([
  ['works', false, {}, 'nothing', '1.5 GB'],
  ['does not work', true, {}, 'elsewhere', '1.5 GB'],
  ['does not work and the eSIM is not installed', true, { esims: [esim({ state: 'released' })] }, 'installing', ''],
  ['does not work and the eSIM has failed', true, { esims: [esim({ state: 'error' })] }, 'newEsim', ''],
  ['does not work and is over', true, { items: [item({ phase: 'expired' })] }, 'nothing', '0 GB'],
])('where the package %s, the head says so of what can be used', (_what, elsewhere, changes, name, amount) => {
  const view = customer(changes)
  const shown = read(mounted(CustomerFacts, { view, now, elsewhere }).get('div:has(> dd.strong)'))
  expect(shown.startsWith(text(`customer.facts.usable.${name}`) + amount)).toBe(true)
})

test('a package without a volume is unlimited beside the sum of the others, and never empty', () => {
  const none = { value: 0, unit: 'unlimited' }
  const endless = item({ uid: ItemUid.parse('i-2'), size: none, available: none, remainingShare: 1 })
  expect(amountsOf(none, item(), endless)).toEqual([
    text('common.unlimited'),
    text('customer.facts.andUnlimited', { size: '1.5 GB' }),
    null,
  ])
  expect(amountsOf(none, endless)).toEqual([null, text('common.unlimited'), null])
  const shown = bar({ size: none, available: none, remainingShare: 1 })
  expect(read(shown)).toBe(text('common.unlimited'))
  expect(shown.get('[role=progressbar]').attributes()).toMatchObject({
    'aria-valuetext': text('common.unlimited'),
    'aria-valuenow': '100',
  })
})

test('where the amount left is unknown, no bar shows it as nothing', () => {
  const unknown = { value: 0, unit: '' }
  const shown = bar({ available: unknown, remainingShare: 0 })
  expect(read(shown)).toBe(text('common.notKnown'))
  expect(shown.find('[role=progressbar]').exists()).toBe(false)
  const [, usable] = amountsOf(null, item(), item({ uid: ItemUid.parse('i-2'), available: unknown }))
  expect(usable).toBe(text('customer.facts.atLeast', { size: '1.5 GB' }))
})
