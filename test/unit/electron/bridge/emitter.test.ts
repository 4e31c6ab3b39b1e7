import { expect, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { createEmitter } from '../../../../electron/bridge/index.ts'

function emitter() {
  const problems: string[] = []
  const pushed: unknown[] = []
  const made = createEmitter({ error: (message, facts) => problems.push(`${message} ${JSON.stringify(facts)}`) })
  return { ...made, problems, pushed, push: (text: string) => void pushed.push(JSON.parse(text)) }
}

const notice = (code: string) => ({ code, level: 'info', details: {} }) as const

test('an event goes to the window as { event, payload }', () => {
  const { emit, connect, push, pushed } = emitter()
  connect(push)
  emit('customer.changed', { uid: CustomerUid.parse('c1') })
  expect(pushed).toEqual([{ event: 'customer.changed', payload: { uid: 'c1' } }])
})

test('an event that does not fit the contract is logged by its path and not sent', () => {
  const { emit, connect, push, pushed, problems } = emitter()
  connect(push)
  const wrong = { uid: CustomerUid.parse('c1'), activationCode: 'LPA:1$left$in' }
  emit('customer.changed', wrong)
  expect(pushed).toEqual([])
  expect(problems).toHaveLength(1)
  expect(problems.join()).not.toContain('LPA')
})

test('notices are stored for the window; other events from before it was connected are not', () => {
  const { emit, connect, push, pushed } = emitter()
  emit('notice', notice('file_moved_aside'))
  emit('customer.changed', { uid: CustomerUid.parse('c1') })
  connect(push)
  connect(push)
  expect(pushed).toEqual([{ event: 'notice', payload: notice('file_moved_aside') }])
})

test('of many stored notices the newest remain', () => {
  const { emit, connect, push, pushed } = emitter()
  for (let count = 0; count < 200; count += 1) emit('notice', notice(`n${String(count)}`))
  connect(push)
  expect(pushed).toHaveLength(50)
  expect(pushed.at(-1)).toEqual({ event: 'notice', payload: notice('n199') })
})

test('nothing is pushed after the window is disconnected', () => {
  const { emit, connect, disconnect, push, pushed } = emitter()
  connect(push)
  disconnect()
  emit('customer.changed', { uid: CustomerUid.parse('c1') })
  expect(pushed).toEqual([])
})
