/**
 * The page of events: rows, holes, filter, unread marks, and its empty and failed states.
 *
 * @module-tag long
 */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { EventRow, EventStatus } from '#shared/model/customer/events.ts'
import type { SyncStatus } from '#shared/model/customer/sync.ts'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import EventsPage from '../../../../../renderer/features/events/EventsPage.vue'
import { formatMoment } from '../../../../../renderer/lib/format.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customerUid, syncStatus } from '../../support/samples.ts'
import { event, status } from './samples.ts'

async function page(
  rows: readonly EventRow[],
  state: EventStatus = status(),
  list = accept({ rows, total: rows.length }),
  names: (input: unknown) => Promise<unknown> = accept({ customers: [], packages: [] }),
) {
  const calls: unknown[] = []
  const record = (name: string) => (input: unknown) => (calls.push([name, input]), accept(null)(input))
  const bridge = installBridge({
    'events.list': (input) => (calls.push(['list', input]), list(input)),
    'events.status': accept(state),
    'customers.names': names,
    'events.markRead': record('markRead'),
    'events.markAllRead': record('markAllRead'),
  })
  const wrapper = mounted(EventsPage)
  await flushPromises()
  const button = (name: string) => wrapper.findAll('button').find((each) => read(each) === name)
  return { ...bridge, wrapper, calls, button, lines: () => wrapper.findAll('li').map(read) }
}

test.each([
  ['esimStatus', { profileState: 'INSTALLED/ENABLED' }, text('events.sentence.installed')],
  ['esimStatus', { profileState: 'RELEASED' }, text('events.sentence.released')],
  ['esimStatus', { profileState: 'DISABLED' }, text('events.sentence.disabled')],
  ['esimStatus', { profileState: 'ERROR' }, text('events.sentence.error')],
  ['esimStatus', { profileState: null }, text('events.sentence.anyState')],
  ['countryChange', { previousCountry: 'DE', newCountry: null }, text('events.sentence.anyCountry')],
  ['esimStatus', { profileState: 'PAUSED' }, text('events.sentence.otherState', { state: 'PAUSED' })],
  [
    'balanceActivation',
    { expiresAt: '2026-12-22T10:00:00Z' },
    text('events.sentence.startedUntil', { until: 'Dec 22, 2026' }),
  ],
  ['balanceActivation', { expiresAt: null }, text('events.sentence.started')],
  ['lowBalance', { balanceAmountInByte: 52_428_800 }, text('events.sentence.lowDataLeft', { left: '50 MB' })],
  ['lowBalance', {}, text('events.sentence.lowData')],
  [
    'dataConsumption',
    { configuredThresholdPercentage: 80, balanceAmountInByte: 1_610_612_736 },
    text('events.sentence.thresholdLeft', { percent: '80%', left: '1.5 GB' }),
  ],
  [
    'dataConsumption',
    { configuredThresholdPercentage: 100 },
    text('events.sentence.thresholdPercent', { percent: '100%' }),
  ],
  ['dataConsumption', {}, text('events.sentence.threshold')],
  [
    'countryChange',
    { previousCountry: null, newCountry: 'JP' },
    text('events.sentence.firstCountry', { country: 'Japan' }),
  ],
  [
    'countryChange',
    { previousCountry: 'FR', newCountry: 'JP' },
    text('events.sentence.country', { country: 'Japan', previous: 'France' }),
  ],
  ['activationRequest', { returnCode: 'FAIL' }, text('events.sentence.refused')],
  ['activationRequest', { outcome: 'passed' }, text('events.sentence.passed')],
  ['activationRequest', { outcome: 'stopped' }, text('events.sentence.stopped')],
  ['activationRequest', { outcome: 'late' }, text('events.sentence.late')],
  [
    'activationRequest',
    { outcome: 'refused', returnMessage: 'unknown token' },
    text('events.sentence.refusedByAppSays', { message: 'unknown token' }),
  ],
  ['activationRequest', { outcome: 'refused', returnMessage: null }, text('events.sentence.refusedByApp')],
  ['activationRequest', {}, text('events.sentence.request')],
  ['customerRegistration', {}, text('events.sentence.registered')],
] as const)('%s with %j is one sentence', async (kind, details, sentence) => {
  const { lines } = await page([event({ kind, details })])
  expect(lines()).toHaveLength(1)
  expect(lines()[0]).toContain(sentence)
})

