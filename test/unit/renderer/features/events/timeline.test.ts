/** The timeline of a customer: its entries, the filter by eSIM, more pages, and updates by themselves. */
import { flushPromises } from '@vue/test-utils'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { EventStatus, TimelineEntry } from '#shared/model/customer/events.ts'
import type { DifferenceRow } from '#shared/model/customer/differences.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { Iccid, ItemUid } from '#shared/wire/ids.ts'
import TimelineSection from '../../../../../renderer/features/events/TimelineSection.vue'
import { withHoles } from '../../../../../renderer/features/events/withHoles.ts'
import { useClock } from '../../../../../renderer/lib/useClock.ts'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customerUid, mailRow, now, openSandbox, operation } from '../../support/samples.ts'
import { event, status } from './samples.ts'

const iccid = Iccid.parse('8948010000012345678')
const day = 24 * 3600_000
const eventEntry = (index: number): TimelineEntry => ({
  type: 'event',
  at: now,
  event: event({ id: String(index).padStart(16, '0') }),
})

async function section(
  answer: (input: unknown) => Promise<unknown>,
  iccids: readonly Iccid[] = [iccid],
  state: EventStatus = status(),
) {
  const inputs: unknown[] = []
  const bridge = installBridge({
    'events.timeline': (input) => (inputs.push(input), answer(input)),
    'events.status': accept(state),
  })
  const wrapper = mounted(TimelineSection, { customerUid, iccids, content: 'a', now })
  await flushPromises()
  const button = (name: string) => wrapper.findAll('button').find((each) => read(each) === name)
  return { ...bridge, wrapper, inputs, button, lines: () => wrapper.findAll('li').map(read) }
}

test('operations and events are in one list, and an operation links to its details', async () => {
  const rows: TimelineEntry[] = [eventEntry(1), { type: 'operation', at: now, operation: operation() }]
  const { wrapper, inputs, lines } = await section(accept({ rows }))
  expect(inputs).toEqual([{ customerUid, limit: 20 }])
  expect(lines()[0]).toContain(text('events.sentence.installed'))
  expect(lines()[1]).toContain(text('operations.kind.refund'))
  expect(lines()[1]).toContain(text('events.timeline.by', { agent: 'Ada' }))
  expect(wrapper.get('h2').text()).toBe(text('events.timeline.title'))
})

test('a relay’s event is as old as the service’s clock says, and what the desk wrote as this computer’s', async () => {
  const rows: TimelineEntry[] = [
    eventEntry(1),
    { type: 'operation', at: new Date(useClock().value).toISOString(), operation: operation() },
    {
      type: 'event',
      at: new Date(Date.parse(now) + 2 * day).toISOString(),
      event: event({ id: '2'.padStart(16, '0') }),
    },
  ]
  const { lines } = await section(accept({ rows }), [iccid], status({ source: 'relay' }))
  for (const line of lines()) {
    expect(line).not.toContain('in ')
    expect(line).not.toContain('days')
    expect(line).toContain('now')
  }
})

test('after its last entry it says that older events have been deleted', async () => {
  const says = async (answer: object, state?: EventStatus): Promise<boolean> =>
    read((await section(accept(answer), [iccid], state)).wrapper).includes(text('events.cut', { count: '20,000' }))
  const rows = [eventEntry(1)]
  expect(await says({ rows }, status({ isCut: true }))).toBe(true)
  expect(await says({ rows, cursor: '0000000000000001' }, status({ isCut: true }))).toBe(false)
  expect(await says({ rows })).toBe(false)
})

test('an operation of an earlier sandbox is marked as such', async () => {
  const entry = (changes: Partial<OperationRow>): TimelineEntry => ({
    type: 'operation',
    at: now,
    operation: operation({ connectionName: 'Sandbox', sandbox: true, ...changes }),
  })
  const { lines } = await section(
    accept({
      rows: [
        entry({ id: 'A', current: false }),
        entry({ id: 'B' }),
        // A service may have any name.
        entry({ id: 'C', current: false, sandbox: false }),
      ],
    }),
  )
  useConnection().take(openSandbox)
  await flushPromises()
  expect(lines().map((line) => line.includes(text('operations.earlierSandbox')))).toEqual([true, false, false])
})

test.each([
  ['SENT', text('documents.mails.state.SENT')],
  ['REJECTED', text('documents.mails.state.REJECTED')],
] as const)('a mail that is %s is not shown as anything else', async (state, label) => {
  const mail = mailRow({ id: '0000000000000001', state, iccid })
  const { lines } = await section(accept({ rows: [{ type: 'mail', at: now, mail }] }))
  expect(lines()[0]).toContain(text('events.timeline.mailTo', { to: 'ada@example.org' }))
  expect(lines()[0]).toContain(label)
})

