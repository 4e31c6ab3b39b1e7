import { expect, test } from 'vitest'
import { contractNames, eventNames } from '#shared/contract-names.ts'
import { makeDeskApi } from '../../../../electron/host/deskApi.ts'

type Operation = (input?: unknown) => Promise<unknown>
type On = (event: string, listener: (payload: unknown) => void) => () => void

function api(send: (text: string) => Promise<string> = () => Promise.resolve('{"ok":true,"value":1}')) {
  let push: (text: string) => void = () => undefined
  const made = makeDeskApi(contractNames, eventNames, { send, receive: (listener) => (push = listener) })
  const operation = (namespace: string, name: string): Operation =>
    Reflect.get(Object(Reflect.get(made, namespace)), name)
  const on: On = (event, listener) => (Reflect.get(made, 'on') as On)(event, listener) // `on` beside rooms of one record
  return { made, operation, on, push: (event: string, payload: unknown) => push(JSON.stringify({ event, payload })) }
}

test('it has the names of the contract and nothing else, all of it frozen', () => {
  const { made } = api()
  expect(Object.keys(made).sort()).toEqual([...Object.keys(contractNames), 'on'].sort())
  expect(Object.isFrozen(made)).toBe(true)
  for (const [namespace, operations] of Object.entries(contractNames)) {
    const room: unknown = Reflect.get(made, namespace)
    expect(Object.keys(Object(room))).toEqual([...operations])
    expect(Object.isFrozen(room)).toBe(true)
  }
})

test('a call crosses as one JSON string; no input is null', async () => {
  const sent: string[] = []
  const { operation } = api((text) => {
    sent.push(text)
    return Promise.resolve('{"ok":true,"value":null}')
  })
  expect(await operation('customers', 'search')({ query: 'a', limit: 5 })).toEqual({ ok: true, value: null })
  await operation('customers', 'status')()
  expect(sent).toEqual([
    '{"op":"customers.search","input":{"query":"a","limit":5}}',
    '{"op":"customers.status","input":null}',
  ])
})

test('it resolves to an envelope whatever happens', async () => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  expect(await api().operation('settings', 'set')(circular)).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  })
  expect(await api(() => Promise.reject(new Error('gone'))).operation('settings', 'get')()).toMatchObject({
    ok: false,
    error: { code: 'unexpected' },
  })
  expect(await api(() => Promise.resolve('<html>')).operation('settings', 'get')()).toMatchObject({
    ok: false,
    error: { code: 'unexpected' },
  })
})

test('a listener gets the payloads of its event until it unsubscribes', () => {
  const { on, push } = api()
  const received: unknown[] = []
  const off = on('notice', (payload) => received.push(payload))
  push('notice', 1)
  push('customer.changed', 2)
  off()
  off()
  push('notice', 3)
  expect(received).toEqual([1])
})

test('the same listener passed twice is two subscriptions, each with its own unsubscribe function', () => {
  const { on, push } = api()
  const received: unknown[] = []
  const listener = (payload: unknown): void => void received.push(payload)
  const off = on('notice', listener)
  on('notice', listener)
  off()
  push('notice', 1)
  expect(received).toEqual([1])
})

test('an event that the desk does not have is refused', () => {
  expect(() => api().on('__proto__', () => undefined)).toThrow(TypeError)
})

test('it works as text: the function uses nothing from outside itself', () => {
  const source = makeDeskApi.toString()
  // oxlint-disable-next-line typescript/no-implied-eval -- exactly what the host does with it in the page
  const rebuilt: unknown = new Function(`return (${source})`)()
  expect(typeof rebuilt).toBe('function')
  const made: unknown = Reflect.apply(rebuilt as () => unknown, undefined, [
    { a: ['b'] },
    ['notice'],
    { send: () => Promise.resolve('null'), receive: () => undefined },
  ])
  expect(Object.keys(Object(made))).toEqual(['a', 'on'])
})