test('a text of the service is shown as text', async () => {
  const { wrapper } = await page([event({ details: { profileState: '<img src=x onerror=alert(1)>' } })])
  expect(wrapper.find('img').exists()).toBe(false)
  expect(read(wrapper)).toContain('<img src=x onerror=alert(1)>')
})

test('a row names its customer, eSIM and repeats, and its link marks it as read', async () => {
  const { wrapper, calls } = await page([event({ repeats: 2 })], status({ unread: 1 }))
  const [line = ''] = wrapper.findAll('li').map(read)
  for (const part of [
    text('events.isUnread'),
    text('events.kind.esimStatus'),
    `${text('events.customer')} c-1`,
    text('events.repeats', { count: 2 }),
  ])
    expect(line).toContain(part)
  const link = wrapper.get('li a')
  expect(link.attributes('href')).toContain('/customers/c-1')
  await link.trigger('click')
  expect(calls).toContainEqual(['markRead', { ids: ['0000000000000001'] }])
})

test('the rows name customers and packages by one call for the page, and an unknown one by the uid', async () => {
  const asked: unknown[] = []
  const otherUid = CustomerUid.parse('c-2')
  const itemUid = ItemUid.parse('i-1')
  const started = event({ id: '0000000000000003', kind: 'balanceActivation', details: {}, itemUid })
  const { lines, push } = await page(
    [started, event({ id: '0000000000000002' }), event({ customerUid: otherUid })],
    status(),
    undefined,
    (input) => {
      asked.push(input)
      return accept({
        customers: [{ uid: customerUid, email: asked.length === 1 ? 'ada@example.org' : 'ada@example.net' }],
        packages: [{ uid: itemUid, name: 'Europe 3 GB' }],
      })(input)
    },
  )
  expect(asked).toEqual([{ uids: [customerUid, otherUid], itemUids: [itemUid] }])
  expect(lines()[0]).toContain(`${text('events.customer')} ada@example.org`)
  expect(lines()[0]).toContain(`${text('events.package')} Europe 3 GB`)
  expect(lines()[1]).toContain(`${text('events.customer')} ada@example.org`)
  expect(lines()[1]).not.toContain(text('events.package'))
  expect(lines()[2]).toContain(`${text('events.customer')} c-2`)
  push('customer.changed', { uid: customerUid })
  await expect.poll(() => lines()[0]).toContain(`${text('events.customer')} ada@example.net`)
  expect(asked).toHaveLength(2)
})

test('without an answer about names a row has the uid', async () => {
  const { lines } = await page([event()], status(), undefined, refuse('storage_unreadable'))
  expect(lines()[0]).toContain(`${text('events.customer')} c-1`)
})

const named = accept({ customers: [{ uid: customerUid, email: 'ada@example.org' }], packages: [] })
const nobody = accept({ customers: [], packages: [] })
const synced = (state: SyncStatus['state']): SyncStatus =>
  syncStatus({ state, customers: 1, received: 1, storage: 'memory' })

test('a name that was not in the list yet is asked for again when a sync has ended', async () => {
  let answer = nobody
  const { lines, push } = await page([event()], status(), undefined, (input) => answer(input))
  expect(lines()[0]).toContain(`${text('events.customer')} c-1`)
  answer = named
  push('sync.progress', synced('syncing'))
  push('sync.progress', synced('done'))
  await expect.poll(() => lines()[0]).toContain(`${text('events.customer')} ada@example.org`)
})

test.each([
  ['was missing', nobody],
  [text('errors.storage_unreadable.what'), refuse('storage_unreadable')],
])('a name that %s is asked for again with a row that changes, and a known one is not', async (_what, first) => {
  const asked: unknown[] = []
  let answer = first
  const { lines, push } = await page([event()], status(), undefined, (input) => (asked.push(input), answer(input)))
  expect(lines()[0]).toContain(`${text('events.customer')} c-1`)
  answer = named
  const changed = (repeats: number) => ({
    arrived: [],
    updated: [event({ repeats })],
    reload: false,
    alerts: {},
    unread: 1,
  })
  push('events.changed', changed(1))
  await expect.poll(() => lines()[0]).toContain(`${text('events.customer')} ada@example.org`)
  push('events.changed', changed(2))
  await flushPromises()
  expect(asked).toHaveLength(2)
})

