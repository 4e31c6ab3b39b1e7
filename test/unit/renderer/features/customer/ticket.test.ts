/** The text of a ticket about a customer: the question first, everything that identifies it, and no e-mail address. */
import { flushPromises } from '@vue/test-utils'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { contract } from '#shared/contract.ts'
import type { Difference } from '#shared/model/customer/differences.ts'
import type { TimelineEntry } from '#shared/model/customer/events.ts'
import type { NoteRow } from '#shared/model/customer/notes.ts'
import type { ItemView } from '#shared/model/customer/views.ts'
import type { MailAbout } from '#shared/model/letter.ts'
import { CountrySetId, EsimUid, Iccid, ItemUid } from '#shared/wire/ids.ts'
import {
  callTicket,
  generalTicket,
  useCustomerTicket,
  type CustomerTicket,
} from '../../../../../renderer/features/customer/useCustomerTicket.ts'
import type { VerdictSummary } from '../../../../../renderer/features/customer/ticketParts.ts'
import { useCall } from '../../../../../renderer/lib/call.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, text } from '../../support/mounted.ts'
import { customer, customerUid, esim, item, now, operation } from '../../support/samples.ts'
import { event } from '../events/samples.ts'

const secondEsim = esim({ uid: EsimUid.parse('e-2'), iccid: Iccid.parse('8948010000099999999'), active: false })
const secondItem = item({
  uid: ItemUid.parse('i-2'),
  name: 'Asia 5 GB',
  mode: 'ON_DEMAND',
  phase: 'waiting_activation',
  activatedAt: null,
  expiresAt: null,
  activatesBy: '2027-02-09T10:00:00.000Z',
})
const view = customer({ esims: [esim(), secondEsim], items: [item(), secondItem] })
const rows: readonly TimelineEntry[] = [
  {
    type: 'operation',
    at: now,
    operation: operation({ state: 'REJECTED', reason: 'Refund refused for ada@example.org: package used' }),
  },
  { type: 'event', at: now, event: event({ kind: 'countryChange', details: { newCountry: 'JP' } }) },
]

const mailOf = (about: MailAbout, at: string): TimelineEntry => ({
  type: 'mail',
  at,
  mail: {
    id: '1',
    state: 'SENT',
    problem: null,
    customerUid,
    esimUid: esim().uid,
    iccid: esim().iccid,
    about,
    to: 'ada@example.org',
    own: true,
    language: 'en',
    agent: 'Ada',
    createdAt: at,
  },
})

/** Answers as the timeline does: the newest entries of a type, or of all types. */
const timeline =
  (entries: readonly TimelineEntry[]) =>
  (input: unknown): Promise<unknown> => {
    const { only, limit = 50 } = contract.events.timeline.input.parse(input)
    return accept({ rows: entries.filter(({ type }) => only === undefined || type === only).slice(0, limit) })(input)
  }

async function copied(
  ticket: CustomerTicket,
  answer = timeline(rows),
  verdictSummary: VerdictSummary | null = null,
  entered: { readonly country: string | null } = { country: 'JP' },
  shown = view,
): Promise<string> {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    written.push(text)
    return Promise.resolve()
  })
  installBridge({ 'events.timeline': answer })
  let copy: ReturnType<typeof useCustomerTicket> | undefined
  mounted(
    defineComponent(() => {
      useCall().setFacts(customerUid, { ...entered, device: 'Pixel 8' })
      copy = useCustomerTicket(
        () => shown,
        () => verdictSummary,
      )
      return () => h('i')
    }),
  )
  await copy?.(ticket)
  await flushPromises()
  return written.join()
}

/** How the ticket names the operation of the samples. */
const rejected = text('ticket.operation', {
  kind: text('operations.kind.refund'),
  package: 'Europe 3 GB',
  state: text('operations.state.REJECTED'),
})

