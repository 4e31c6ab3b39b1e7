import { afterEach, describe, expect, test, vi } from 'vitest'
import { contract } from '#shared/contract.ts'
import { contractNames } from '#shared/contract-names.ts'
import { DeskError } from '#shared/errors.ts'
import { defaultDocuments } from '#shared/model/documents.ts'
import { noLastSale } from '#shared/model/settings.ts'
import { desk, onDeskEvent } from '../../../../renderer/lib/desk.ts'
import { accept, installBridge, refuse } from '../support/bridge.ts'

const settings = {
  theme: 'dark',
  language: 'system',
  systemLanguage: 'en',
  agentName: 'Ada',
  osUser: 'ada',
  keychain: 'stored',
  version: '1.0.0',
  host: 'chromium',
  documents: defaultDocuments,
  mail: null,
  mutedAlerts: [],
  lastSale: noLastSale,
  openCustomers: [],
  tour: 'offered',
  decimalSign: 'point',
  customerLimit: 500_000,
}

async function failureOf(call: Promise<unknown>): Promise<DeskError> {
  try {
    await call
  } catch (thrown) {
    if (thrown instanceof DeskError) return thrown
    throw thrown
  }
  throw new Error('It did not fail')
}

afterEach(() => void vi.useRealTimers())

describe('the client of the bridge', () => {
  test('has every operation of the contract', () => {
    for (const [namespace, operations] of Object.entries(contractNames)) {
      const client: unknown = Reflect.get(desk, namespace)
      expect(Object.keys(client ?? {}).toSorted()).toEqual([...operations].toSorted())
    }
  })

  test('returns the value of a successful envelope and sends the input unchanged', async () => {
    const inputs: unknown[] = []
    installBridge({ 'settings.set': (input) => (inputs.push(input), accept(settings)(input)) })
    expect(await desk.settings.set({ theme: 'dark' })).toEqual(settings)
    expect(inputs).toEqual([{ theme: 'dark' }])
  })

  test('throws the refusal with its code and details', async () => {
    installBridge({ 'customers.sync': refuse('rate_limited', { retryAfter: 7 }) })
    const error = await failureOf(desk.customers.sync())
    expect(error.code).toBe('rate_limited')
    expect(error.details).toEqual({ retryAfter: 7 })
  })

  test.each([
    ['a value of another shape', { ok: true, value: { theme: 'pink' } }],
    ['an unknown field in the value', { ok: true, value: { ...settings, extra: 1 } }],
    ['no envelope', settings],
    ['nothing', undefined],
    ['a refusal with a code of nobody', { ok: false, error: { code: 'oops', message: '', details: {} } }],
  ])('never lets %s through', async (_what, answer) => {
    installBridge({ 'settings.get': () => Promise.resolve(answer) })
    expect((await failureOf(desk.settings.get())).code).toBe('invalid_output')
  })

  test('fails after the time limit of the operation', async () => {
    vi.useFakeTimers()
    installBridge({ 'settings.get': () => new Promise(() => undefined) })
    const failure = failureOf(desk.settings.get())
    await vi.advanceTimersByTimeAsync(contract.settings.get.timeout)
    expect((await failure).code).toBe('bridge_timeout')
  })

  test('reports a missing bridge and a broken bridge', async () => {
    expect((await failureOf(desk.settings.get())).code).toBe('unknown_operation')
    installBridge({ 'settings.get': () => Promise.reject(new Error('a secret in a message')) })
    const error = await failureOf(desk.settings.get())
    expect(error.code).toBe('unexpected')
    expect(error.message).not.toContain('secret')
  })
})

describe('pushed events', () => {
  test('reach the listener parsed until it unsubscribes', () => {
    const bridge = installBridge({})
    const received: string[] = []
    const stop = onDeskEvent('customer.changed', ({ uid }) => received.push(uid))
    bridge.push('customer.changed', { uid: 'c-1' })
    bridge.push('customer.changed', { uid: 7 })
    stop()
    bridge.push('customer.changed', { uid: 'c-2' })
    expect(received).toEqual(['c-1'])
    expect(bridge.listeners()).toBe(0)
  })
})
