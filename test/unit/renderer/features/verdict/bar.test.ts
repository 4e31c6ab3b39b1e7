/**
 * The bar below a customer's name: what it says, what its button starts, and what the agent can enter.
 *
 * @module-tag long
 */
import { flushPromises } from '@vue/test-utils'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import { CountrySetId, CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
import { formatDay, formatMoment, formatRelative } from '../../../../../renderer/lib/format.ts'
import { useCall } from '../../../../../renderer/lib/call.store.ts'
import { usePageActionList } from '../../../../../renderer/lib/pageActions.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { read, text } from '../../support/mounted.ts'
import { customer, customerUid, esim, inventoryRow, item, now, operation } from '../../support/samples.ts'
import { mountVerdict } from '../../support/verdict.ts'
import { event } from '../events/samples.ts'
import { limits } from '../../../../limits.ts'

const portugal = { certainty: 'probably', countrySet: CountrySetId.parse('PT'), countries: ['PT'] } as const
const japan = inventoryRow({
  name: 'Japan 3 GB',
  countrySet: CountrySetId.parse('JP'),
  coverage: 'country',
  countries: ['JP'],
})
const inPortugal = customer({ items: [item({ name: 'Portugal 3 GB', coverage: { ...portugal, countries: ['PT'] } })] })
const unused = item({ available: { value: 3, unit: 'GB' } })
const released = esim({ state: 'released', raw: 'RELEASED', lastSeen: null })

async function bar(
  view: CustomerView | null,
  props: { readonly operations?: readonly OperationRow[]; readonly settled?: boolean } = {},
  answers: Readonly<Record<string, (input: unknown) => Promise<unknown>>> = {},
) {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const bridge = installBridge({
    'inventory.list': accept({ rows: [japan], unreadable: [], fetchedAt: now }),
    'inventory.devices': accept({
      rows: [{ name: 'Pixel 8', vendor: 'Google', platform: 'Android' }],
      fetchedAt: now,
    }),
    'events.list': accept({ rows: [], total: 0 }),
    ...answers,
  })
  const { wrapper, verdict } = mountVerdict({ view, now, operations: [], settled: true, ...props })
  await flushPromises()
  const button = (name: string) => wrapper.findAll('button').find((each) => read(each) === name)
  const enter = async (label: string, text: string): Promise<void> => {
    const id = wrapper
      .findAll('label')
      .find((each) => read(each) === label)
      ?.attributes('for')
    const field = wrapper.get(`[id="${id ?? ''}"]`)
    await field.trigger('focusin')
    await flushPromises()
    await field.setValue(text)
    await field.trigger('blur')
    await flushPromises()
  }
  return {
    ...bridge,
    wrapper,
    verdict,
    writeText,
    button,
    enter,
    cause: () => wrapper.get('section').attributes('data-cause'),
  }
}

test('it says the cause, what to do next and what to say, and its button starts the flow', async () => {
  const { wrapper, button } = await bar(customer({ esims: [released], items: [unused] }))
  expect(wrapper.get('section').attributes('aria-label')).toBe(text('verdict.title'))
  expect(read(wrapper.get('.cause'))).toBe(text('verdict.cause.notInstalled'))
  expect(read(wrapper.get('.next'))).toContain(text('verdict.next.notInstalled'))
  expect(read(wrapper.get('.say .text'))).toContain("Your eSIM isn't installed yet.")
  expect(read(wrapper.get('.evidence'))).toContain(
    `${text('verdict.evidence.esimState')} RELEASED · ${text('verdict.evidence.lastSeen')} ${text('verdict.none')}`,
  )
  await button(text('verdict.action.sendQr'))?.trigger('click')
  expect(wrapper.emitted('act')?.[0]?.[0]).toEqual({ kind: 'sendQr', esimUid: released.uid })
})

test('what it says can be read elsewhere, with the times of reports in UTC', async () => {
  const connectivity = { iccid: esim().iccid, connected: true, country: 'JP', lastSeen: null, asOf: now }
  const { wrapper, verdict } = await bar(inPortugal, {}, { 'customers.connectivity': accept(connectivity) })
  const summary = verdict.summary.value
  expect(summary).toEqual({
    cause: read(wrapper.get('.cause')),
    restsOn: expect.any(Array),
    question: null,
    about: { esimUid: null, itemUid: null },
    country: 'JP',
    countrySource: 'network',
    connectivity: [connectivity],
  })
  expect(summary?.restsOn).toContainEqual(expect.stringContaining(text('verdict.at', { value: 'Japan', time: now })))
})

test('the days of what it says are times in UTC where they are read elsewhere', async () => {
  const lastSeen = '2026-11-05T23:30:00.000Z'
  const { wrapper, verdict } = await bar(customer({ esims: [esim({ lastSeen })], items: [item()] }))
  const summary = verdict.summary.value
  expect(summary?.cause).toBe(text('verdict.cause.notSeenLately', { day: lastSeen }))
  expect(summary?.restsOn).toContain(`${text('verdict.evidence.lastSeen')} ${lastSeen}`)
  const day = formatDay(lastSeen, 'en')
  expect(read(wrapper.get('.cause'))).toBe(text('verdict.cause.notSeenLately', { day }))
})

test('without a customer nothing is asked, and with one each thing once', async () => {
  const asked: string[] = []
  const answer = (name: string, value: unknown) => (input: unknown) => {
    asked.push(name)
    return accept(value)(input)
  }
  const { wrapper, verdict } = await bar(
    null,
    {},
    {
      'inventory.list': answer('inventory', { rows: [japan], unreadable: [], fetchedAt: now }),
      'events.list': answer('events', { rows: [], total: 0 }),
      'customers.connectivity': answer('connectivity', null),
    },
  )
  expect([asked, verdict.shown.value, verdict.summary.value]).toEqual([[], null, null])
  await wrapper.setProps({ view: inPortugal })
  await flushPromises()
  expect(asked.toSorted()).toEqual(['connectivity', 'events', 'inventory'])
  expect(verdict.shown.value?.id).toBe('fine')
})

test('it says whether the customer, the network or an event names the country', async () => {
  const sourceOf = async (answers: NonNullable<Parameters<typeof bar>[2]>): Promise<string | null> =>
    (await bar(inPortugal, {}, answers)).verdict.summary.value?.countrySource ?? null
  const left = { iccid: esim().iccid, connected: false, country: 'JP', lastSeen: now, asOf: now }
  const rows = [event({ kind: 'countryChange', details: { newCountry: 'JP' } })]
  expect(await sourceOf({})).toBeNull()
  expect(await sourceOf({ 'customers.connectivity': accept(left) })).toBe('lastNetwork')
  expect(await sourceOf({ 'events.list': accept({ rows, total: 1 }) })).toBe('event')
})

test('it says to the page that no package works where the customer is only if that is certain', async () => {
  const elsewhereWith = async (answers: NonNullable<Parameters<typeof bar>[2]>): Promise<boolean> =>
    (await bar(inPortugal, {}, answers)).verdict.elsewhere.value
  const rows = [event({ kind: 'countryChange', details: { newCountry: 'JP' } })]
  expect(await elsewhereWith({})).toBe(false)
  expect(await elsewhereWith({ 'events.list': accept({ rows, total: 1 }) })).toBe(false)
  const connected = { iccid: esim().iccid, connected: true, country: 'JP', lastSeen: null, asOf: now }
  expect(await elsewhereWith({ 'customers.connectivity': accept(connected) })).toBe(true)
})

test('the sentence is in the language that the customer probably reads, and can be copied or changed', async () => {
  const { wrapper, writeText } = await bar(customer({ esims: [released], items: [unused], language: 'de' }))
  const reply = wrapper.get('.say .text')
  await vi.waitFor(() => expect(reply.attributes()).toMatchObject({ lang: 'de', dir: 'ltr' }), limits.state)
  expect(read(reply)).toContain('Ihre eSIM ist noch nicht installiert.')
  await wrapper.get(`[title="${text('verdict.copySay')}"]`).trigger('click')
  expect(writeText).toHaveBeenCalledWith(expect.stringContaining('Ihre eSIM ist noch nicht installiert.'))
  await wrapper.get('select').setValue('ar')
  await vi.waitFor(
    () => expect(wrapper.get('.say .text').attributes()).toMatchObject({ lang: 'ar', dir: 'rtl' }),
    limits.state,
  )
  await wrapper.setProps({ view: customer({ uid: CustomerUid.parse('c-2'), esims: [released] }) })
  await vi.waitFor(() => expect(wrapper.get('.say .text').attributes('lang')).toBe('en'), limits.state)
  await wrapper.setProps({ view: customer({ esims: [released], language: 'de' }) })
  await vi.waitFor(() => expect(wrapper.get('.say .text').attributes('lang')).toBe('ar'), limits.state)
})

test('other causes are named and can be shown', async () => {
  const { wrapper, button, cause } = await bar(
    customer({ esims: [released], items: [item({ phase: 'empty', available: { value: 0, unit: 'GB' } })] }),
  )
  expect(cause()).toBe('usedUp')
  await button(text('verdict.short.replaced'))?.trigger('click')
  expect(cause()).toBe('notInstalled')
  await button(text('verdict.short.usedUp'))?.trigger('click')
  expect(cause()).toBe('usedUp')
  await button(text('verdict.short.replaced'))?.trigger('click')
  await wrapper.setProps({ operations: [operation({ state: 'UNKNOWN' })] })
  expect(cause()).toBe('unconfirmed')
})

test('of several eSIMs the one is first about which the caller asks, where nothing else is wrong', async () => {
  const other = esim({
    uid: EsimUid.parse('e-2'),
    iccid: Iccid.parse('8948010000000000074'),
    imsi: '262019999',
    state: 'released',
    raw: 'RELEASED',
    lastSeen: null,
  })
  const view = customer({ esims: [esim(), other] })
  const match = (field: 'iccid' | 'imsi' | 'email', value: string) => ({ field, value, start: 0, end: value.length })
  const { wrapper, button, cause } = await bar(view)
  const call = useCall()
  expect(cause()).toBe('fine')
  for (const found of [match('iccid', other.iccid), match('imsi', '262019999')]) {
    call.noteSearch(customerUid, found)
    await flushPromises()
    expect(cause()).toBe('otherEsimNotInstalled')
    call.noteSearch(customerUid, match('email', 'ada@example.org'))
    await flushPromises()
    expect(cause()).toBe('fine')
  }
  call.noteSearch(customerUid, match('iccid', other.iccid))
  await flushPromises()
  await button(text('verdict.short.noFault'))?.trigger('click')
  expect(cause()).toBe('fine')
  call.noteSearch(customerUid, match('iccid', esim().iccid))
  await flushPromises()
  expect(cause()).toBe('fine')
  // What concerns each of them comes first.
  call.noteSearch(customerUid, match('iccid', other.iccid))
  await wrapper.setProps({ operations: [operation({ state: 'UNKNOWN' })] })
  expect(cause()).toBe('unconfirmed')
})

test('what ends within a day is named while nothing is wrong, and its button sells more', async () => {
  const { wrapper, button, cause } = await bar(customer({ items: [item({ expiresAt: '2026-11-22T03:15:30.000Z' })] }))
  const severity = () =>
    wrapper
      .get('section')
      .classes()
      .filter((name) => ['danger', 'warn', 'info', 'ok'].includes(name))
  expect([cause(), severity()]).toEqual(['fine', ['info']])
  await button(text('verdict.short.endsSoon', { time: '03:15' }))?.trigger('click')
  expect(cause()).toBe('endsSoon')
  expect(severity()).toEqual(['info'])
  expect(read(wrapper.get('.cause'))).toBe(text('verdict.cause.endsSoon', { package: 'Europe 3 GB', time: '03:15' }))
  expect(read(wrapper.get('.next'))).toBe(text('verdict.next.endsSoon'))
  expect(read(wrapper.get('.say .text'))).toContain(
    'Europe 3 GB ends on November 22, 2026 at 03:15 UTC, with 1.5 GB left.',
  )
  expect(read(wrapper.get('.evidence'))).toContain(
    `${text('verdict.evidence.remaining')} 1.5 GB · ${text('verdict.evidence.ends')} 2026-11-22 03:15 UTC`,
  )
  await button(text('verdict.action.topUp'))?.trigger('click')
  expect(wrapper.emitted('act')?.[0]).toMatchObject([{ kind: 'topUp' }, { id: 'endsSoon' }])
})

test('a waiting package that does not work where the customer is can be shown, and is not started', async () => {
  const waits = { mode: 'ON_DEMAND', phase: 'waiting_activation', activatedAt: null, expiresAt: null } as const
  const { wrapper, button, enter } = await bar(
    customer({
      items: [
        item({
          name: 'Portugal 3 GB',
          coverage: { ...portugal, countries: ['PT'] },
          ...waits,
          activate: { possible: true, reasons: [], notes: [] },
        }),
      ],
    }),
  )
  expect(button(text('verdict.action.activate'))).toBeDefined()
  await enter(text('verdict.where'), 'Japan')
  await button(text('verdict.short.waitingActivation'))?.trigger('click')
  expect(read(wrapper.get('.next'))).toBe(
    text('verdict.next.waitingElsewhere', { package: 'Portugal 3 GB', country: 'Japan' }),
  )
  expect(read(wrapper.get('.say .text'))).toContain("it doesn't work in this country (Japan)")
  expect(button(text('verdict.action.activate'))).toBeUndefined()
})

test('the palette has actions for the country and the device, which focus their fields', async () => {
  const { wrapper } = await bar(inPortugal)
  document.body.append(wrapper.element)
  const { actions } = usePageActionList()
  for (const [id, label] of [
    ['callCountry', text('verdict.where')],
    ['callDevice', text('verdict.device')],
  ] as const) {
    const action = actions.find((each) => each.id === id)
    expect(action?.label).toBe(label)
    action?.run()
    const focused = document.activeElement?.id ?? ''
    expect(read(wrapper.get(`label[for="${focused}"]`))).toBe(label)
  }
  // What is typed then replaces the country.
  const field = wrapper.get<HTMLInputElement>('.call-fact input')
  await field.setValue('Jap')
  actions.find(({ id }) => id === 'callCountry')?.run()
  expect([field.element.selectionStart, field.element.selectionEnd]).toEqual([0, 'Jap'.length])
})

test('Escape closes the list of countries and leaves what was typed, which then counts for nothing', async () => {
  const { wrapper, cause } = await bar(inPortugal)
  const field = wrapper.get<HTMLInputElement>('.call-fact input')
  await field.trigger('focusin')
  await field.setValue('Jap')
  expect(field.attributes('aria-expanded')).toBe('true')
  await field.trigger('keydown', { key: 'Escape' })
  expect(field.attributes('aria-expanded')).toBe('false')
  expect(field.element.value).toBe('Jap')
  await field.trigger('blur')
  await flushPromises()
  expect([field.element.value, cause()]).toEqual(['', 'fine'])
})

test('what is typed after Escape counts again', async () => {
  const { wrapper, cause } = await bar(inPortugal)
  const field = wrapper.get<HTMLInputElement>('.call-fact input')
  await field.trigger('focusin')
  await field.setValue('Jap')
  await field.trigger('keydown', { key: 'Escape' })
  await field.setValue('Japa')
  await field.trigger('blur')
  await flushPromises()
  expect([field.element.value, cause()]).toEqual(['Japan', 'wrongCountry'])
})

test('a field that was emptied has no button to clear it, to which a Tab would go while it disappears', async () => {
  const { wrapper, button, enter } = await bar(inPortugal)
  await enter(text('verdict.where'), 'Japan')
  expect(button(text('verdict.whereClear'))).toBeDefined()
  const field = wrapper.get('.call-fact input')
  await field.setValue('')
  expect(button(text('verdict.whereClear'))).toBeUndefined()
  await field.setValue('J')
  expect(button(text('verdict.whereClear'))).toBeDefined()
})

test('after a choice by Enter the keys of the page work again', async () => {
  const { wrapper, cause } = await bar(inPortugal)
  const field = wrapper.get<HTMLInputElement>('.call-fact input')
  field.element.focus()
  await field.setValue('Japan')
  await field.trigger('keydown', { key: 'Enter' })
  await flushPromises()
  expect(cause()).toBe('wrongCountry')
  expect(document.activeElement).toBe(wrapper.get('.verdict').element)
})

test('a field that is emptied and confirmed forgets the country, and takes no other', async () => {
  const { wrapper, enter, cause } = await bar(inPortugal)
  await enter(text('verdict.where'), 'Japan')
  const field = wrapper.get<HTMLInputElement>('.call-fact input')
  await field.setValue('')
  await field.trigger('keydown', { key: 'Enter' })
  await flushPromises()
  expect([field.element.value, cause()]).toEqual(['', 'fine'])
})

test('Enter takes the typed device as it is, until the arrow keys have led to one of the list', async () => {
  const { wrapper, verdict } = await bar(inPortugal)
  const field = wrapper.findAll<HTMLInputElement>('.call-fact input')[1] ?? wrapper.get<HTMLInputElement>('input')
  const active = (): string | undefined => field.attributes('aria-activedescendant')
  await field.trigger('focusin')
  await field.trigger('click')
  await flushPromises()
  expect([field.attributes('aria-expanded'), active()]).toEqual(['true', undefined])
  for (const typed of ['Nokia 3310', 'Pix']) {
    await field.setValue(typed)
    expect(active()).toBeUndefined()
    await field.trigger('keydown', { key: 'Enter' })
    await flushPromises()
    expect(verdict.content.value?.facts.device).toBe(typed === 'Pix' ? 'Google Pixel 8' : typed)
  }
  await field.setValue('oogle')
  await field.trigger('keydown', { key: 'ArrowDown' })
  expect(active()).toMatch(/option-0$/)
})

test('text that fits several countries stays with the reason, and the earlier country counts no more', async () => {
  const { wrapper, enter, cause } = await bar(inPortugal)
  await enter(text('verdict.where'), 'Japan')
  const field = wrapper.get<HTMLInputElement>('.call-fact input')
  const problem = (): string => read(wrapper.get('.fields .problem'))
  await field.setValue('slov')
  await field.trigger('blur')
  await flushPromises()
  expect([field.element.value, problem(), cause()]).toEqual([
    'slov',
    text('places.unclear.several', { countries: 'Slovakia and Slovenia' }),
    'fine',
  ])
  expect(field.attributes('aria-invalid')).toBe('true')
  await field.setValue('slova')
  expect(problem()).toBe('')
  await field.trigger('blur')
  await flushPromises()
  expect([field.element.value, problem()]).toEqual(['Slovakia', ''])
})

test('the country that the customer names changes the verdict, and is forgotten with the customer', async () => {
  const { wrapper, button, enter, cause } = await bar(inPortugal)
  expect(cause()).toBe('fine')
  await enter(text('verdict.where'), 'Japan')
  expect(cause()).toBe('wrongCountry')
  expect(read(wrapper.get('.cause'))).toBe(
    text('verdict.cause.wrongCountryProbably', { package: 'Portugal 3 GB', country: 'Japan' }),
  )
  expect(read(wrapper.get('.next'))).toBe(text('verdict.next.wrongCountryPackage', { fitting: 'Japan 3 GB' }))
  // “Probably” says it already.
  expect(read(wrapper.get('.evidence'))).not.toContain(text('verdict.doubt.coverageFromName'))
  await wrapper.get('.evidence button').trigger('click')
  expect(read(wrapper.get('.evidence'))).toContain(text('verdict.doubt.coverageFromName'))
  await button(text('verdict.action.sell', { country: 'Japan' }))?.trigger('click')
  expect(wrapper.emitted('act')?.[0]?.[0]).toEqual({ kind: 'sell', country: 'JP', inventoryItemId: japan.id })
  await wrapper.setProps({ view: { ...inPortugal, uid: CustomerUid.parse('c-2') } })
  expect(cause()).toBe('fine')
  await wrapper.setProps({ view: inPortugal })
  expect(cause()).toBe('wrongCountry')
  await button(text('verdict.whereClear'))?.trigger('click')
  expect(cause()).toBe('fine')
  await enter(text('verdict.where'), 'Atlantis')
  expect(cause()).toBe('fine')
})

test('emptying the only field that was filled in begins another call', async () => {
  const { button, enter } = await bar(inPortugal)
  const call = useCall()
  call.open(customerUid)
  await enter(text('verdict.where'), 'Japan')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2100-01-01T00:00:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  await button(text('verdict.whereClear'))?.trigger('click')
  expect(call.beganAt(customerUid)).toBe('2100-01-01T00:00:00.000Z')
})

test('of several packages none works in a country: the sentence names no single one of them', async () => {
  const coverage = { ...portugal, countries: ['PT'] }
  const items = ['Portugal 3 GB', 'Lisbon 1 GB'].map((name) => item({ name, coverage }))
  const { wrapper, enter } = await bar(customer({ items }))
  await enter(text('verdict.where'), 'Japan')
  expect(read(wrapper.get('.cause'))).toBe(text('verdict.cause.wrongCountryAllProbably', { country: 'Japan' }))
  expect(read(wrapper.get('.say .text'))).toMatch(
    /^As far as we can see, you can't use Portugal 3 GB or Lisbon 1 GB in this country/,
  )
})

test('a country that an event named counts, and a newer event is read', async () => {
  let country = 'PT'
  const visit = () => event({ kind: 'countryChange', details: { previousCountry: null, newCountry: country } })
  const list = vi.fn<(input: unknown) => Promise<unknown>>(() =>
    Promise.resolve({ ok: true, value: { rows: [visit()], total: 1 } }),
  )
  const { wrapper, push, cause, enter } = await bar(inPortugal, {}, { 'events.list': list })
  expect(list).toHaveBeenCalledWith({ customerUid, kinds: ['countryChange'], limit: 20 })
  expect(cause()).toBe('fine')
  country = 'JP'
  push('events.changed', { arrived: [visit()], updated: [], reload: false, alerts: {}, unread: 1 })
  await flushPromises()
  expect(cause()).toBe('wrongCountry')
  // Nobody signed the event, so the bar asks.
  expect(read(wrapper.get('.cause'))).toBe(
    text('verdict.cause.wrongCountryAsk', { country: 'Japan', package: 'Portugal 3 GB' }),
  )
  expect(read(wrapper.get('.next'))).toBe(text('verdict.next.wrongCountryPackage', { fitting: 'Japan 3 GB' }))
  expect(read(wrapper.get('.say .text'))).toMatch(/^Our records say Japan\. Is that where you are\?/)
  await enter(text('verdict.where'), 'Japan')
  expect(read(wrapper.get('.cause'))).toBe(
    text('verdict.cause.wrongCountryProbably', { package: 'Portugal 3 GB', country: 'Japan' }),
  )
})

test('without inventory and events the verdict is there all the same', async () => {
  const { cause } = await bar(
    customer({ esims: [released] }),
    {},
    { 'inventory.list': refuse('address_unreachable'), 'events.list': refuse('address_unreachable') },
  )
  expect(cause()).toBe('notInstalled')
})

test('a device is checked against the list, which is read when somebody asks', async () => {
  const devices = vi.fn(
    accept({
      rows: ['Pixel 8', 'iPhone 15 Pro', 'iPhone 15 Plus'].map((name) => ({
        name,
        vendor: 'Google',
        platform: 'Android',
      })),
      fetchedAt: now,
    }),
  )
  const { wrapper, enter, cause } = await bar(customer({ esims: [released] }), {}, { 'inventory.devices': devices })
  expect(devices).not.toHaveBeenCalled()
  await enter(text('verdict.device'), 'Nokia 3310')
  expect(cause()).toBe('deviceNotListed')
  expect(read(wrapper.get('.cause'))).toBe(text('verdict.cause.deviceNotListed', { device: 'Nokia 3310' }))
  for (const name of ['google pixel 8', 'Pixel 8', 'iphone 15']) {
    await enter(text('verdict.device'), name)
    expect(cause(), name).toBe('notInstalled')
  }
})

test('an unconfirmed operation is checked by the bar itself', async () => {
  const open = operation({ state: 'UNKNOWN', confirmedBy: null })
  const check = vi.fn<(input: unknown) => Promise<unknown>>(() => Promise.resolve({ ok: true, value: operation() }))
  const { wrapper, button } = await bar(customer(), { operations: [open] }, { 'operations.check': check })
  expect(read(wrapper.get('.cause'))).toBe(
    text('verdict.cause.unconfirmed', { operation: text('operations.kind.refund'), package: 'Europe 3 GB' }),
  )
  await button(text('verdict.action.check'))?.trigger('click')
  await flushPromises()
  expect(check).toHaveBeenCalledWith({ id: open.id })
  expect(wrapper.emitted('changed')).toEqual([[operation()]])
})

test('a check that brings nothing new is reported, and the page receives what the bar checks', async () => {
  const open = operation({ state: 'UNKNOWN', confirmedBy: null })
  const { wrapper, button, verdict } = await bar(
    customer(),
    { operations: [open] },
    { 'operations.check': () => Promise.resolve({ ok: true, value: open }) },
  )
  expect(verdict.checks.value).toBe(open.id)
  expect(read(wrapper)).not.toContain(text('operations.stillUnknown'))
  await button(text('verdict.action.check'))?.trigger('click')
  await flushPromises()
  expect(read(wrapper)).toContain(text('operations.stillUnknown'))
  await wrapper.setProps({ operations: [] })
  expect([verdict.shown.value?.id, verdict.checks.value]).toEqual(['fine', null])
  expect(read(wrapper)).not.toContain(text('operations.stillUnknown'))
})

test.each([
  ['a check that brings nothing new', accept(operation({ state: 'UNKNOWN', confirmedBy: null }))],
  ['a check that fails', refuse('address_unreachable')],
])('%s is shown beside the operation that was checked, and not beside another', async (_what, check) => {
  const checked = operation({ state: 'UNKNOWN', confirmedBy: null })
  const other = operation({ id: 'never-checked', state: 'UNKNOWN', confirmedBy: null })
  const { wrapper, button, verdict } = await bar(customer(), { operations: [checked] }, { 'operations.check': check })
  const isShown = () => wrapper.find('.wide').exists()
  expect(isShown()).toBe(false)
  await button(text('verdict.action.check'))?.trigger('click')
  await flushPromises()
  expect(isShown()).toBe(true)
  await wrapper.setProps({ operations: [other] })
  expect(verdict.checks.value).toBe(other.id)
  expect(isShown()).toBe(false)
  await wrapper.setProps({ operations: [checked, other] })
  const seen: [string | null, boolean][] = []
  for (let shown = 0; shown < 2; shown += 1) {
    seen.push([verdict.checks.value, isShown()])
    await wrapper.get('.also button').trigger('click')
  }
  expect(new Map(seen)).toEqual(
    new Map([
      [checked.id, true],
      [other.id, false],
    ]),
  )
})

test('a check that is started from the palette for a cause that is not shown says beside that cause that it failed', async () => {
  const [first, second] = [operation({ state: 'UNKNOWN', confirmedBy: null }), operation({ state: 'UNKNOWN', id: 'b' })]
  const { wrapper, verdict } = await bar(
    customer(),
    { operations: [first, second] },
    { 'operations.check': refuse('address_unreachable') },
  )
  const before = verdict.checks.value
  const actions = usePageActionList().actions.filter(({ label }) => label === text('verdict.action.check'))
  expect(actions).toHaveLength(2)
  actions[1]?.run()
  await flushPromises()
  expect(verdict.checks.value).not.toBe(before)
  expect(wrapper.find('.wide').exists()).toBe(true)
})

test('it is read aloud once the service has answered, and again when the cause changes', async () => {
  const { wrapper, enter } = await bar(inPortugal, { settled: false })
  const spoken = () => read(wrapper.get('p.visually-hidden[aria-live=polite]'))
  expect(spoken()).toBe('')
  await wrapper.setProps({ settled: true })
  await flushPromises()
  expect(spoken()).toContain(
    text('verdict.cause.noFault', {
      left: '1.5 GB',
      ago: formatRelative(esim().lastSeen ?? '', Date.parse(now), 'en'),
    }),
  )
  await wrapper.setProps({ settled: false })
  await wrapper.setProps({ settled: true })
  await flushPromises()
  expect(spoken()).toContain(
    text('verdict.cause.noFault', {
      left: '1.5 GB',
      ago: formatRelative(esim().lastSeen ?? '', Date.parse(now), 'en'),
    }),
  )
  await enter(text('verdict.where'), 'Japan')
  expect(spoken()).toBe(text('verdict.cause.wrongCountryProbably', { package: 'Portugal 3 GB', country: 'Japan' }))
})

test('only the service can make it green: the bar says on which network, and what covers it as far as its name says', async () => {
  const connected = { iccid: esim().iccid, connected: true, country: 'PT', lastSeen: null, asOf: now }
  const { wrapper } = await bar(inPortugal, {}, { 'customers.connectivity': accept(connected) })
  expect(wrapper.get('section').classes()).toContain('ok')
  const values = { left: '1.5 GB', country: 'Portugal', package: 'Portugal 3 GB' }
  expect(read(wrapper.get('.cause'))).toBe(text('verdict.cause.fineProbably', values))
})

test('a country that the network contradicts is asked for', async () => {
  const connected = { iccid: esim().iccid, connected: true, country: 'PT', lastSeen: null, asOf: now }
  const { wrapper, enter } = await bar(inPortugal, {}, { 'customers.connectivity': accept(connected) })
  await enter(text('verdict.where'), 'Japan')
  expect(wrapper.get('section').classes()).toContain('warn')
  expect(read(wrapper.get('.cause'))).toBe(
    text('verdict.cause.wrongCountryNetwork', { reported: 'Portugal', country: 'Japan' }),
  )
  expect(read(wrapper.get('.say .text'))).toContain('The network says that your phone is in this country: Portugal.')
})

test('hostile names stay text', async () => {
  const hostile = '<img src=x onerror="window.__pwned=1"> {left} | @:verdict.say'
  const { wrapper } = await bar(
    customer({ items: [item({ name: hostile, phase: 'empty', available: { value: 0, unit: 'GB' } })] }),
  )
  expect(wrapper.find('img[src=x]').exists()).toBe(false)
  expect(read(wrapper.get('.cause'))).toBe(text('verdict.cause.usedUp', { package: hostile }))
  expect(read(wrapper.get('.say .text'))).toContain(hostile)
})

describe('where the eSIM is connected', () => {
  const connected = { iccid: esim().iccid, connected: true, country: 'JP', lastSeen: now, asOf: now }
  const reported = (value: string): string | undefined => text('verdict.at', { value, time: '|' }).split('|')[0]

  test('is asked once for the opened customer and decides the verdict, which says what it rests on', async () => {
    const asked: unknown[] = []
    const { wrapper } = await bar(
      inPortugal,
      {},
      {
        'customers.connectivity': (input) => {
          asked.push(input)
          return Promise.resolve({ ok: true, value: connected })
        },
      },
    )
    await vi.waitFor(
      () =>
        expect(read(wrapper.get('.cause'))).toBe(
          text('verdict.cause.wrongCountryProbably', { package: 'Portugal 3 GB', country: 'Japan' }),
        ),
      limits.state,
    )
    expect(read(wrapper.get('.evidence'))).toContain(`${text('verdict.evidence.connectivity')} ${reported('Japan')}`)
    await wrapper.setProps({ view: { ...inPortugal, asOf: '2026-11-21T10:01:00.000Z' } })
    await flushPromises()
    expect(asked).toEqual([{ iccid: esim().iccid }])
  })

  test('speaks against what the customer says, in a sentence before the evidence', async () => {
    const india = accept({ ...connected, country: 'IN' })
    const { wrapper, enter } = await bar(inPortugal, {}, { 'customers.connectivity': india })
    await enter(text('verdict.where'), 'Japan')
    await vi.waitFor(
      () =>
        expect(read(wrapper.get('.doubt'))).toContain(text('verdict.doubt.networkElsewhere', { reported: 'India' })),
      limits.state,
    )
    expect(read(wrapper.get('.evidence'))).toContain(
      `${text('verdict.evidence.typedCountry')} Japan · ${text('verdict.evidence.connectivity')} ${reported('India')}`,
    )
  })

  test('is asked again with a refresh if the answer is old: a failure changes nothing, an answer counts', async () => {
    const answers = [accept(connected), refuse('address_unreachable'), accept(null)]
    const connectivity = vi.fn((input: unknown) => (answers.shift() ?? accept(connected))(input))
    const { wrapper, cause } = await bar(inPortugal, {}, { 'customers.connectivity': connectivity })
    await vi.waitFor(() => expect(cause()).toBe('wrongCountry'), limits.state)
    const opened = performance.now()
    const time = vi.spyOn(performance, 'now')
    onTestFinished(() => time.mockRestore())
    for (const [seconds, asOf, count, expected] of [
      [121, '2026-11-21T10:03:00.000Z', 2, 'wrongCountry'],
      [151, '2026-11-21T10:03:30.000Z', 2, 'wrongCountry'],
      [242, '2026-11-21T10:05:00.000Z', 3, 'fine'],
    ] as const) {
      time.mockReturnValue(opened + seconds * 1000)
      await wrapper.setProps({ view: { ...inPortugal, asOf } })
      await flushPromises()
      expect(connectivity).toHaveBeenCalledTimes(count)
      expect(cause()).toBe(expected)
    }
  })

  test('is not asked for an eSIM that is not installed, nor for a saved copy', async () => {
    const connectivity = vi.fn(accept(null))
    for (const view of [customer({ esims: [released] }), customer({ source: 'directory' })])
      await bar(view, {}, { 'customers.connectivity': connectivity })
    expect(connectivity).not.toHaveBeenCalled()
  })

  test('stays unknown if it cannot be asked', async () => {
    const { cause } = await bar(inPortugal, {}, { 'customers.connectivity': refuse('address_unreachable') })
    expect(cause()).toBe('fine')
  })
})

test('the buttons of the bar are actions of the page, except those that the page has anyway', async () => {
  const { wrapper, enter } = await bar(customer({ ...inPortugal, esims: [released] }))
  await enter(text('verdict.where'), 'Japan')
  const actions = () => usePageActionList().actions
  const sell = actions().find(({ label }) => label === text('verdict.action.sell', { country: 'Japan' }))
  expect(sell?.detail).toBe(text('verdict.short.wrongCountryProbably'))
  sell?.run()
  expect(wrapper.emitted('act')?.at(-1)).toMatchObject([{ kind: 'sell', country: 'JP' }, { id: 'wrongCountry' }])
  expect(actions().map(({ label }) => label)).toContain(text('verdict.copySay'))
  const other = actions().find(({ id, typed }) => id.startsWith('cause ') && typed === true)
  other?.run()
  await flushPromises()
  expect(read(wrapper.get('.also'))).not.toContain(other?.label)
  await wrapper.setProps({ view: customer({ items: [item()] }) })
  expect(actions().map(({ label }) => label)).not.toContain(text('verdict.action.topUp'))
})

test('what the cause rests on unfolds by a button, with the time and the section, and nothing of it is cut then', async () => {
  const { wrapper } = await bar(customer({ esims: [released] }))
  const evidence = wrapper.get('.evidence')
  const button = evidence.get('button')
  expect(button.attributes('aria-expanded')).toBe('false')
  const section = text('verdict.section', { section: '|' }).split('|')[0]
  expect(evidence.attributes('title')).toContain(section)
  await button.trigger('click')
  expect(button.attributes('aria-expanded')).toBe('true')
  expect(evidence.classes()).toContain('unfolded')
  expect(evidence.findAll('p').slice(1).map(read)).toEqual([
    text('verdict.asOf', { time: formatMoment(now, 'en') }),
    expect.stringContaining(section ?? ''),
  ])
})