test('of an unconfirmed operation it asks whether that was done, unless the ticket has another question', async () => {
  const open = operation({ id: 'op-open', state: 'UNKNOWN', itemUid: ItemUid.parse('i-1') })
  const of = (more: Partial<typeof open>): TimelineEntry => ({
    type: 'operation',
    at: now,
    operation: { ...open, ...more },
  })
  const question = async (ticket: CustomerTicket, ...entries: readonly TimelineEntry[]): Promise<string | undefined> =>
    (await copied(ticket, timeline(entries))).split('\n')[0]
  const asked = (...operations: readonly string[]): string =>
    text('ticket.question.outcome', { operations: operations.join('; ') })
  const first = `${text('operations.kind.refund')} Europe 3 GB, i-1, ${open.createdAt}`
  const second = `${text('operations.kind.refund')} ${text('customer.packages.unnamed')}, ${open.createdAt}`
  expect(await question(generalTicket, of({}))).toBe(asked(first))
  expect(await question(generalTicket, of({}), of({ id: 'op-2', itemUid: null, packageName: null }))).toBe(
    asked(first, second),
  )
  const any = text('ticket.question.any')
  expect(await question(generalTicket, of({ state: 'CONFIRMED' }))).toBe(any)
  expect(await question(generalTicket, of({ current: false }))).toBe(any)
  expect(await question({ ...generalTicket, question: 'general' }, of({}))).toBe(text('ticket.question.general'))
})

test('it has the question, the identifiers, the states in both languages, and what was tried', async () => {
  const copiedText = await copied({ ...generalTicket, question: 'replaceEsim', found: 'The installation failed.' })
  expect(copiedText.split('\n')[0]).toBe(text('ticket.question.replaceEsim'))
  for (const line of [
    `${text('ticket.found')}: The installation failed.`,
    `${text('ticket.customer')}: c-1`,
    `${text('ticket.country.customer')}: Japan (JP)`,
    `${text('ticket.device')}: Pixel 8`,
    `${text('ticket.esim', { iccid: '8948010000012345678' })}:`,
    `  ${text('ticket.imsi')}: 260010123456789`,
    `  ${text('ticket.state')}: ${text('common.esimState.installed')}`,
    `  ${text('ticket.lastSeen')}: 2026-11-21T09:30:00.000Z`,
    `  ${text('ticket.machine')}: state INSTALLED · active true`,
    `  ${text('ticket.state')}: ${text('common.esimState.installed')}, ${text('ticket.replaced')}`,
    `${text('ticket.package', { package: 'Europe 3 GB' })}:`,
    `  ${text('ticket.item')}: i-1`,
    `  ${text('ticket.remaining')}: ${text('customer.packages.ofSize', { available: '1.5 GB', size: '3 GB' })}`,
    `  ${text('ticket.startsBy')}: 2027-02-09T10:00:00.000Z`,
    `  ${text('ticket.coverage')}: ${text('customer.coverage.probably', { place: text('places.set.EUROPE') })}`,
    `  ${text('ticket.machine')}: activationMode ON_DEMAND`,
    `${text('ticket.tried')}:`,
    `  ${now} ${rejected} (01JD000000000000000000000A · REJECTED · Refund refused for … package used)`,
    `  ${now} countryChange · 8948010000012345678 · newCountry JP`,
  ])
    expect(copiedText.split('\n')).toContain(line)
})

test('the inferred coverage of a package is named with its id, and not as the service’s words', async () => {
  const coverage = { certainty: 'known' as const, countrySet: CountrySetId.parse('EUROPE'), countries: ['FR', 'PT'] }
  const copiedText = await copied(
    generalTicket,
    timeline(rows),
    null,
    undefined,
    customer({ items: [item({ coverage })] }),
  )
  const lines = copiedText.split('\n').filter((line) => line.includes('EUROPE'))
  expect(lines).toEqual([expect.stringMatching(/^ {2}.+: .+ \(EUROPE\)$/)])
  expect(lines.join().startsWith(`  ${text('ticket.coverage')}: `)).toBe(true)
  expect(copiedText.match(/EUROPE/g)).toHaveLength(1)
})