test('a mail says its language, to whom else it went, what went wrong, and of several eSIMs which one it is about', async () => {
  const mail = mailRow({
    id: '0000000000000001',
    state: 'UNKNOWN',
    problem: 'answer_lost',
    own: false,
    iccid,
    language: 'it',
  })
  const answer = accept({ rows: [{ type: 'mail', at: now, mail }] })
  const line = (await section(answer, [iccid, Iccid.parse('8948010000099999999')])).lines()[0]
  for (const part of [
    text('documents.languages.it'),
    text('documents.mail.notOwn'),
    text('documents.mail.problem.answer_lost'),
    '8948',
  ])
    expect(line).toContain(part)
  expect((await section(answer)).lines()[0]).not.toContain('8948')
})

test('of several eSIMs each event says which one it is about', async () => {
  const answer = accept({ rows: [{ ...eventEntry(1), event: event({ id: '0000000000000001', iccid }) }] })
  const other = Iccid.parse('8948010000099999999')
  expect((await section(answer, [iccid, other])).lines()[0]).toContain('8948')
  expect((await section(answer)).lines()[0]).not.toContain('8948')
})

/** The timeline has more entries than are shown at first, and none of one eSIM or type. */
const onlyUnfiltered = (input: unknown): Promise<unknown> =>
  accept({
    rows:
      JSON.stringify(input).includes('only') || JSON.stringify(input).includes('iccid')
        ? []
        : Array.from({ length: 7 }, (_, at) => eventEntry(at + 1)),
  })(input)

test('a timeline that is in sight as a whole has no filters, nor has a single eSIM one of its own', async () => {
  const filters = async (answer: (input: unknown) => Promise<unknown>, iccids?: readonly Iccid[]) =>
    (await section(answer, iccids)).wrapper.findAll('select').map((each) => each.attributes('aria-label'))
  const other = Iccid.parse('8948010000099999999')
  expect(await filters(accept({ rows: [eventEntry(1)] }), [iccid, other])).toEqual([])
  expect(await filters(onlyUnfiltered)).toEqual([text('events.timeline.typeLabel')])
  expect(await filters(onlyUnfiltered, [iccid, other])).toEqual([
    text('events.timeline.typeLabel'),
    text('events.timeline.esimLabel'),
  ])
})

test('the filter shows one eSIM', async () => {
  const other = Iccid.parse('8948010000099999999')
  const { wrapper, inputs } = await section(onlyUnfiltered, [iccid, other])
  await wrapper.get(`select[aria-label="${text('events.timeline.esimLabel')}"]`).setValue(iccid)
  await flushPromises()
  expect(inputs.at(-1)).toEqual({ customerUid, limit: 20, iccid })
  expect(read(wrapper)).toContain(text('events.timeline.none'))
})

test('the filter shows one type, and says so if there is none', async () => {
  const { wrapper, inputs } = await section(onlyUnfiltered)
  await wrapper.get(`select[aria-label="${text('events.timeline.typeLabel')}"]`).setValue('note')
  await flushPromises()
  expect(inputs.at(-1)).toEqual({ customerUid, limit: 20, only: 'note' })
  expect(read(wrapper)).toContain(text('events.timeline.noneOfType'))
})

test('a note shows its text and author, and only the own one can be changed', async () => {
  const note = {
    id: '0000000000000001',
    customerUid,
    at: now,
    editedAt: null,
    agent: 'Ann',
    own: true,
    text: 'Wants a call\nback',
    correction: null,
  }
  const correction = { before: null, after: 'new@example.org', outcome: 'notShown' as const }
  const rows: TimelineEntry[] = [
    { type: 'note', at: now, note },
    { type: 'note', at: now, note: { ...note, id: '0000000000000002', own: false, editedAt: now, text: 'Of Bob' } },
    { type: 'note', at: now, note: { ...note, id: '0000000000000003', own: false, text: '', correction } },
  ]
  const { wrapper, lines, push, inputs } = await section(accept({ rows }))
  expect(lines()[0]).toContain('Wants a call back')
  expect(lines()[1]).toContain(text('notes.edited'))
  expect(lines()[2]).toContain(text('notes.correction.state.notShown'))
  expect(lines()[2]).toContain(
    text('notes.correction.text', { before: text('notes.correction.none'), after: 'new@example.org' }),
  )
  const changes = wrapper.findAll('li button')
  expect(changes.map(read)).toEqual([text('notes.change')])
  await changes[0]?.trigger('click')
  expect(wrapper.emitted('note')).toEqual([[note]])
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const before = inputs.length
  push('notes.changed', { customerUid })
  await vi.advanceTimersByTimeAsync(2000)
  expect(inputs.length).toBe(before + 1)
})

