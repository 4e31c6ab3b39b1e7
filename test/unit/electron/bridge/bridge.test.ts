import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#shared/contract.ts'
import { dialogTimeout } from '#shared/contract/operation.ts'
import { questionTimeout } from '#shared/model/operation/approval.ts'
import { contractNames } from '#shared/contract-names.ts'
import { DeskError } from '#shared/errors.ts'
import { questionsByOperation } from '../../../../electron/approvals/index.ts'
import { createBridge, maxRequestBytes } from '../../../../electron/bridge/bridge.ts'
import type { Handlers } from '../../../../electron/bridge/index.ts'
import type { RawCall } from '../../../../electron/host/host.ts'
import { idleHandlers as idle } from '../../../support/idleHandlers.ts'

const origin = 'https://desk.invalid'
const Answer = z.union([
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({
    ok: z.literal(false),
    error: z.strictObject({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) }),
  }),
])

function bridgeOver(handlers: Handlers | Promise<Handlers> = idle) {
  const log: string[] = []
  const write = (message: string, facts?: unknown): void => void log.push(`${message} ${JSON.stringify(facts)}`)
  const bridge = createBridge({ handlers, origin, log: { error: write, warn: write, debug: write } })
  const raw = async (call: Partial<RawCall>) =>
    Answer.parse(JSON.parse(await bridge.answer({ origin, isMainFrame: true, text: '', ...call })))
  const ask = (op: string, input?: unknown) => raw({ text: JSON.stringify({ op, input }) })
  const codeOf = async (answer: ReturnType<typeof raw>) => {
    const answered = await answer
    return answered.ok ? 'ok' : answered.error.code
  }
  return { bridge, raw, ask, codeOf, log }
}