test('it begins with what the verdict says and what that rests on, and has the network, references and prices', async () => {
  const copiedText = await copied(
    generalTicket,
    timeline(rows),
    {
      cause: 'Europe 3 GB does not work in Japan.',
      restsOn: ['The country was reported by an event.', 'visited Japan, reported 2026-11-21T09:30:00.000Z'],
      question: null,
      about: { esimUid: null, itemUid: null },
      country: 'JP',
      countrySource: 'network',
      connectivity: [{ iccid: esim().iccid, connected: true, country: 'JP', lastSeen: now, asOf: now }],
    },
    { country: null },
  )
  const lines = copiedText.split('\n')
  expect(lines.slice(0, 6)).toEqual([
    text('ticket.question.any'),
    '',
    `${text('ticket.found')}: Europe 3 GB does not work in Japan.`,
    `${text('verdict.based')}: The country was reported by an event. · visited Japan, reported 2026-11-21T09:30:00.000Z`,
    `${text('ticket.customer')}: c-1`,
    `${text('ticket.country.network')}: Japan (JP)`,
  ])
  const network = `  ${text('ticket.network')}:`
  expect(lines.filter((line) => line.startsWith(network))).toEqual([
    `${network} ${text('ticket.connected')} · Japan (JP) · ${now}`,
  ])
  const { metatag, purchasePrice } = item()
  expect(lines).toContain(`  ${text('ticket.reference')}: ${metatag ?? ''}`)
  expect(lines).toContain(`  ${text('ticket.price')}: ${purchasePrice?.amount ?? ''} ${purchasePrice?.currency ?? ''}`)
})

const verdictSummary = (changes: Partial<VerdictSummary> = {}): VerdictSummary => ({
  cause: 'The eSIM is not installed on a device.',
  restsOn: ['eSIM state RELEASED'],
  question: null,
  about: { esimUid: secondEsim.uid, itemUid: null },
  country: null,
  countrySource: null,
  connectivity: [],
  ...changes,
})

test('a ticket without a question asks what the bar has the operator asked, unless it is about something else', async () => {
  const bar = verdictSummary({ question: 'replaceEsim' })
  const questionOf = async (ticket: CustomerTicket, read = timeline([])): Promise<string | undefined> =>
    (await copied(ticket, read, bar)).split('\n')[0]
  const replace = `${text('ticket.question.replaceEsim')} (ICCID ${secondEsim.iccid})`
  expect(await questionOf(generalTicket)).toBe(replace)
  expect(await questionOf({ ...generalTicket, esimUid: secondEsim.uid })).toBe(replace)
  for (const about of [{ esimUid: esim().uid }, { itemUid: item().uid }])
    expect(await questionOf({ ...generalTicket, ...about })).toBe(text('ticket.question.any'))
  const unseen = customer({ esims: [esim({ lastSeen: null })] })
  expect(await copied(generalTicket, timeline([]), bar, { country: null }, unseen)).toContain(
    `${text('ticket.lastSeen')}: ${text('ticket.notReported')}`,
  )
})

test('a question about the only eSIM need not say which', async () => {
  const only = customer({ esims: [esim({ state: 'error' })] })
  const copiedText = await copied(
    { ...generalTicket, question: 'replaceEsim', esimUid: esim().uid },
    timeline([]),
    null,
    undefined,
    only,
  )
  expect(copiedText.split('\n')[0]).toBe(text('ticket.question.replaceEsim'))
})

test('it says who names the country, and what is not confirmed', async () => {
  const linesOf = async (
    countrySource: VerdictSummary['countrySource'],
    country: string | null = null,
  ): Promise<readonly string[]> => {
    const bar = verdictSummary({ country: 'JP', countrySource })
    const copiedText = await copied(generalTicket, timeline(rows), bar, { country })
    return copiedText.split('\n').filter((line) => /^\S.*: \w+ \([A-Z]{2}\)$/.test(line))
  }
  expect(await linesOf('network')).toEqual([`${text('ticket.country.network')}: Japan (JP)`])
  expect(await linesOf('lastNetwork')).toEqual([`${text('ticket.country.lastNetwork')}: Japan (JP)`])
  expect(await linesOf('event')).toEqual([`${text('ticket.country.event')}: Japan (JP)`])
  expect(await linesOf('event', 'FR')).toEqual([`${text('ticket.country.customer')}: France (FR)`])
})

