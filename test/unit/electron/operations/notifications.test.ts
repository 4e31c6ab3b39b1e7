/** The listeners, checks and notifications of the operations module, with prepared answers and manual timers. */
import Database from 'better-sqlite3-multiple-ciphers'
import { beforeEach, describe, expect, it } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { OpenConnection } from '../../../../electron/connections/index.ts'
import { createOperations, type Operations } from '../../../../electron/operations/index.ts'
import type { Evidence } from '../../../../electron/service/index.ts'
import { call } from '../../../faults/desk.ts'
import { entry, item, packageOf } from '../../shared/model/things.ts'
import { deskNow, openOf, offlineClient } from './reads.ts'
import { approveAll } from '../../../support/approvals.ts'

const minute = 60_000
const ok: Evidence = { type: 'answer', status: 200, contentType: null, body: '', retryAfter: null }
const lost: Evidence = { type: 'failure', cause: 'reset', written: true, code: null }
const fresh = item({
  uid: 'i',
  balance: {
    activatedAt: new Date(deskNow).toISOString(),
    expiresAt: new Date(deskNow + 30 * 24 * 60 * minute).toISOString(),
  },
})
const refund = { kind: 'refund' as const, customerUid: CustomerUid.parse('customer-1'), itemUid: ItemUid.parse('i') }

let now: number
let monotonic: number
let open: OpenConnection | null
let customer: () => Promise<WireCustomerEntry>
let send: () => Promise<Evidence>
let notified: [event: string, row: OperationRow][]
let logLines: [message: string, facts: unknown][]
let refreshed: WireCustomerEntry[]
let due: (() => void)[]
let opened: (of: OpenConnection | null) => unknown
let operations: Operations
let onEmit: () => void

const connection = (identity = 'identity-1', signal?: AbortSignal) =>
  openOf(
    offlineClient({
      customer: () => customer(),
      inventory: () =>
        Promise.resolve({ items: [packageOf({ prices: [{ priceValue: 4.5, currencyCode: 'USD' }] })], unreadable: [] }),
      prepareMoney: () => Promise.resolve(),
      sendMoney: () => send(),
      salesHistory: () => Promise.reject(new DeskError('not_supported', 'no')),
    }),
    identity,
    signal,
  )
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
const { signal } = call
const submit = async (): Promise<OperationRow> =>
  operations.handlers.run(
    { previewId: (await operations.handlers.preview(refund, call)).previewId, refundReason: 'other' },
    call,
  )
const row = async (id: string): Promise<OperationRow> => (await operations.handlers.get({ id }, call)).operation
const code = (of: Promise<unknown>): Promise<unknown> =>
  of.then(
    () => null,
    (thrown: unknown) => (thrown instanceof DeskError ? [thrown.code, thrown.message, thrown.details] : thrown),
  )

beforeEach(() => {
  now = deskNow
  monotonic = 0
  open = connection()
  customer = () => Promise.resolve(entry([fresh]))
  send = () => Promise.resolve(ok)
  notified = []
  logLines = []
  refreshed = []
  due = []
  onEmit = () => undefined
  const line = (message: string, facts?: object): void => {
    // What is written to the journal has tests of its own.
    if (!/^(?:An operation|A request of an operation|What a read shows) /.test(message)) logLines.push([message, facts])
  }
  operations = createOperations({
    approvals: approveAll,
    connections: {
      current: () => open,
      require: () => {
        if (open === null) throw new DeskError('not_connected', 'none')
        return open
      },
      onChange: (listener) => {
        opened = listener
        return () => {
          opened = () => undefined
        }
      },
    },
    journal: new Database(':memory:'),
    work: new Database(':memory:'),
    inventoryItems: () => Promise.resolve([]),
    agent: () => ({ osUser: 'desk', displayName: 'Ann' }),
    clock: { now: () => now, monotonic: () => monotonic },
    emit: (event, payload) => {
      onEmit()
      notified.push([event, payload as OperationRow]) // the only event of this module
    },
    log: { info: line, warn: line, error: line },
    onFresh: (of) => void refreshed.push(of),
    saveFile: () => Promise.resolve(null),
    timer: (_milliseconds, act) => {
      due.push(act)
      return () => {
        due = due.filter((each) => each !== act)
      }
    },
  })
})

