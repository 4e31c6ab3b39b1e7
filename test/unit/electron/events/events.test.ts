import { expect, onTestFinished, test } from 'vitest'
import { contract, type EventName, type Events as Pushed } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { installationObstacle } from '#shared/model/esim/esimWarning.ts'
import { EventRow } from '#shared/model/customer/events.ts'
import { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import type { Connections, OpenConnection } from '../../../../electron/connections/index.ts'
import { createEvents, type Events } from '../../../../electron/events/index.ts'
import type { EventSink, EventSource } from '../../../../electron/events/source.ts'
import { openStorage } from '../../../../electron/storage/index.ts'
import { createServiceClient } from '../../../../electron/service/index.ts'
import { approveAll } from '../../../support/approvals.ts'
import { eventually } from '../../../support/eventually.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { memoryKeychain, silentLog } from '../storage/support.ts'
import { delivery, installed, lowBalance, manualTime, minute, start } from './support.ts'

const call = { signal: new AbortController().signal }
const owner = CustomerUid.parse('c-7')
/** These tests bring their own source. */
const noRelays: Connections['relays'] = {
  find: () => Promise.resolve(null),
  privateKey: () => Promise.reject(new Error('not used')),
  set: () => Promise.reject(new Error('not used')),
  remove: () => Promise.reject(new Error('not used')),
}
const noRows = { rows: [], total: 0 }

function connections() {
  let current: { readonly open: OpenConnection; readonly closed: AbortController } | null = null
  const listeners = new Set<Parameters<Connections['onChange']>[0]>()
  const notify = async (open: OpenConnection | null): Promise<void> =>
    void (await Promise.all([...listeners].map((listener) => listener(open))))
  return {
    current: () => current?.open ?? null,
    relays: noRelays,
    openEndpoint: () => {
      throw new DeskError('not_connected', 'Not used')
    },
    require() {
      if (current === null) throw new DeskError('not_connected', 'No connection is open')
      return current.open
    },
    onChange(listener: Parameters<Connections['onChange']>[0]) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      current?.closed.abort()
      current = null
      await notify(null)
    },
    async open(id: string, kind: 'service' | 'sandbox' = 'service') {
      const closed = new AbortController()
      const profile = {
        id,
        name: id,
        kind,
        address: 'http://127.0.0.1:1',
        segment: 'x',
        caFile: null,
        proxy: null,
        linkHost: null,
        secret: 'stored' as const,
        createdAt: '',
        lastOpenedAt: null,
      }
      const client = createServiceClient({
        address: profile.address,
        segment: 'x',
        credentials: () => Promise.reject(new Error('not used')),
        clock: { now: Date.now, monotonic: Date.now },
        log: silentLog,
      })
      current = { open: { profile, identity: `identity of ${id}`, client, signal: closed.signal }, closed }
      await notify(current.open)
    },
  }
}

interface SetUp {
  readonly keychain?: ReturnType<typeof memoryKeychain>
  readonly folder?: string
  readonly canStart?: boolean
}

async function setUp({ keychain = memoryKeychain(), folder, canStart = true }: SetUp = {}) {
  const time = manualTime()
  const storage = await openStorage({
    folder: folder ?? (await temporaryFolder()),
    keychain,
    clock: time.clock,
    log: silentLog,
  })
  const rooms = connections()
  const pushed: { readonly event: EventName; readonly payload: unknown }[] = []
  const reads: string[] = []
  const unresolved = new Map<string, readonly string[]>()
  /** Customers and packages that this desk has started. */
  const started = new Set<string>()
  const sinks: EventSink[] = []
  const source: EventSource = {
    name: 'sandbox',
    start(sink) {
      if (!canStart) return Promise.reject(new DeskError('sandbox_unavailable', 'The sandbox has ended'))
      sinks.push(sink)
      return Promise.resolve(() => Promise.resolve())
    },
  }
  const events: Events = createEvents({
    connections: rooms,
    storage,
    targets: {
      customerOfIccid: (iccid) => Promise.resolve(iccid.endsWith('1') ? owner : null),
      lookUpIccid: (iccid) => Promise.resolve(void reads.push(`iccid ${iccid}`)).then(() => null),
      readAgain: (uid) => Promise.resolve(void reads.push(uid)),
      unresolvedOf: (uid) => unresolved.get(uid) ?? [],
      hasStarted: (uid, itemUid) => started.has(`${uid} ${itemUid}`),
      checkNow: (id) => Promise.resolve(void reads.push(`operation ${id}`)),
    },
    timelineSources: {
      operations: () => Promise.resolve(noRows),
      iccidsOf: () => [],
      notes: () => [],
      differences: () => Promise.resolve([]),
      mails: () => Promise.resolve(noRows),
    },
    announce: () => Promise.resolve(),
    forge: () => Promise.resolve(),
    approvals: approveAll,
    sourceOf: ({ profile }) => Promise.resolve(profile.id === 'plain' ? null : source),
    clock: time.clock,
    timer: time.timer,
    emit: <E extends EventName>(event: E, payload: Pushed[E]) => void pushed.push({ event, payload }),
    log: silentLog,
    started: Promise.resolve(),
  })
  onTestFinished(async () => {
    await events.close()
    storage.close()
  })
  const { handlers } = events
  const open = async (id = 'c1', kind?: 'sandbox'): Promise<void> => {
    await rooms.open(id, kind)
    await handlers.status(undefined, call)
  }
  const deliver = (...deliveries: Parameters<EventSink['store']>[0]): void => sinks.at(-1)?.store(deliveries, null)
  const list = () => handlers.list(undefined, call)
  return { ...time, rooms, storage, events, handlers, open, deliver, list, pushed, reads, unresolved, started }
}