test('a package that is refunded or over does not start by itself', async () => {
  const linesOf = async (phase: ItemView['phase']): Promise<string> =>
    await copied(
      generalTicket,
      timeline(rows),
      null,
      { country: null },
      customer({ items: [{ ...secondItem, phase }] }),
    )
  expect(await linesOf('waiting_activation')).toContain(text('ticket.startsBy'))
  expect(await linesOf('refunded')).not.toContain(text('ticket.startsBy'))
  expect(await linesOf('empty')).not.toContain(text('ticket.startsBy'))
})

test('a network that the eSIM has left is not reported as the present one', async () => {
  const left = { iccid: esim().iccid, connected: false, country: 'JP', lastSeen: now, asOf: now }
  const copiedText = await copied(generalTicket, timeline(rows), verdictSummary({ connectivity: [left] }))
  expect(copiedText).toContain(`  ${text('ticket.network')}: ${text('ticket.notConnected')} · Japan (JP) · ${now}`)
  expect(copiedText).not.toContain(`: ${text('ticket.connected')}`)
})

test('a ticket about one eSIM or package has what the verdict says only if that is about it', async () => {
  const found = async (ticket: Partial<CustomerTicket>): Promise<readonly string[]> =>
    (await copied({ ...generalTicket, ...ticket }, timeline(rows), verdictSummary()))
      .split('\n')
      .filter((line) => [text('ticket.found'), text('verdict.based')].some((label) => line.startsWith(label)))
  const both = [
    `${text('ticket.found')}: The eSIM is not installed on a device.`,
    `${text('verdict.based')}: eSIM state RELEASED`,
  ]
  expect(await found({})).toEqual(both)
  expect(await found({ esimUid: secondEsim.uid })).toEqual(both)
  expect(await found({ esimUid: esim().uid })).toEqual([])
  expect(await found({ itemUid: secondItem.uid })).toEqual([])
})

test('operations and corrections are named however many notes and events came since', async () => {
  const note = (index: number, correction: NoteRow['correction']): TimelineEntry => ({
    type: 'note',
    at: now,
    note: {
      id: String(index),
      customerUid,
      at: now,
      editedAt: null,
      agent: 'Ada',
      own: true,
      text: correction === null ? 'Called' : '',
      correction,
    },
  })
  const corrected = { before: 'old@example.org', after: 'new@example.org', outcome: 'changed' } as const
  const newer = Array.from({ length: 60 }, (_, index) => note(index, null))
  const events = Array.from({ length: 60 }, (): TimelineEntry => ({
    type: 'event',
    at: '2026-11-15T00:00:00.000Z',
    event: event(),
  }))
  const copiedText = await copied(
    generalTicket,
    timeline([
      ...newer,
      ...events,
      ...rows.map((row) => ({ ...row, at: '2026-11-01T00:00:00.000Z' })),
      note(99, corrected),
    ]),
  )
  expect(copiedText).toContain(`2026-11-01T00:00:00.000Z ${rejected}`)
  expect(copiedText).toContain('changed')
  expect(copiedText).not.toContain('Called')
  expect(copiedText.split('\n').length).toBeLessThan(90)
})

const usedBy = (index: number, changes: Partial<Extract<Difference, { kind: 'usage' }>> = {}): Difference => ({
  kind: 'usage',
  itemUid: ItemUid.parse(`i-${String(index)}`),
  name: 'Europe 3 GB',
  before: { value: 3, unit: 'GB' },
  after: { value: 1.5, unit: 'GB' },
  ...changes,
})
const found = (index: number, from: string, at: string, differences: readonly Difference[]): TimelineEntry => ({
  type: 'difference',
  at,
  difference: { id: String(index), from, to: at, differences: [...differences] },
})

test('a difference has the times of both reads, and that of a single moment has one', async () => {
  const copiedText = await copied(
    generalTicket,
    timeline([
      found(1, '2026-11-20T08:00:00.000Z', '2026-11-21T07:30:00.000Z', [usedBy(1)]),
      found(2, '2026-11-19T08:00:00.000Z', '2026-11-19T08:00:00.000Z', [usedBy(2)]),
      found(3, '2026-11-18T08:00:00.000Z', '2026-11-18T09:00:00.000Z', [
        { kind: 'email', before: 'old@example.org', after: 'new@example.org' },
      ]),
    ]),
  )
  const used = text('events.difference.usage', { used: '1.5 GB', name: 'Europe 3 GB', left: '1.5 GB' })
  expect(copiedText.split('\n').slice(-3)).toEqual([
    `  2026-11-20T08:00:00.000Z – 2026-11-21T07:30:00.000Z ${used}`,
    `  2026-11-19T08:00:00.000Z ${used}`,
    '',
  ])
})

