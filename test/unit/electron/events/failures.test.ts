/** What fails while an event is followed, pushed or pruned concerns that alone: the desk and later events go on. */
import { expect, test } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { createHints, type HintTargets } from '../../../../electron/events/hints.ts'
import { createPushes } from '../../../../electron/events/pushes.ts'
import { startEventSession } from '../../../../electron/events/session.ts'
import { silentLog } from '../storage/support.ts'
import { eventStore, installed, manualTime } from './support.ts'

const failing = (): never => {
  throw new DeskError('storage_unreadable', 'The disk is gone')
}
const uid = (name: string): CustomerUid => CustomerUid.parse(name)
const rowOf = (customer: string): EventRow => ({
  id: customer,
  at: '2026-11-21T10:00:00.000Z',
  kind: 'lowBalance',
  customerUid: uid(customer),
  iccid: null,
  itemUid: null,
  details: {},
  repeats: 0,
  isRead: false,
  alert: null,
})
const targets: HintTargets = {
  customerOfIccid: () => Promise.resolve(null),
  lookUpIccid: () => Promise.resolve(null),
  readAgain: () => Promise.resolve(),
  unresolvedOf: () => [],
  hasStarted: () => false,
  checkNow: () => Promise.resolve(),
}

test('a journal that cannot be read neither rejects nor stops the events after it', async () => {
  const requested: string[] = []
  const { handle } = createHints({
    targets: { ...targets, unresolvedOf: (customer) => (customer === uid('broken') ? failing() : []) },
    rereads: { request: ({ key }) => requested.push(key) > 0 },
    isOpen: () => false,
    onOwner: () => undefined,
    clock: { monotonic: () => 0 },
    timer: manualTime().timer,
    relayIds: () => [],
    log: silentLog,
    signal: new AbortController().signal,
  })
  await handle([rowOf('broken')])
  await handle([rowOf('fine')])
  expect(requested).toEqual(['customer broken', 'customer fine'])
})

test('of a flood of events only the first thousand wait for their customer', async () => {
  let asked = 0
  const { handle } = createHints({
    targets,
    rereads: { request: () => ++asked > 0 },
    isOpen: () => false,
    onOwner: () => undefined,
    clock: { monotonic: () => 0 },
    timer: manualTime().timer,
    relayIds: () => [],
    log: silentLog,
    signal: new AbortController().signal,
  })
  await handle(Array.from({ length: 5000 }, (_, index) => rowOf(`c-${String(index)}`)))
  expect(asked).toBe(1000)
})

test('a file that cannot be read makes the next push a request to load everything', async () => {
  const time = manualTime()
  const store = eventStore()
  const { arrived } = store.store([installed()], null)
  const pushed: unknown[] = []
  let works = false
  const pushes = createPushes({
    store: { bySeq: (seqs) => (works ? store.bySeq(seqs) : failing()), unread: () => store.unread() },
    emit: (_event, payload) => void pushed.push(payload),
    timer: time.timer,
  })
  pushes.arrived(arrived, new Map())
  await time.pass(1000)
  expect(pushed).toEqual([])
  works = true
  pushes.all()
  await time.pass(1000)
  expect(pushed).toMatchObject([{ reload: true, unread: 1 }])
})

test('a file that cannot be pruned does not end the session, and a repeat is followed like a new event', async () => {
  const time = manualTime()
  const store = eventStore()
  const reads: string[] = []
  let receive = (): void => undefined
  const session = await startEventSession({
    store: { ...store, prune: failing },
    source: {
      name: 'sandbox',
      start: (sink) => {
        receive = () => sink.store([installed()], null)
        return Promise.resolve(() => Promise.resolve())
      },
    },
    targets: {
      ...targets,
      customerOfIccid: () => Promise.resolve(uid('c-1')),
      readAgain: (customer) => Promise.resolve(void reads.push(customer)),
    },
    isOpen: () => false,
    clock: time.clock,
    timer: time.timer,
    emit: () => undefined,
    log: silentLog,
    signal: new AbortController().signal,
  })
  for (let round = 0; round < 2; round += 1) {
    receive()
    await time.pass(60_000)
  }
  expect(reads).toEqual(['c-1', 'c-1'])
  await session.close()
})
