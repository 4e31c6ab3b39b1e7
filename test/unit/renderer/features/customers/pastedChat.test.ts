/** A chat that is pasted into the search field: whom it opens, what it fills in, and what it leaves open. */
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import SearchField from '../../../../../renderer/app/frame/SearchField.vue'
import ChatStrip from '../../../../../renderer/features/customer/ChatStrip.vue'
import SearchNotes from '../../../../../renderer/features/customers/SearchNotes.vue'
import { useSearch } from '../../../../../renderer/features/customers/search.store.ts'
import { useCall } from '../../../../../renderer/lib/call.store.ts'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { found, row } from '../../support/customers.ts'
import { read, text } from '../../support/mounted.ts'
import { emptyPages } from '../../support/pages.ts'
import { limits } from '../../../../limits.ts'

const chat = "Hi, no internet here\nI'm in Tokyo, but I come from Spain.\nPixel 8, the eSIM ends in …155115"
const iccid = '8943108165000155115'
const byIccid = (uid: string, value = iccid): CustomerRow => ({
  ...row(uid),
  match: { field: 'iccid', value, start: value.length - 6, end: value.length },
})
const byEmail = (uid: string, email: string): CustomerRow => ({
  ...row(uid),
  email,
  match: { field: 'email', value: email, start: 0, end: email.length },
})
const devices = accept({
  rows: [{ name: 'Pixel 8', vendor: 'Google', platform: 'Android' }],
  fetchedAt: '2026-11-21T10:00:00Z',
})

/** @param answers what a query finds */
async function opened(answers: Readonly<Record<string, Record<string, unknown>>>, listsDevices = devices) {
  const queries: string[] = []
  installBridge({
    'customers.search': (input) => {
      const { query } = input as { readonly query: string } // the contract of `customers.search`
      queries.push(query)
      return found({ rows: [], ...answers[query] })(input)
    },
    'inventory.devices': listsDevices,
  })
  const router = emptyPages()
  await router.push('/settings')
  const plugins = [createPinia(), createDeskI18n(), router]
  const field = mount(SearchField, { global: { plugins }, attachTo: document.body })
  const notes = mount(SearchNotes, { global: { plugins } })
  onTestFinished(() => {
    field.unmount()
    notes.unmount()
  })
  async function paste(pasted: string): Promise<void> {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    field.get('input').element.dispatchEvent(event)
    await flushPromises()
  }
  const strip = () => {
    const wrapper = mount(ChatStrip, { props: { uid: row('c-1').uid }, global: { plugins } })
    onTestFinished(() => wrapper.unmount())
    return wrapper
  }
  return {
    paste,
    queries,
    notes,
    strip,
    call: useCall(),
    search: useSearch(),
    path: () => router.currentRoute.value.path,
  }
}

const { uid } = row('c-1')

test('it opens the customer, with the country and the device as facts of the call, and shows what was taken', async () => {
  const { paste, queries, strip, call, path } = await opened({ 155115: { rows: [byIccid('c-1')] } })
  await paste(chat)
  expect([queries, path()]).toEqual([['155115'], '/customers/c-1'])
  await vi.waitFor(
    () => expect(call.factsOf(uid)).toMatchObject({ country: 'JP', device: 'Google Pixel 8' }),
    limits.state,
  )
  const marks = strip().findAll('.mark.from')
  expect(marks.map((mark) => read(mark).replace(text('customers.chat.removeShort'), ''))).toEqual([
    '…155115',
    'Japan (Tokyo)',
    'Google Pixel 8',
  ])
})

test('what was taken can be taken out, and what was only named can be taken', async () => {
  const { paste, strip, call } = await opened({ 155115: { rows: [byIccid('c-1')] } })
  await paste(chat)
  await vi.waitFor(() => expect(call.factsOf(uid).country).toBe('JP'), limits.state)
  const wrapper = strip()
  const press = async (label: string): Promise<void> => {
    const mark = wrapper.findAll('.mark').find((each) => read(each).startsWith(label))
    if (mark === undefined) throw new Error(`Nothing is marked as ${label}`)
    await mark.trigger('click')
  }
  await press('Japan')
  expect(call.factsOf(uid).country).toBeNull()
  await press('Spain')
  expect(call.factsOf(uid).country).toBe('ES')
  await press('Google Pixel 8')
  expect(call.factsOf(uid).device).toBeNull()
  await press('…155115')
  expect(wrapper.text()).not.toContain('155115')
  expect(call.searchedEsim(uid, [])).toBeUndefined()
  await wrapper.get('.icon-button').trigger('click')
  expect(wrapper.find('.chat').exists()).toBe(false)
  // What was hidden still counts as a fact of the call.
  expect(call.factsOf(uid).country).toBe('ES')
})