test('amounts that stand in one line have one unit', async () => {
  const items = [item({ available: { value: 0.02, unit: 'GB' }, size: { value: 50, unit: 'MB' } })]
  const used = usedBy(1, { before: { value: 0.9, unit: 'GB' }, after: { value: 0.5, unit: 'GB' } })
  const answer = timeline([found(1, now, now, [used])])
  const copiedText = await copied(generalTicket, answer, null, { country: null }, customer({ items }))
  expect(copiedText).toContain(
    `  ${text('ticket.remaining')}: ${text('customer.packages.ofSize', { available: '20 MB', size: '50 MB' })}`,
  )
  expect(copiedText).toContain(text('events.difference.usage', { used: '0.4 GB', name: 'Europe 3 GB', left: '0.5 GB' }))
})

test('use pushes out no other change, and changes and events push out no mail', async () => {
  const old = '2026-11-01T00:00:00.000Z'
  const state: Difference = {
    kind: 'package',
    itemUid: ItemUid.parse('i-1'),
    name: 'Asia 5 GB',
    before: 'waiting_use',
    after: 'active',
  }
  const many = <Entry>(entryOf: (index: number) => Entry): Entry[] =>
    Array.from({ length: 100 }, (_, index) => entryOf(index))
  const content = await copied(
    generalTicket,
    timeline([
      ...many((index) => found(index, now, now, [usedBy(index)])),
      ...many((): TimelineEntry => ({ type: 'event', at: now, event: event() })),
      found(200, old, old, [state]),
      mailOf('installation', old),
      ...rows.map((row) => ({ ...row, at: old })),
    ]),
  )
  const lines = content.split('\n')
  expect(lines.filter((line) => line.startsWith(`  ${old}`)).map((line) => line.slice(2 + old.length + 1))).toEqual([
    expect.stringContaining(text('ticket.mail', { state: 'SENT' })),
    expect.stringContaining(rejected),
    expect.stringContaining('Asia 5 GB'),
  ])
  const used = text('events.difference.usage', { used: '1.5 GB', name: 'Europe 3 GB', left: '1.5 GB' })
  expect(lines.filter((line) => line.includes(used))).toHaveLength(10)
  expect(lines.filter((line) => line.includes(event().kind))).toHaveLength(20)
})

test('it has the references, and neither the address nor a code', async () => {
  const copiedText = await copied(generalTicket)
  expect(copiedText).toContain(`  ${text('ticket.reference')}: ${item().metatag ?? ''}`)
  expect(copiedText).not.toContain('ada@example.org')
  expect(copiedText).not.toContain('LPA:')
})

test('a ticket about one eSIM or one package has only that one', async () => {
  const ofEsim = await copied({ ...generalTicket, esimUid: secondEsim.uid })
  expect(ofEsim).toContain(`${text('ticket.esim', { iccid: '8948010000099999999' })}:`)
  expect(ofEsim).not.toContain(`${text('ticket.esim', { iccid: '8948010000012345678' })}:`)
  const ofItem = await copied({ ...generalTicket, itemUid: secondItem.uid })
  expect(ofItem).toContain(`${text('ticket.package', { package: 'Asia 5 GB' })}:`)
  expect(ofItem).not.toContain(`${text('ticket.package', { package: 'Europe 3 GB' })}:`)
})

test('a mail that is no installation is named by what it is about', async () => {
  const afterAnyStart = '2100-01-01T00:00:00.000Z'
  const line = `${afterAnyStart} ${text('ticket.letter', { about: text('documents.mails.about.low'), state: 'SENT' })}`
  for (const ticket of [generalTicket, callTicket])
    expect(await copied(ticket, timeline([mailOf('low', afterAnyStart)]))).toContain(line)
})