test('a received event is in the inbox, is pushed with the unread count, and is there after a restart', async () => {
  const folder = await temporaryFolder()
  const keychain = memoryKeychain()
  const first = await setUp({ folder, keychain })
  await first.open()
  first.deliver(lowBalance())
  await first.pass(200)
  expect(await first.list()).toMatchObject({
    total: 1,
    rows: [{ kind: 'lowBalance', isRead: false, alert: 'lowData' }],
  })
  expect(first.pushed.at(-1)).toMatchObject({
    event: 'events.changed',
    payload: { arrived: [{ kind: 'lowBalance' }], unread: 1 },
  })
  await first.events.close()
  first.storage.close()
  const second = await setUp({ folder, keychain })
  await second.open()
  expect(contract.events.list.output.parse(await second.list())).toMatchObject({ total: 1 })
})

test('without a keychain the events are in memory, and the status shows it', async () => {
  const desk = await setUp({ keychain: memoryKeychain('session') })
  await desk.open()
  desk.deliver(lowBalance())
  expect(await desk.handlers.status(undefined, call)).toMatchObject({ storage: 'memory', unread: 1 })
})

test('the events of a sandbox stay while its connection is closed, and that time is a hole', async () => {
  const desk = await setUp()
  await desk.open('sandbox', 'sandbox')
  desk.deliver(lowBalance())
  await desk.pass(2 * minute)
  await desk.rooms.close()
  await desk.pass(8 * minute)
  await desk.open('sandbox', 'sandbox')
  const status = contract.events.status.output.parse(await desk.handlers.status(undefined, call))
  expect(status).toMatchObject({
    source: 'sandbox',
    unread: 1,
    holes: [{ from: '2026-11-21T10:02:00.000Z', to: '2026-11-21T10:10:00.000Z' }],
    listeningSince: '2026-11-21T10:10:00.000Z',
  })
})

test('a connection without a source has no events and no file, and the timeline works', async () => {
  const desk = await setUp()
  await desk.open('plain')
  expect(await desk.list()).toEqual({ rows: [], total: 0 })
  expect(await desk.handlers.status(undefined, call)).toMatchObject({ source: null, unread: 0 })
  expect(await desk.handlers.timeline({ customerUid: owner }, call)).toEqual({ rows: [] })
  await desk.handlers.markRead({ ids: ['1'] }, call)
  await desk.handlers.markAllRead(undefined, call)
})

test('the reports of one eSIM are found behind hundreds about others, whether or not it is known whose it is', async () => {
  const desk = await setUp()
  await desk.open()
  const report = (iccid: string, profileState: string) => delivery('esimStatus', { iccid, profileState })
  const [mine, unowned] = ['8948010000000000001', '8948010000000000002'].map((iccid) => Iccid.parse(iccid))
  if (mine === undefined || unowned === undefined) throw new Error('There are two')
  for (const iccid of [mine, unowned])
    for (let n = 0; n < 5; n += 1) desk.deliver(report(iccid, 'INSTALLED'), report(iccid, 'RELEASED'))
  // They are of the same customer as the first of both.
  for (let n = 0; n < 300; n += 1) desk.deliver(report(`89480200000${String(n).padStart(4, '0')}0001`, 'INSTALLED'))
  await desk.pass(60_000)
  expect((await desk.handlers.list({ customerUid: owner }, call)).total).toBe(310)
  for (const [iccid, customerUid] of [
    [mine, owner],
    [unowned, null],
  ] as const) {
    const events = await desk.events.esimEvents(iccid)
    expect(events).toHaveLength(10)
    expect(events).toMatchObject(Array.from({ length: 10 }, () => ({ iccid, customerUid })))
    expect(events[0]?.details).toMatchObject({ profileState: 'RELEASED' })
    expect(installationObstacle({ iccid, state: 'released', active: true, nothingToUse: false }, events)).toBe('usedUp')
    const page = await desk.handlers.list({ iccid, kinds: ['esimStatus'], limit: 3 }, call)
    expect(page).toMatchObject({ rows: events.slice(0, 3), total: 10, cursor: events[2]?.id })
  }
  expect(await desk.events.esimEvents(Iccid.parse('8948010000000000003'))).toEqual([])
})