test('a long timeline is collapsed, then shown, and then continued', async () => {
  const rows = Array.from({ length: 20 }, (_, index) => eventEntry(index + 1))
  const { wrapper, inputs, button, lines } = await section((input) =>
    accept(
      typeof input === 'object' && input !== null && 'cursor' in input
        ? { rows: [eventEntry(21)] }
        : { rows, cursor: '1.event.1' },
    )(input),
  )
  expect(lines()).toHaveLength(6)
  const press = async (name: string): Promise<void> => {
    button(name)?.element.focus()
    await button(name)?.trigger('click')
    await flushPromises()
  }
  await press(text('events.timeline.all'))
  expect(lines()).toHaveLength(20)
  // Each press replaces or removes the button, which had the focus.
  expect(document.activeElement).toBe(wrapper.findAll('li')[6]?.element)
  await press(text('events.more'))
  expect(document.activeElement).toBe(wrapper.findAll('li')[20]?.element)
  expect(inputs.at(-1)).toEqual({ customerUid, limit: 20, cursor: '1.event.1' })
  expect(lines()).toHaveLength(21)
})

test('a change of this customer loads the timeline again, and one of another customer does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { inputs, push } = await section(accept({ rows: [] }))
  const change = (uid: unknown) => ({
    arrived: [{ ...event(), customerUid: uid }],
    updated: [],
    reload: false,
    alerts: {},
    unread: 1,
  })
  push('events.changed', change('c-2'))
  push('events.changed', change(null))
  await vi.advanceTimersByTimeAsync(2000)
  expect(inputs).toHaveLength(1)
  for (let times = 0; times < 5; times += 1) push('events.changed', change(customerUid))
  push('operation.changed', operation())
  await vi.advanceTimersByTimeAsync(2000)
  expect(inputs).toHaveLength(2)
})

test('a timeline that cannot be loaded is explained', async () => {
  const { wrapper } = await section(refuse('storage_unreadable'))
  expect(wrapper.find('[role=alert]').exists()).toBe(true)
})

test('a hole that is older than the last row is left out while there are more rows', () => {
  const hole = { from: '2026-11-21T08:00:00.000Z', to: '2026-11-21T08:10:00.000Z' }
  const rows = [{ at: now }]
  const types = (hasMore: boolean) => withHoles(rows, [hole], ({ at }) => at, hasMore).map(({ type }) => type)
  expect(types(true)).toEqual(['row'])
  expect(types(false)).toEqual(['row', 'hole'])
})

test('what differed between reads is shown in sentences, and read again when the customer differs', async () => {
  const itemUid = ItemUid.parse('i')
  const difference: DifferenceRow = {
    id: '0000000000000001',
    from: now,
    to: now,
    differences: [
      { kind: 'esim', iccid, before: 'released', after: 'installed' },
      { kind: 'esim', iccid, before: 'installed', after: null },
      { kind: 'package', itemUid, name: 'Europe 3 GB', before: 'waiting_use', after: 'active' },
      { kind: 'package', itemUid, name: null, before: null, after: 'active' },
      {
        kind: 'usage',
        itemUid,
        name: 'Europe 3 GB',
        before: { value: 3, unit: 'GB' },
        after: { value: 1, unit: 'GB' },
      },
      { kind: 'email', before: null, after: 'ada@example.org' },
    ],
  }
  const { wrapper, inputs, lines } = await section(accept({ rows: [{ type: 'difference', at: now, difference }] }))
  for (const shown of [
    text('events.difference.title'),
    text('events.difference.esim', {
      iccid: '8948 0100 0001 2345 678',
      before: text('common.esimState.released'),
      after: text('common.esimState.installed'),
    }),
    text('events.difference.esimGone', { iccid: '8948 0100 0001 2345 678' }),
    text('events.difference.package', {
      name: 'Europe 3 GB',
      before: text('customer.phase.waiting_use'),
      after: text('customer.phase.active'),
    }),
    text('events.difference.packageNew', {
      name: text('customer.packages.unnamed'),
      after: text('customer.phase.active'),
    }),
    text('events.difference.usage', { used: '2 GB', name: 'Europe 3 GB', left: '1 GB' }),
    text('events.difference.email', { before: text('events.difference.noEmail'), after: 'ada@example.org' }),
  ])
    expect(lines()[0]).toContain(shown)
  await wrapper.setProps({ content: 'b' })
  await flushPromises()
  expect(inputs).toHaveLength(2)
})