test('without a timeline the rest is copied', async () => {
  const copiedText = await copied(generalTicket, refuse('unexpected'))
  expect(copiedText).toContain(`${text('ticket.customer')}: c-1`)
  expect(copiedText).not.toContain(text('ticket.tried'))
})

describe('the summary of a call', () => {
  const began = Date.parse(now) - 60_000
  const before = new Date(began - 1).toISOString()
  const summary = (
    answer: Parameters<typeof copied>[1],
    verdictSummary: VerdictSummary | null = null,
  ): Promise<string> => {
    vi.useFakeTimers({ toFake: ['Date'], now: began })
    onTestFinished(() => void vi.useRealTimers())
    return copied(callTicket, answer, verdictSummary)
  }
  const verdict: VerdictSummary = {
    cause: 'The installation failed.',
    restsOn: ['eSIM: failed', 'package: unused'],
    question: 'replaceEsim',
    about: { esimUid: null, itemUid: null },
    country: null,
    countrySource: null,
    connectivity: [],
  }
  const note: NoteRow = {
    id: 'n-1',
    customerUid,
    at: now,
    editedAt: null,
    agent: 'ada',
    own: true,
    text: 'ada@example.org wants her money back',
    correction: null,
  }
  const entries: readonly TimelineEntry[] = [
    ...rows,
    { type: 'note', at: now, note },
    { type: 'operation', at: before, operation: operation({ id: 'op-old', state: 'CONFIRMED' }) },
    { type: 'operation', at: before, operation: operation({ id: 'op-open', state: 'UNKNOWN', reason: null }) },
  ]

  test('it has what the customer reported, what was found, what was done since it began, and what is open', async () => {
    const copiedText = await summary(timeline(entries), verdict)
    const lines = copiedText.split('\n')
    const done = lines.indexOf(`${text('ticket.call.done')}:`)
    const open = lines.indexOf(`${text('ticket.call.open')}:`)
    for (const line of [
      `${text('ticket.call.time')}: ${new Date(began).toISOString()} – ${new Date(began).toISOString()}`,
      `${text('ticket.customer')}: c-1`,
      `${text('ticket.country.customer')}: Japan (JP)`,
      `${text('ticket.device')}: Pixel 8`,
      `${text('ticket.call.now')}: The installation failed.`,
      `${text('verdict.based')}: eSIM: failed · package: unused`,
    ])
      expect(lines.slice(0, done)).toContain(line)
    expect(lines.slice(done + 1, open)).toEqual([
      `  ${now} ${rejected} (01JD000000000000000000000A · REJECTED · Refund refused for … package used)`,
      `  ${now} ${text('ticket.call.note')}`,
    ])
    expect(lines.slice(open + 1, -1).map((line) => line.replace(/^.*\((op-open).*/, '$1'))).toEqual([
      'op-open',
      `  ${text('ticket.question.replaceEsim')}`,
    ])
    expect(copiedText).not.toMatch(/@|money back|op-old|countryChange/)
  })

  test('a sale that made the customer belongs to the call that it opened, and no earlier one', async () => {
    const sale = (id: string, at: string): TimelineEntry => ({
      type: 'operation',
      at,
      operation: operation({ id, kind: 'register', state: 'CONFIRMED', reason: null }),
    })
    const minutesBefore = (minutes: number): string => new Date(began - minutes * 60_000).toISOString()
    const copiedText = await summary(timeline([sale('op-new', minutesBefore(1)), sale('op-older', minutesBefore(11))]))
    expect(copiedText).toContain('op-new')
    expect(copiedText).not.toContain('op-older')
  })

  test('where nothing was done and nothing is open it says so', async () => {
    const lines = (await summary(timeline([]))).split('\n')
    expect(lines).toContain(`  ${text('ticket.call.nothing')}`)
    expect(lines).toContain(`  ${text('ticket.call.nothingOpen')}`)
  })

  test('where it can’t be read what was done, it claims neither', async () => {
    const copiedText = await summary(refuse('unexpected'))
    expect(copiedText.split(text('ticket.call.unread'))).toHaveLength(3)
    expect(copiedText).not.toContain(text('ticket.call.nothing'))
    expect(copiedText).not.toContain(text('ticket.call.nothingOpen'))
  })
})