describe('after a submission', () => {
  it('the customer is read again, unless nothing was sent or the connection was closed', async () => {
    await submit()
    await nextTurn()
    expect(refreshed).toHaveLength(1)
    send = () => Promise.resolve({ type: 'failure', cause: 'refused', written: false, code: null })
    now += 10 * minute
    monotonic += 10 * minute
    for (const act of due) act()
    await nextTurn()
    const before = refreshed.length
    expect(await submit()).toMatchObject({ state: 'NOT_SENT' })
    const left = new AbortController()
    open = connection('identity-1', left.signal)
    send = () => {
      left.abort()
      return Promise.resolve(ok)
    }
    expect(await submit()).toMatchObject({ state: 'CONFIRMED' })
    await nextTurn()
    expect(refreshed).toHaveLength(before)
  })

  it('a failed read of the customer is logged', async () => {
    send = () => {
      customer = () => Promise.reject(new DeskError('address_unreachable', 'away'))
      return Promise.resolve(ok)
    }
    const { id } = await submit()
    await nextTurn()
    expect(logLines).toEqual([
      ['The customer could not be read after an operation', { operation: id, code: 'address_unreachable' }],
    ])
  })

  it('a failing listener is logged and does not stop the operation', async () => {
    onEmit = () => {
      throw new DeskError('unexpected', 'the window is closed')
    }
    expect(await submit()).toMatchObject({ state: 'CONFIRMED' })
    expect(logLines).toContainEqual([
      'A listener failed after an operation',
      { what: 'operation.changed', code: 'unexpected' },
    ])
  })

  it('an UNKNOWN operation is watched, but only on its own connection', async () => {
    send = () => Promise.resolve(lost)
    const { id, nextCheck } = await submit()
    expect([nextCheck, due.length]).toEqual([new Date(deskNow).toISOString(), 1])
    expect(notified.at(-1)).toMatchObject(['operation.changed', { id, state: 'UNKNOWN' }])
    send = () => {
      open = connection('identity-2')
      return Promise.resolve(lost)
    }
    await operations.handlers.resolve({ id, outcome: 'CONFIRMED', reason: 'the portal says so' }, call)
    due = []
    expect(await submit()).toMatchObject({ state: 'UNKNOWN', nextCheck: null, current: false })
    expect(due).toEqual([])
  })
})

describe('a check or a resolution', () => {
  it('requires an unresolved operation of this connection', async () => {
    expect(await code(operations.handlers.check({ id: 'none' }, call))).toEqual([
      'operation_not_found',
      'The journal has no such operation',
      {},
    ])
    const done = await submit()
    expect(await operations.handlers.check({ id: done.id }, call)).toEqual(await row(done.id))
    expect(await code(operations.handlers.resolve({ id: done.id, outcome: 'CONFIRMED', reason: 'x' }, call))).toEqual([
      'operation_not_possible',
      'Only an unresolved operation can be resolved',
      { reasons: 'state', state: 'CONFIRMED' },
    ])
    open = connection('identity-2')
    expect(await code(operations.handlers.check({ id: done.id }, call))).toEqual([
      'operation_not_possible',
      'This operation belongs to another connection',
      { reasons: 'other_connection' },
    ])
    open = null
    expect(await row(done.id)).toMatchObject({ current: false })
    expect([...operations.lockedItems()]).toEqual([])
  })

  it('that two callers request at once is one read', async () => {
    send = () => Promise.resolve(lost)
    const { id } = await submit()
    let reads = 0
    const answer = Promise.withResolvers<WireCustomerEntry>()
    customer = () => {
      reads += 1
      return answer.promise
    }
    const both = Promise.all([operations.handlers.check({ id }, call), operations.handlers.check({ id }, { signal })])
    answer.resolve(entry([]))
    expect((await both).map(({ state }) => state)).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect(reads).toBe(1)
  })

  it('does not change an operation that a person has resolved meanwhile', async () => {
    send = () => Promise.resolve(lost)
    const { id } = await submit()
    const answer = Promise.withResolvers<WireCustomerEntry>()
    customer = () => answer.promise
    const pendingCheck = operations.handlers.check({ id }, call)
    await operations.handlers.resolve({ id, outcome: 'CONFIRMED', reason: 'the portal says so' }, call)
    answer.resolve(entry([]))
    expect(await pendingCheck).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'person' })
    const { transitions } = await operations.handlers.get({ id }, call)
    expect(transitions.at(-1)).toMatchObject({ state: 'CONFIRMED', cause: 'person', detail: 'Ann: the portal says so' })
  })

  it('as NOT_APPLIED is possible a minute after the request ended, and after a check', async () => {
    send = () => Promise.resolve(lost)
    const { id } = await submit()
    const deny = () =>
      code(operations.handlers.resolve({ id, outcome: 'NOT_APPLIED', reason: 'the portal says so' }, call))
    monotonic = minute - 1
    expect(await deny()).toMatchObject([
      'operation_not_possible',
      expect.any(String),
      { reasons: 'too_early', seconds: 1 },
    ])
    monotonic = minute
    expect(await deny()).toMatchObject(['operation_not_possible', expect.any(String), { seconds: 0 }])
    await operations.handlers.check({ id }, call)
    expect(await deny()).toBeNull()
    expect(await row(id)).toMatchObject({ state: 'NOT_APPLIED', confirmedBy: null })
  })
})

