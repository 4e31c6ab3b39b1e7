/**
 * What has no natural end has a limit here, and nothing outlives its connection.
 *
 * @module-tag long
 */
import { expect, test, vi } from 'vitest'
import type { EventName, Events as Pushed } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { EventRecord } from '#shared/wire/relay.ts'
import { createPushes } from '../../../../electron/events/pushes.ts'
import { createRereads, maxRunningReads } from '../../../../electron/events/rereads.ts'
import { startEventSession, type EventSessionOptions } from '../../../../electron/events/session.ts'
import { maxInMemory } from '#shared/model/customer/events.ts'
import { openEventStore } from '../../../../electron/events/store.ts'
import { maxUnreadable } from '../../../../electron/events/writes.ts'
import { silentLog } from '../storage/support.ts'
import { delivery, eventStore, installed, lowBalance, manualTime, minute, start } from './support.ts'

const targets: EventSessionOptions['targets'] = {
  customerOfIccid: () => Promise.resolve(null),
  lookUpIccid: () => Promise.resolve(null),
  readAgain: () => Promise.resolve(),
  unresolvedOf: () => [],
  hasStarted: () => false,
  checkNow: () => Promise.resolve(),
}

function options(changes: Partial<EventSessionOptions> = {}): EventSessionOptions {
  const { clock, timer } = manualTime()
  return {
    store: eventStore(),
    source: { name: 'sandbox', start: () => Promise.resolve(() => Promise.resolve()) },
    targets,
    isOpen: () => false,
    clock,
    timer,
    emit: () => undefined,
    log: silentLog,
    signal: new AbortController().signal,
    ...changes,
  }
}

const eventRecord = (seq: number): EventRecord => ({
  type: 'event',
  seq,
  id: `event-${String(seq)}`,
  at: new Date(start).toISOString(),
  kind: 'countryChange',
  customer: null,
  iccid: `89${String(seq)}`,
  item: null,
  details: {},
  repeatOf: null,
  isTest: false,
})

test('bodies that cannot be read, and events in memory, are limited to the latest', () => {
  const store = eventStore()
  store.store(
    Array.from({ length: maxUnreadable + 50 }, (_, index) => delivery('esimStatus', `not json ${String(index)}`)),
    null,
  )
  expect(store.received().unreadable).toBe(maxUnreadable + 50)
  for (let part = 0; part < 25; part += 1)
    store.store(
      Array.from({ length: 1000 }, (_, index) => installed(`89${String(part * 1000 + index)}`)),
      null,
    )
  expect(store.count({})).toBeLessThanOrEqual(maxInMemory)
  expect(store.count({})).toBeGreaterThan(maxInMemory * 0.9)
})

test('events of a relay in memory are limited to the latest, which the state says and the log once', async () => {
  const log = vi.fn()
  const store = openEventStore({
    location: { kind: 'memory' },
    onQuarantine: () => undefined,
    log: { ...silentLog, warn: log },
  })
  const session = await startEventSession(options({ store }))
  expect(session.status()).toMatchObject({ storage: 'memory', isCut: false })
  for (let part = 0; part < 25; part += 1)
    store.storeRecords(
      Array.from({ length: 1000 }, (_, index) => eventRecord(part * 1000 + index)),
      { cursor: '{}', newsFrom: start, alertsFrom: start },
    )
  expect(store.count({})).toBeLessThanOrEqual(maxInMemory)
  expect(store.count({})).toBeGreaterThan(maxInMemory * 0.9)
  expect(session.status()).toMatchObject({ isCut: true })
  expect(log.mock.calls).toEqual([['The oldest events in memory were deleted', { kept: maxInMemory }]])
  await session.close()
  store.close()
})

test('thousands of events are marked as read and deleted in parts, and other work gets its turn', async () => {
  const store = eventStore()
  store.store(
    Array.from({ length: 15_000 }, (_, index) => installed(`89${String(index)}`)),
    null,
  )
  const session = await startEventSession(options({ store }))
  let turns = 0
  let isCounting = true
  const count = (): void => {
    turns += 1
    if (isCounting) setImmediate(count)
  }
  setImmediate(count)
  await session.markAllRead()
  isCounting = false
  expect([store.unread(), turns > 3]).toEqual([0, true])
  let parts = 1
  while (store.prune(start + 100 * 24 * 60 * minute)) parts += 1
  expect([store.count({}), parts > 3]).toEqual([0, true])
  await session.close()
})