test('a source that cannot start is reported and is not shown as listening', async () => {
  const desk = await setUp({ canStart: false })
  await desk.open()
  expect(await desk.handlers.status(undefined, call)).toMatchObject({
    problem: 'sandbox_unavailable',
    listeningSince: null,
    holes: [],
  })
})

test('an event makes the desk read its customer again, and check what is unresolved, but nothing else', async () => {
  const desk = await setUp()
  await desk.open()
  desk.unresolved.set(owner, ['op-1'])
  desk.deliver(installed())
  await desk.pass(5000)
  expect(desk.reads).toEqual([owner, 'operation op-1'])
  expect((await desk.list()).rows).toMatchObject([{ customerUid: owner }])
  // Each check adds a line to the journal, so that further events do not check again at once.
  desk.deliver(delivery('countryChange', { iccid: '8948010000000000001', newCountry: 'FR' }))
  await desk.pass(2000)
  expect(desk.reads).toEqual([owner, 'operation op-1', owner])
  await desk.pass(20_000)
  desk.deliver(delivery('countryChange', { iccid: '8948010000000000001', newCountry: 'DE' }))
  await desk.pass(2000)
  expect(desk.reads.slice(3)).toEqual([owner, 'operation op-1'])
  desk.reads.length = 0
  // Who looks at the customer waits for the operation.
  await desk.handlers.watch({ customerUid: owner }, call)
  desk.deliver(lowBalance('c-1'), lowBalance('c-2'))
  await desk.pass(20_000)
  desk.reads.length = 0
  desk.deliver(delivery('countryChange', { iccid: '890', newCountry: 'FR' }), installed('8948010000000000011'))
  await desk.pass(2000)
  expect(desk.reads.slice(0, 2).toSorted()).toEqual([owner, 'operation op-1'])
})

const packageStarted = (activatedItem: string) =>
  delivery('balanceActivation', {
    uid: owner,
    activatedItem,
    activatedAt: new Date(start).toISOString(),
    expiresAt: null,
  })

test('that a package started is read already where an operation of this desk did it, and is followed all the same', async () => {
  const desk = await setUp()
  await desk.open()
  desk.started.add(`${owner} own`)
  desk.deliver(packageStarted('own'), packageStarted('other'))
  await desk.pass(200)
  expect(desk.pushed.at(-1)).toMatchObject({
    payload: {
      arrived: [
        { itemUid: 'own', isRead: true },
        { itemUid: 'other', isRead: false },
      ],
      unread: 1,
    },
  })
  expect((await desk.list()).rows).toHaveLength(2)
  await desk.pass(5000)
  expect(desk.reads).toContain(owner)
})

test('an event that comes before the answer to its purchase is read once the answer has come', async () => {
  const desk = await setUp()
  await desk.open()
  desk.deliver(packageStarted('bought'))
  await desk.pass(200)
  expect(desk.pushed.at(-1)).toMatchObject({ payload: { unread: 1 } })
  desk.started.add(`${owner} bought`)
  await desk.pass(4000)
  expect(desk.pushed.at(-1)).toMatchObject({
    payload: { updated: [{ itemUid: 'bought', isRead: true }], unread: 0 },
  })
})

test('an event whose purchase is confirmed within a minute is read then, and one of a later purchase stays unread', async () => {
  const desk = await setUp()
  await desk.open()
  desk.deliver(packageStarted('late'), packageStarted('too late'))
  await desk.pass(50_000)
  desk.started.add(`${owner} late`)
  await desk.pass(12_000)
  expect(desk.pushed.at(-1)).toMatchObject({
    payload: { updated: [{ itemUid: 'late', isRead: true }], unread: 1 },
  })
  desk.started.add(`${owner} too late`)
  await desk.pass(600_000)
  expect((await desk.list()).rows).toContainEqual(expect.objectContaining({ itemUid: 'too late', isRead: false }))
})