test('taking out all facts from a chat begins no other call', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { paste, strip, call } = await opened({ 155115: { rows: [byIccid('c-1')] } })
  call.open(uid)
  const began = call.beganAt(uid)
  await paste(chat)
  await vi.waitFor(() => expect(call.factsOf(uid).country).toBe('JP'), limits.state)
  vi.setSystemTime(2_000_000)
  const wrapper = strip()
  for (const mark of wrapper.findAll('.mark.from').slice(1)) await mark.trigger('click')
  expect(call.factsOf(uid)).toMatchObject({ country: null, device: null })
  expect(call.beganAt(uid)).toBe(began)
})

test('two customers in a chat: nobody is opened, and both are listed', async () => {
  const { paste, search, notes, path } = await opened({
    'ada@mail.example': { rows: [byEmail('c-1', 'ada@mail.example')], exact: 'c-1' },
    'bob@mail.example': { rows: [byEmail('c-2', 'bob@mail.example')], exact: 'c-2' },
  })
  await paste('I am ada@mail.example and in Japan\nand my friend here is bob@mail.example')
  expect([path(), search.answer?.rows.map((one) => one.uid)]).toEqual(['/customers', ['c-1', 'c-2']])
  const what = 'ada@mail.example · bob@mail.example · Japan'
  await vi.waitFor(() => expect(notes.text()).toContain(text('customers.chat.several', { what })), limits.state)
  search.open(row('c-2').uid)
  await flushPromises()
  expect(
    useCall()
      .chatOf(row('c-2').uid)
      ?.identifiers.map(({ value }) => value),
  ).toEqual(['bob@mail.example'])
})

test('identifiers that name the same customer open that one, also beside one that names nobody', async () => {
  const { paste, path } = await opened({
    'ada@mail.example': { rows: [byEmail('c-1', 'ada@mail.example'), byEmail('c-2', 'ada@mail.example')] },
    155115: { rows: [byIccid('c-2')] },
  })
  await paste('my mail is ada@mail.example or perhaps old@mail.example,\nthe eSIM ends in 155115')
  expect(path()).toBe('/customers/c-2')
})

test('digits elsewhere in a number, and a part of an address, name nobody in a chat', async () => {
  const { paste, search, path } = await opened({
    155115: { rows: [{ ...byIccid('c-1'), match: { field: 'iccid', value: iccid, start: 0, end: 6 } }] },
    'ada@mail.example': { rows: [byEmail('c-2', 'nada@mail.example')] },
  })
  await paste('my mail is ada@mail.example, hello,\nand the eSIM ends in 155115')
  expect([path(), search.answer?.rows]).toEqual(['/customers', []])
})

test('nothing is kept of the text of a chat, and what is typed next is an ordinary search', async () => {
  const { paste, search, queries } = await opened({})
  await paste(chat)
  expect(search.text).toBe('…155115')
  expect(search.chat).toMatchObject({ title: '…155115', identifiers: [{ kind: 'ending', value: '155115' }] })
  expect(Object.keys(search.chat ?? {}).toSorted()).toEqual(['facts', 'identifiers', 'known', 'title'])
  search.type('155115 and more', { pasted: false })
  await flushPromises()
  expect([search.chat, queries.at(-1)]).toEqual([null, '155115 and more'])
})

test('a text of one emoji, a name and an address, and a line without an identifier are searched as they are', async () => {
  const { paste, search, queries } = await opened({})
  for (const [pasted, query] of [
    ['😟\n👍', '😟 👍'],
    ['Ada Weber\n<ada@mail.example>', 'Ada Weber <ada@mail.example>'],
    ["I'm in Tokyo\nwith a Pixel 8", "I'm in Tokyo with a Pixel 8"],
  ] as const) {
    search.clear()
    await flushPromises()
    await paste(pasted)
    expect(queries.at(-1)).toBe(query)
  }
  search.clear()
  await flushPromises()
  await paste(`${'x '.repeat(500_000)}\nhello`)
  expect(queries.at(-1)).toHaveLength(2000)
})

test('without the list of devices the customer is opened and the country is filled in', async () => {
  const { paste, call, path } = await opened({ 155115: { rows: [byIccid('c-1')] } }, refuse('network'))
  await paste(chat)
  expect(path()).toBe('/customers/c-1')
  await vi.waitFor(() => expect(call.factsOf(uid)).toMatchObject({ country: 'JP', device: null }), limits.state)
})
