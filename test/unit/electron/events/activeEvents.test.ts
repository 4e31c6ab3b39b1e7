/** The session of the open connection while its source changes. */
import { afterEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../../../electron/base/clock.ts'
import type { OpenConnection } from '../../../../electron/connections/index.ts'
import { createActiveEvents } from '../../../../electron/events/activeEvents.ts'
import type { EventSource } from '../../../../electron/events/source.ts'
import { silentLog } from '../storage/support.ts'
import { manualTime } from './support.ts'

afterEach(() => void vi.useRealTimers())

function setUp() {
  const open = {
    profile: { id: 'sandbox', kind: 'sandbox' },
    identity: 'sandbox 1',
    signal: new AbortController().signal,
  } as unknown as OpenConnection
  const state = { relay: 'first' }
  const started: string[] = []
  const sourceOf = (): Promise<EventSource> => {
    const { relay } = state
    return Promise.resolve({
      name: 'relay',
      isDurable: true,
      start() {
        started.push(relay)
        return Promise.resolve(() => Promise.resolve(void started.push(`${relay} ended`)))
      },
    })
  }
  const active = createActiveEvents({
    connections: {
      current: () => open,
      require: () => open,
      onChange: () => () => undefined,
    } as never,
    storage: {} as never,
    targets: {} as never,
    announce: () => Promise.resolve(),
    forge: () => Promise.resolve(),
    sourceOf,
    clock: systemClock,
    timer: manualTime().timer,
    emit: () => undefined,
    log: silentLog,
    started: Promise.resolve(),
  })
  return { active, open, state, started }
}

test('a restart that waits for a person leaves the new source running, also if the window asks meanwhile', async () => {
  const { active, open, state, started } = setUp()
  await active.session()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const person = Promise.withResolvers<void>()
  const restarting = active.restart(open, async () => {
    await person.promise
    state.relay = 'second'
  })
  const session = active.session()
  await vi.advanceTimersByTimeAsync(60_000)
  person.resolve()
  await restarting
  await session
  expect(started).toEqual(['first', 'first ended', 'second'])
  await active.close()
})

test('of two restarts at the same time the second begins when the first has ended', async () => {
  const { active, open, state, started } = setUp()
  await active.session()
  const steps: string[] = []
  const person = Promise.withResolvers<void>()
  const first = active.restart(open, async () => {
    await person.promise
    steps.push('first')
    state.relay = 'second'
  })
  const second = active.restart(open, () => {
    steps.push('second')
    state.relay = 'third'
    return Promise.resolve()
  })
  person.resolve()
  await Promise.all([first, second])
  await active.session()
  expect(steps).toEqual(['first', 'second'])
  expect(started).toEqual(['first', 'first ended', 'third'])
  await active.close()
})