test('at most three reads run at the same time', async () => {
  const time = manualTime()
  const rereads = createRereads(time.timer)
  const running: PromiseWithResolvers<void>[] = []
  for (let index = 0; index < 10; index += 1)
    rereads.request({
      key: String(index),
      isUrgent: () => index === 9,
      read: () => (running.push(Promise.withResolvers<void>()), running.at(-1)?.promise ?? Promise.resolve()),
    })
  await time.pass(10_000)
  expect(running).toHaveLength(maxRunningReads)
  running[0]?.resolve()
  await time.pass(1000)
  expect(running).toHaveLength(maxRunningReads + 1)
})

test('of more events than a push carries, every alert is counted and the newest are in it', async () => {
  const time = manualTime()
  const store = eventStore()
  const pushed: Pushed['events.changed'][] = []
  const pushes = createPushes({
    store,
    emit: <E extends EventName>(_event: E, payload: Pushed[E]) => void pushed.push(payload as never),
    timer: time.timer,
  })
  const { arrived, alerts } = store.store(
    Array.from({ length: 300 }, (_, index) =>
      index % 100 === 0 ? lowBalance(`c-${String(index)}`) : installed(String(index)),
    ),
    null,
  )
  pushes.arrived(arrived, alerts)
  await time.pass(200)
  expect(pushed).toMatchObject([
    {
      reload: true,
      alerts: { lowData: 3 },
      arrived: [{ customerUid: 'c-0' }, { customerUid: 'c-100' }, { customerUid: 'c-200' }],
    },
  ])
})

test('while many events arrive the window loads them twice a second, and later one is pushed at once', async () => {
  const time = manualTime()
  const store = eventStore()
  let reloads = 0
  let single = 0
  const pushes = createPushes({
    store,
    emit: <E extends EventName>(_event: E, payload: Pushed[E]) =>
      void ((payload as Pushed['events.changed']).reload ? (reloads += 1) : (single += 1)),
    timer: time.timer,
  })
  for (let part = 0; part < 500; part += 1) {
    pushes.arrived(
      Array.from({ length: 100 }, (_, index) => part * 100 + index),
      new Map(),
    )
    await time.pass(10)
  }
  // Five seconds of at most two loads each, after a first one
  expect(reloads).toBeGreaterThan(5)
  expect(reloads).toBeLessThanOrEqual(11)
  await time.pass(1000)
  pushes.arrived([1], new Map())
  await time.pass(100)
  expect(single).toBe(1)
})

test('a connection that closes while its source starts ends the start, and its file is closed', async () => {
  const closed = new AbortController()
  let signalOfSource: AbortSignal | null = null
  const starting = startEventSession(
    options({
      signal: closed.signal,
      source: {
        name: 'sandbox',
        start: (_sink, _cursor, signal) => {
          signalOfSource = signal
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new DeskError('aborted', 'Ended'))),
          )
        },
      },
    }),
  )
  await new Promise((resolve) => setImmediate(resolve))
  closed.abort()
  const session = await starting
  expect(signalOfSource).toMatchObject({ aborted: true })
  expect(session.status()).toMatchObject({ listeningSince: null, problem: 'aborted' })
  await session.close()
})

test('a session that cannot begin to listen ends its source and is no session', async () => {
  let stopped = 0
  const store = eventStore()
  await expect(
    startEventSession(
      options({
        store: {
          ...store,
          beginListening: () => {
            throw new DeskError('storage_full', 'The disk is full')
          },
        },
        source: { name: 'sandbox', start: () => Promise.resolve(() => Promise.resolve(void (stopped += 1))) },
      }),
    ),
  ).rejects.toMatchObject({ code: 'storage_full' })
  expect(stopped).toBe(1)
})