test('a pushed event appears above the others, and a changed one in its place', async () => {
  const { wrapper, push, lines } = await page([event()])
  const next = event({ id: '0000000000000002', kind: 'customerRegistration', details: {} })
  push('events.changed', { arrived: [next], updated: [event({ isRead: true })], reload: false, alerts: {}, unread: 1 })
  await flushPromises()
  expect(lines()[0]).toContain(text('events.sentence.registered'))
  expect(lines()).toHaveLength(2)
  expect(wrapper.findAll('li')[1]?.text()).not.toContain(text('events.isUnread'))
})

test('after many changes the list is loaded again', async () => {
  const { push, calls } = await page([event()])
  push('events.changed', { arrived: [], updated: [], reload: true, alerts: {}, unread: 300 })
  await flushPromises()
  expect(calls.filter((call) => Array.isArray(call) && call[0] === 'list')).toHaveLength(2)
})

test('times in which nothing was received are lines between the rows', async () => {
  const { lines } = await page(
    [event({ id: '0000000000000002', at: '2026-11-21T10:00:00.000Z' }), event({ at: '2026-11-21T08:00:00.000Z' })],
    status({
      holes: [
        { from: '2026-11-21T09:02:00.000Z', to: '2026-11-21T09:10:00.000Z' },
        { from: '2026-11-19T09:02:00.000Z', to: '2026-11-20T09:10:00.000Z' },
      ],
    }),
  )
  const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' })
  const [today, before] = [1, 3].map((index) => lines()[index])
  expect(today).toBe(
    text('events.hole', {
      from: time.format(new Date('2026-11-21T09:02:00.000Z')),
      to: time.format(new Date('2026-11-21T09:10:00.000Z')),
    }),
  )
  expect(before).toBe(
    text('events.holeDays', {
      from: formatMoment('2026-11-19T09:02:00.000Z', 'en'),
      to: formatMoment('2026-11-20T09:10:00.000Z', 'en'),
    }),
  )
})

test('the page says that older events have been deleted', async () => {
  const shown = text('events.cut', { count: '20,000' })
  expect(read((await page([event()], status({ isCut: true }))).wrapper)).toContain(shown)
  expect(read((await page([event()])).wrapper)).not.toContain(shown)
})

test('the filter asks for one kind, and an empty result offers all kinds again', async () => {
  const { wrapper, calls, button } = await page([], status())
  await wrapper.get('select').setValue('lowBalance')
  await flushPromises()
  expect(calls.at(-1)).toEqual(['list', { limit: 50, kinds: ['lowBalance'] }])
  expect(read(wrapper)).toContain(text('events.empty.filtered'))
  await button(text('events.empty.showAll'))?.trigger('click')
  await flushPromises()
  expect(calls.at(-1)).toEqual(['list', { limit: 50 }])
})

test('all are marked as read, which is offered only while some are unread', async () => {
  const { button, calls } = await page([event()], status({ unread: 3 }))
  await button(text('events.markAllRead'))?.trigger('click')
  expect(calls).toContainEqual(['markAllRead', undefined])
  const none = await page([event({ isRead: true })])
  expect(none.button(text('events.markAllRead'))?.attributes('disabled')).toBeDefined()
})

test.each([
  [text('events.empty.noSource'), status(), text('events.empty.none')],
  ['no source of events', status({ source: null, listeningSince: null }), text('events.empty.noSource')],
  [
    'a source that failed',
    status({ problem: 'storage_full' }),
    text('events.problem', { reason: text('errors.storage_full.what') }),
  ],
  ['a source that is not listening', status({ listeningSince: null }), text('events.notListening')],
])('%s is shown as a sentence', async (_what, state, sentence) => {
  const { wrapper } = await page([], state)
  expect(read(wrapper)).toContain(sentence)
})

test('a list that cannot be loaded is explained and can be tried again', async () => {
  const { wrapper, calls, button } = await page([], status(), refuse('storage_unreadable'))
  expect(wrapper.find('[role=alert]').exists()).toBe(true)
  await button(text('common.tryAgain'))?.trigger('click')
  await flushPromises()
  expect(calls.filter((call) => Array.isArray(call) && call[0] === 'list')).toHaveLength(2)
})