test('an alert is never read by itself', async () => {
  const desk = await setUp()
  await desk.open()
  desk.started.add(`${owner} own`)
  desk.deliver(
    delivery('dataConsumption', {
      uid: owner,
      iccid: '8948010000000000001',
      imsi: '260011234567890',
      timestamp: new Date(start).toISOString(),
      configuredThresholdPercentage: 80,
      balanceAmountInByte: 1,
      originalBalanceAmountInByte: 5,
      activatedItemId: 'own',
    }),
  )
  await desk.pass(5000)
  expect((await desk.list()).rows).toMatchObject([{ itemUid: 'own', isRead: false }])
})

test('an eSIM that the directory does not have is looked up at the service once', async () => {
  const desk = await setUp()
  await desk.open()
  desk.deliver(installed('890'), delivery('countryChange', { iccid: '890', newCountry: 'FR' }))
  await desk.pass(5000)
  expect(desk.reads).toEqual(['iccid 890'])
})

test('the customer whose page is open is read first', async () => {
  const desk = await setUp()
  await desk.open()
  await desk.handlers.watch({ customerUid: CustomerUid.parse('c-9') }, call)
  desk.deliver(...['c-1', 'c-2', 'c-3', 'c-9'].map((uid) => lowBalance(uid)))
  await desk.pass(5000)
  expect(desk.reads).toEqual(['c-9', 'c-1', 'c-2', 'c-3'])
})

test('many events become few pushes, and a repeat is not announced as a new event', async () => {
  const desk = await setUp()
  await desk.open()
  await desk.pass(200)
  desk.pushed.length = 0
  desk.deliver(...Array.from({ length: 300 }, (_, index) => lowBalance(`c-${index}`)))
  await desk.pass(200)
  expect(desk.pushed).toEqual([
    {
      event: 'events.changed',
      payload: { arrived: expect.anything(), updated: [], reload: true, alerts: { lowData: 300 }, unread: 300 },
    },
  ])
  desk.deliver(lowBalance('c-5'))
  await desk.pass(500)
  expect(desk.pushed[1]).toMatchObject({ payload: { arrived: [], updated: [{ repeats: 1 }], unread: 300 } })
})

test('events are marked as read one by one and all together', async () => {
  const desk = await setUp()
  await desk.open()
  desk.deliver(lowBalance('c-1'), lowBalance('c-2'), lowBalance('c-3'))
  const [row] = (await desk.list()).rows
  await desk.handlers.markRead({ ids: [EventRow.parse(row).id] }, call)
  expect(await desk.handlers.status(undefined, call)).toMatchObject({ unread: 2 })
  await desk.handlers.markAllRead(undefined, call)
  expect(await desk.handlers.list({ unread: true }, call)).toEqual({ rows: [], total: 0 })
})

test('the pages of the inbox have each event once, and a foreign cursor is refused', async () => {
  const desk = await setUp()
  await desk.open()
  desk.deliver(...Array.from({ length: 25 }, (_, index) => lowBalance(`c-${index}`)))
  const first = await desk.handlers.list({ limit: 20 }, call)
  const second = await desk.handlers.list({ limit: 20, cursor: first.cursor }, call)
  expect([first.rows.length, second.rows.length, second.cursor]).toEqual([20, 5, undefined])
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(25)
  await expect(desk.handlers.list({ cursor: 'x' }, call)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(desk.handlers.timeline({ customerUid: owner, cursor: 'x' }, call)).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('what cannot be stored is refused, reported, and is a hole afterwards', async () => {
  const desk = await setUp()
  await desk.open()
  await desk.pass(minute)
  expect(() => desk.deliver({ ...lowBalance(), at: Number.NaN })).toThrow(DeskError)
  expect(await desk.handlers.status(undefined, call)).toMatchObject({ problem: 'storage_unwritable', unread: 0 })
  await desk.pass(2 * minute)
  desk.deliver(lowBalance())
  expect(await desk.handlers.status(undefined, call)).toMatchObject({
    problem: null,
    unread: 1,
    holes: [{ from: '2026-11-21T10:01:00.000Z', to: '2026-11-21T10:03:00.000Z' }],
  })
})

test('without an open connection every call is refused', async () => {
  const desk = await setUp()
  await expect(desk.list()).rejects.toMatchObject({ code: 'not_connected' })
  await desk.open()
  desk.deliver(lowBalance())
  await desk.rooms.close()
  await expect(desk.list()).rejects.toMatchObject({ code: 'not_connected' })
  expect(start).toBeLessThan(desk.clock.now() + 1)
  await eventually(() => expect(desk.rooms.current()).toBeNull())
})