describe('a purchase that another module reads', () => {
  const topUp = {
    kind: 'top-up' as const,
    customerUid: CustomerUid.parse('customer-1'),
    inventoryItemId: packageOf().id,
    mode: 'NOW' as const,
  }
  const buy = async () =>
    operations.handlers.run({ previewId: (await operations.handlers.preview(topUp, call)).previewId }, call)
  const carrying = (id: string, ...uids: readonly string[]) =>
    entry(uids.map((uid) => item({ uid, metatag: `${id} order 7` })))

  it('is confirmed by its reference, and its duplicate is reported', async () => {
    send = () => Promise.resolve(lost)
    const { id } = await buy()
    notified = []
    operations.onCustomerRead(carrying(id, 'new', 'duplicate'))
    expect(await row(id)).toMatchObject({
      state: 'CONFIRMED',
      confirmedBy: 'reference',
      itemUid: 'new',
      duplicates: [{ itemUid: 'duplicate' }],
    })
    expect(logLines).toEqual([
      ['A purchase was executed twice, or after it was recorded as not executed', { operation: id, items: 1 }],
    ])
    expect(notified.length).toBeGreaterThan(0)
    notified = []
    operations.onCustomerRead(carrying(id, 'new', 'duplicate'))
    expect([notified, logLines.length]).toEqual([[], 1])
  })

  it('is ignored while it is in flight, on another connection, and with an unknown id', async () => {
    let id = ''
    send = async () => {
      const [present] = (await operations.handlers.list(undefined, call)).rows
      id = present?.id ?? ''
      operations.onCustomerRead(carrying(id, 'early'))
      return lost
    }
    await buy()
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN', itemUid: null, duplicates: [] })
    operations.onCustomerRead(
      entry([item({ metatag: null }), item({ uid: 'x', metatag: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })]),
    )
    open = connection('identity-2')
    operations.onCustomerRead(carrying(id, 'elsewhere'))
    open = null
    operations.onCustomerRead(carrying(id, 'nowhere'))
    expect([await row(id), logLines]).toMatchObject([{ state: 'UNKNOWN', itemUid: null }, []])
  })
})

describe('the operations module', () => {
  it('starts no checks when no connection or another one opens', async () => {
    send = () => Promise.resolve(lost)
    await submit()
    due = []
    opened(null)
    expect(due).toEqual([])
    opened(connection('identity-2'))
    expect(due).toEqual([])
  })

  it('refuses submissions after `close`, waits for the one in flight, and starts no checks', async () => {
    const answer = Promise.withResolvers<Evidence>()
    send = () => answer.promise
    const { previewId } = await operations.handlers.preview(refund, call)
    const submission = submit()
    while (operations.inFlight() === null) await nextTurn()
    const idle = operations.inFlight()
    const closed = operations.close()
    expect(await code(operations.handlers.run({ previewId }, call))).toEqual(['aborted', 'The desk is closing', {}])
    answer.resolve(lost)
    expect(await submission).toMatchObject({ state: 'UNKNOWN' })
    await Promise.all([closed, idle])
    expect([operations.inFlight(), due]).toEqual([null, []])
    if (open !== null) opened(open)
    expect(due).toEqual([])
  })
})
