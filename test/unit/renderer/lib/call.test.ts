// @vitest-environment happy-dom
/** What is known in a call: which eSIM it is about, when the call began, and what a chat adds to it. */
import { createPinia, setActivePinia } from 'pinia'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Iccid } from '#shared/wire/ids.ts'
import type { ChatFacts } from '../../../../renderer/lib/chat/chatFacts.ts'
import { useCall } from '../../../../renderer/lib/call.store.ts'
import { installBridge } from '../support/bridge.ts'
import { customerUid, esim } from '../support/samples.ts'

const first = { ...esim(), iccid: Iccid.parse('8948010000000005671'), imsi: '262011111111111' }
const second = { ...esim(), iccid: Iccid.parse('8948010000000000025'), imsi: '262015671111222' }

function askedFor(value: string, start: number, end: number): string | undefined {
  installBridge({})
  setActivePinia(createPinia())
  const call = useCall()
  call.noteSearch(customerUid, { field: 'iccid', value, start, end })
  return call.searchedEsim(customerUid, [first, second])?.iccid
}

test.each([
  ['the last digits', first.iccid, 15, 19, first.iccid],
  ['a whole number', second.iccid, 0, 19, second.iccid],
  ['the beginning of one number', '262015671111222', 0, 8, second.iccid],
  ['the beginning of both', first.iccid, 0, 10, undefined],
])('%s: digits elsewhere in another number make it no less certain', (_what, value, start, end, found) => {
  expect(askedFor(value, start, end)).toBe(found)
})

test('a call goes on until the tab is closed or both fields are emptied', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  installBridge({})
  setActivePinia(createPinia())
  const call = useCall()
  const at = (): number => Date.parse(call.beganAt(customerUid)) - 1_000_000
  const later = (ms: number, act: () => void): void => {
    vi.setSystemTime(1_000_000 + ms)
    act()
  }
  call.open(customerUid)
  later(1000, () => call.open(customerUid))
  later(2000, () => call.enterFacts(customerUid, { country: 'JP', device: 'Pixel 8' }))
  later(3000, () => call.enterFacts(customerUid, { country: null }))
  expect(at()).toBe(0)
  later(4000, () => call.enterFacts(customerUid, { device: null }))
  later(5000, () => call.enterFacts(customerUid, { country: 'IT' }))
  expect(at()).toBe(4000)
  later(5500, () => call.setFacts(customerUid, { country: null }))
  expect(at()).toBe(4000)
  later(6000, () => call.close(customerUid))
  later(7000, () => call.open(customerUid))
  later(8000, () => expect(at()).toBe(7000))
})

test('what an agent enters while a chat is read stays, and what the chat says instead is offered', async () => {
  installBridge({})
  setActivePinia(createPinia())
  const call = useCall()
  const { promise, resolve } = Promise.withResolvers<ChatFacts>()
  call.takeChat(customerUid, { identifiers: [], facts: promise })
  call.enterFacts(customerUid, { country: 'IT' })
  const japan = { code: 'JP', city: null }
  resolve({ places: { taken: japan, offered: [] }, devices: { taken: 'Pixel 8', offered: [] } })
  await promise
  expect(call.factsOf(customerUid)).toMatchObject({ country: 'IT', device: 'Pixel 8' })
  expect(call.chatOf(customerUid)).toMatchObject({ places: [japan], devices: ['Pixel 8'] })
})

test('the eSIM is known by its number until that one is taken out of the chat', () => {
  installBridge({})
  setActivePinia(createPinia())
  const call = useCall()
  const email = { kind: 'email', value: 'ada@mail.example' } as const
  const number = { kind: 'ending', value: '005671' } as const
  call.noteSearch(customerUid, { field: 'iccid', value: first.iccid, start: 13, end: 19 })
  call.takeChat(customerUid, { identifiers: [email, number], facts: Promise.resolve(null) })
  call.withoutIdentifier(customerUid, email)
  expect(call.searchedEsim(customerUid, [first, second])).toBe(first)
  call.withoutIdentifier(customerUid, number)
  expect(call.searchedEsim(customerUid, [first, second])).toBeUndefined()
  expect(call.chatOf(customerUid)?.identifiers).toEqual([])
})