describe('who may call', () => {
  const text = JSON.stringify({ op: 'connections.current', input: null })

  test('the main frame of the desk is answered', async () => {
    expect(await bridgeOver().raw({ text })).toEqual({ ok: true, value: null })
  })

  test.each([
    ['another origin', { origin: 'https://desk.invalid.example' }],
    ['the origin with a port', { origin: 'https://desk.invalid:8443' }],
    ['another scheme', { origin: 'http://desk.invalid' }],
    ['an opaque origin', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['a frame inside', { isMainFrame: false }],
  ])('%s is refused', async (_name, sender) => {
    const { raw, codeOf } = bridgeOver()
    expect(await codeOf(raw({ text, ...sender }))).toBe('forbidden_sender')
  })

  test('with an empty expected origin every sender is refused', async () => {
    const bridge = createBridge({
      handlers: idle,
      origin: '',
      log: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    })
    expect(await bridge.answer({ origin: '', isMainFrame: true, text })).toContain('forbidden_sender')
  })

  test('the sender is checked before the content of the call', async () => {
    const { raw, codeOf } = bridgeOver()
    expect(await codeOf(raw({ origin: 'https://elsewhere.example', text: 'x'.repeat(maxRequestBytes + 1) }))).toBe(
      'forbidden_sender',
    )
  })
})

describe('what may be asked', () => {
  test('more than 1 MB is refused, counted in bytes', async () => {
    const { raw, codeOf } = bridgeOver()
    const call = (filler: string) => JSON.stringify({ op: 'customers.wipe', input: filler })
    expect(await codeOf(raw({ text: call('x'.repeat(maxRequestBytes)) }))).toBe('too_large')
    expect(await codeOf(raw({ text: call('é'.repeat(maxRequestBytes / 2)) }))).toBe('too_large')
    expect(await codeOf(raw({ text: call('x'.repeat(1000)) }))).toBe('invalid_input')
  })

  test.each([
    '',
    'customers.wipe',
    '{',
    '[]',
    '"x"',
    'null',
    '{"input":null}',
    '{"op":1}',
    '{"op":"customers.wipe","input":null,"more":1}',
  ])('%j is no call', async (text) => {
    const { raw, codeOf } = bridgeOver()
    expect(await codeOf(raw({ text }))).toBe('invalid_input')
  })

  test.each([
    '',
    '.',
    'customers',
    'customers.',
    '.wipe',
    'customers.nothing',
    'nothing.wipe',
    'customers.wipe.more',
    'customers..wipe',
    ' customers.wipe',
    '__proto__.wipe',
    'constructor.name',
    'customers.__proto__',
    'customers.constructor',
    'customers.toString',
    'toString.call',
    'customers.wipe.input',
  ])('%j names no operation', async (op) => {
    const { ask, codeOf } = bridgeOver()
    expect(await codeOf(ask(op))).toBe('unknown_operation')
  })

  test.each([
    ['an unknown key', { uid: 'c1', extra: 1 }, ''],
    ['a wrong type', { uid: 7 }, 'uid'],
    ['a missing value', {}, 'uid'],
    ['a key that reaches for the prototype', JSON.parse('{"uid":"c1","__proto__":{"polluted":true}}'), ''],
  ])('%s is refused with its place and without its value', async (_name, input, path) => {
    const answer = await bridgeOver().ask('customers.get', input)
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input', details: { path } } })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test('for a union the path in the matching branch is reported', async () => {
    expect(await bridgeOver().ask('operations.list', { limit: 5000 })).toMatchObject({
      ok: false,
      error: { details: { path: 'limit' } },
    })
  })

  test('the input is neither in the answer nor in the log', async () => {
    const { ask, log } = bridgeOver()
    const answer = await ask('connections.add', {
      name: 'Acme',
      address: 'https://a.example',
      segment: 'not a segment',
      clientId: 'id',
      clientSecret: 'do-not-tell',
    })
    expect(JSON.stringify(answer)).not.toContain('do-not-tell')
    expect(log.join()).not.toContain('do-not-tell')
    expect(JSON.stringify(answer)).not.toContain('not a segment')
  })
})

describe('how it answers', () => {
  test('every name of the contract reaches its own handler', async () => {
    for (const [namespace, operations] of Object.entries(contractNames)) {
      for (const operation of operations) {
        const { ask, codeOf } = bridgeOver()
        expect(await codeOf(ask(`${namespace}.${operation}`)), `${namespace}.${operation}`).not.toBe(
          'unknown_operation',
        )
      }
    }
  })

  test('an error of the desk crosses with its code and details', async () => {
    const { ask } = bridgeOver({
      ...idle,
      customers: {
        ...idle.customers,
        wipe: () => Promise.reject(new DeskError('rate_limited', 'Slow down', { retryAfter: 7 })),
      },
    })
    expect(await ask('customers.wipe')).toEqual({
      ok: false,
      error: { code: 'rate_limited', message: 'Slow down', details: { retryAfter: 7 } },
    })
  })

  test.each([new Error('the secret is abc123'), 'the secret is abc123', { secret: 'abc123' }, undefined])(
    'anything else that is thrown crosses without its text',
    async (thrown) => {
      const { ask, log } = bridgeOver({
        ...idle,
        customers: {
          ...idle.customers,
          wipe: () => new Promise((_resolve, reject) => (reject as (reason: unknown) => void)(thrown)),
        },
      })
      const answer = await ask('customers.wipe')
      expect(answer).toMatchObject({ ok: false, error: { code: 'unexpected' } })
      expect(JSON.stringify(answer)).not.toContain('abc123')
      expect(log).toHaveLength(1)
    },
  )

  test('an answer that does not fit the contract is not passed on', async () => {
    const wrong: unknown = [{ id: 'c1', clientSecret: 'left in by mistake' }]
    const list = (): Promise<never> => Promise.resolve(wrong as never) // the mistake that the schema is there for
    const { ask, log } = bridgeOver({ ...idle, connections: { ...idle.connections, list } })
    const answer = await ask('connections.list')
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_output' } })
    expect(JSON.stringify(answer) + log.join()).not.toContain('left in by mistake')
  })

  test('a call of a window that loads early waits until the modules are built', async () => {
    let ready: (handlers: Handlers) => void = () => undefined
    const { ask } = bridgeOver(new Promise((resolve) => (ready = resolve)))
    const answer = ask('connections.current')
    ready(idle)
    expect(await answer).toEqual({ ok: true, value: null })
  })

  test('if the modules cannot be built, every call fails with the reason', async () => {
    const { ask, codeOf } = bridgeOver(Promise.reject(new DeskError('already_running', 'Another one')))
    expect(await codeOf(ask('connections.current'))).toBe('already_running')
  })

  test('closing aborts running calls and refuses later ones', async () => {
    let aborted = false
    const { ask, codeOf, bridge } = bridgeOver({
      ...idle,
      customers: {
        ...idle.customers,
        wipe: (_input, { signal }) => new Promise(() => signal.addEventListener('abort', () => (aborted = true))),
      },
    })
    const answer = codeOf(ask('customers.wipe'))
    await Promise.resolve()
    bridge.close()
    expect(await answer).toBe('aborted')
    expect(aborted).toBe(true)
    expect(await codeOf(ask('connections.current'))).toBe('aborted')
  })

  test('each operation has a time limit of at most five minutes, beside what a person has for questions and dialogs', () => {
    const withDialogs = [
      ...['customers.exportCsv', 'operations.exportCsv', 'salesHistory.exportCsv'],
      ...['installation.print', 'installation.savePdf', 'installation.bulk', 'sandbox.saveMail'],
    ]
    const questions: Readonly<Record<string, Readonly<Record<string, 'never' | readonly string[]>>>> =
      questionsByOperation
    const limits = Object.entries(contract).flatMap(([namespace, operations]) =>
      Object.entries(operations).map(([name, { timeout }]) => {
        const asked = questions[namespace]?.[name] ?? 'never'
        const inDialog = withDialogs.includes(`${namespace}.${name}`) ? dialogTimeout : 0
        return timeout - inDialog - (asked === 'never' ? 0 : asked.length * questionTimeout)
      }),
    )
    expect(limits.every((limit) => limit > 0 && limit <= 300_000)).toBe(true)
  })
})
