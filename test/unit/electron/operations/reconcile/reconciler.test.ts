/** The schedule of the checks of an unresolved operation, and when it is left to a person, with a manual clock. */
import { beforeEach, describe, expect, it } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { OperationState } from '#shared/model/operation/operation.ts'
import { CountrySetId, CustomerUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import type { Journal, JournalRow } from '../../../../../electron/operations/journal/journal.ts'
import { createReconciler, type Reconciler } from '../../../../../electron/operations/reconcile/reconcile.ts'
import type { OpenConnection } from '../../../../../electron/connections/index.ts'
import { journalInMemory, openOf, offlineClient } from '../reads.ts'

const second = 1000
const minute = 60 * second

interface Due {
  readonly at: number
  readonly act: () => void
}
interface CheckCall {
  readonly id: string
  readonly after: number
  readonly thorough: boolean
}

let now: number
let waiting: Set<Due>
let journal: Journal
let checks: CheckCall[]
let changes: string[]
let logLines: unknown[]
let open: OpenConnection | null
let connectionClosed: AbortController
/** The effect of a check; it may throw. */
let onCheck: (row: JournalRow) => void | Promise<void>
let reconciler: Reconciler

const start = 1_000_000
/** Lets running checks continue until they wait for a timer again. */
const flushMicrotasks = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
async function pass(milliseconds: number): Promise<void> {
  const until = now + milliseconds
  for (;;) {
    const [next] = [...waiting].toSorted((one, other) => one.at - other.at)
    if (next === undefined || next.at > until) break
    now = Math.max(now, next.at)
    waiting.delete(next)
    next.act()
    await flushMicrotasks()
  }
  now = until
  await flushMicrotasks()
}
const stateOf = (id: string): OperationState | undefined => journal.row(id)?.state
const rowOf = (id: string): JournalRow => {
  const row = journal.row(id)
  if (row === undefined) throw new Error('no such row')
  return row
}
const seconds = (): readonly number[] => checks.map(({ after }) => after / second)

/** Stores a refund or a purchase that has passed the given states. */
function operation(
  id: string,
  states: readonly OperationState[],
  kind: 'refund' | 'top-up' = 'refund',
  connection = 'identity-1',
): JournalRow {
  const facts = {
    id,
    lockKey: id,
    connection,
    connectionName: 'Shop',
    agent: { osUser: 'desk', displayName: 'Ann' },
    customerUid: CustomerUid.parse('u'),
    packageName: null,
    amount: null,
    refundReason: null,
    ticket: null,
  }
  if (kind === 'refund') journal.begin({ ...facts, kind, itemUid: ItemUid.parse('i'), purchase: null })
  else
    journal.begin({
      ...facts,
      kind,
      itemUid: null,
      purchase: {
        inventoryItemId: InventoryItemId.parse('p'),
        countrySet: CountrySetId.parse('WWW'),
        mode: 'NOW',
        expectedPrice: null,
        countryFixed: false,
        addressFixed: false,
      },
    })
  for (const state of states) journal.move(id, { state, cause: 'test', reason: 'reset' })
  return rowOf(id)
}
const unknown = (id: string, kind: 'refund' | 'top-up' = 'refund', connection = 'identity-1') =>
  operation(id, ['SENDING', 'UNKNOWN'], kind, connection)

beforeEach(() => {
  now = start
  waiting = new Set()
  journal = journalInMemory()
  checks = []
  changes = []
  logLines = []
  connectionClosed = new AbortController()
  open = openOf(offlineClient(), 'identity-1', connectionClosed.signal)
  onCheck = () => undefined
  reconciler = createReconciler({
    journal,
    clock: { now: () => now, monotonic: () => now },
    timer: (milliseconds, act) => {
      const one = { at: now + milliseconds, act }
      waiting.add(one)
      return () => waiting.delete(one)
    },
    log: { info: (message, facts) => void logLines.push([message, facts]) },
    current: () => open,
    check: async (_open, row, { thorough }) => {
      checks.push({ id: row.id, after: now - start, thorough })
      await onCheck(row)
    },
    move: (id, transition) => {
      journal.move(id, transition)
    },
    changed: (id) => {
      changes.push(id)
    },
  })
})

describe('an unresolved operation', () => {
  it('is checked seven times in ten minutes and then left to a person', async () => {
    reconciler.watch(unknown('a'))
    await pass(10 * minute - 1)
    expect(seconds()).toEqual([0, 2, 5, 15, 60.5, 180])
    expect([stateOf('a'), reconciler.statusOf('a')]).toEqual([
      'UNKNOWN',
      { nextCheck: start + 10 * minute, checking: false },
    ])
    await pass(1)
    expect(seconds().at(-1)).toBe(600)
    expect(stateOf('a')).toBe('NEEDS_HUMAN')
    expect(journal.transitions('a').at(-1)).toMatchObject({ cause: 'looks ended' })
    expect(rowOf('a').reason).toBe('reset')
    expect([reconciler.statusOf('a'), waiting.size]).toEqual([{ nextCheck: null, checking: false }, 0])
    expect(checks.map(({ thorough }) => thorough)).toEqual([false, false, true, true, true, true, true])
  })

  it('reports that a check is running, and when the next one is due', async () => {
    const pendingRead = Promise.withResolvers<void>()
    onCheck = () => pendingRead.promise
    reconciler.watch(unknown('a'))
    expect([reconciler.statusOf('a'), changes]).toEqual([{ nextCheck: start, checking: false }, ['a']])
    await pass(0)
    expect([reconciler.statusOf('a'), changes]).toEqual([{ nextCheck: null, checking: true }, ['a', 'a']])
    pendingRead.resolve()
    await flushMicrotasks()
    expect([reconciler.statusOf('a'), changes]).toEqual([
      { nextCheck: start + 2 * second, checking: false },
      ['a', 'a', 'a'],
    ])
    expect(reconciler.statusOf('b')).toEqual({ nextCheck: null, checking: false })
  })

  it('is no longer watched after a check has found its outcome', async () => {
    onCheck = ({ id }) => {
      if (now >= start + 5 * second) journal.move(id, { state: 'CONFIRMED', cause: 'read: gone', confirmedBy: 'state' })
    }
    reconciler.watch(unknown('a'))
    await pass(60 * minute)
    expect(seconds()).toEqual([0, 2, 5])
    expect([stateOf('a'), waiting.size]).toEqual(['CONFIRMED', 0])
  })

  it('is not checked any more if it ended between two checks', async () => {
    reconciler.watch(unknown('a'))
    await pass(second)
    journal.move('a', { state: 'CONFIRMED', cause: 'person', confirmedBy: 'person' })
    changes.length = 0
    await pass(60 * minute)
    expect([seconds(), changes, reconciler.statusOf('a')]).toEqual([
      [0],
      ['a', 'a'],
      { nextCheck: null, checking: false },
    ])
  })

  it('is watched once, however often `watch` is called', async () => {
    const row = unknown('a')
    reconciler.watch(row)
    reconciler.watch(row)
    await pass(2 * second)
    expect(seconds()).toEqual([0, 2])
  })

  it('that needs a person is checked at once and a minute later', async () => {
    reconciler.watch(operation('a', ['SENDING', 'UNKNOWN', 'NEEDS_HUMAN']))
    await pass(60 * minute)
    expect([seconds(), stateOf('a'), journal.transitions('a').length]).toEqual([[0, 60.5], 'NEEDS_HUMAN', 4])
  })

  it('replaces all overdue checks with one', async () => {
    const pendingRead = Promise.withResolvers<void>()
    onCheck = () => (checks.length === 1 ? pendingRead.promise : undefined)
    reconciler.watch(unknown('a'))
    await pass(4 * minute)
    pendingRead.resolve()
    await pass(0)
    expect(reconciler.statusOf('a').nextCheck).toBe(start + 10 * minute)
    await pass(6 * minute)
    expect([seconds(), stateOf('a')]).toEqual([[0, 600], 'NEEDS_HUMAN'])
  })
})

describe('a check that fails', () => {
  const rejectUnreachable = (): never => {
    throw new DeskError('address_unreachable', 'The service is not there')
  }

  it('is repeated every five seconds, later every minute, and does not count', async () => {
    onCheck = rejectUnreachable
    reconciler.watch(unknown('a'))
    await pass(3 * minute)
    expect(seconds()).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 120, 180])
    expect([stateOf('a'), logLines[0]]).toEqual([
      'UNKNOWN',
      ['An unresolved operation could not be checked', { operation: 'a', code: 'address_unreachable' }],
    ])
    onCheck = () => undefined
    await pass(minute)
    expect([seconds().at(-1), reconciler.statusOf('a').nextCheck]).toEqual([240, start + 10 * minute])
  })

  it('leaves the operation to a person after ten minutes, and is still repeated', async () => {
    onCheck = rejectUnreachable
    reconciler.watch(unknown('a'))
    await pass(10 * minute)
    expect([stateOf('a'), journal.transitions('a').at(-1)?.cause]).toEqual(['NEEDS_HUMAN', 'not readable'])
    const before = checks.length
    await pass(minute)
    expect([checks.length, journal.transitions('a').length, stateOf('a')]).toEqual([before + 1, 4, 'NEEDS_HUMAN'])
    onCheck = ({ id }) => {
      journal.move(id, { state: 'CONFIRMED', cause: 'read: gone', confirmedBy: 'state' })
    }
    await pass(60 * minute)
    expect([checks.length, stateOf('a')]).toEqual([before + 2, 'CONFIRMED'])
  })

  it('counts if the service reports that the customer does not exist, and not after any other error', async () => {
    onCheck = () => {
      throw new DeskError('not_found', 'gone', { definite: true })
    }
    reconciler.watch(unknown('a'))
    await pass(2 * second)
    expect(seconds()).toEqual([0, 2])
    onCheck = () => {
      throw new DeskError('not_found', 'gone')
    }
    await pass(13 * second)
    expect(seconds()).toEqual([0, 2, 5, 10, 15])
    onCheck = () => {
      throw new DeskError('address_unreachable', 'away', { definite: true })
    }
    await pass(5 * second)
    expect(seconds().at(-1)).toBe(20)
  })

  it('because the journal can not be written is repeated a minute later', async () => {
    reconciler.watch(unknown('a'))
    await pass(9 * minute)
    let broken = true
    const write = journal.move
    journal = {
      ...journal,
      move: (...facts) => {
        if (broken) throw new DeskError('journal_unwritable', 'full')
        write(...facts)
      },
    }
    await pass(minute)
    expect([stateOf('a'), reconciler.statusOf('a')]).toEqual([
      'UNKNOWN',
      { nextCheck: start + 11 * minute, checking: false },
    ])
    expect(logLines).toContainEqual([
      'The result of a check could not be written',
      { operation: 'a', code: 'journal_unwritable' },
    ])
    broken = false
    await pass(minute)
    expect(stateOf('a')).toBe('NEEDS_HUMAN')
  })
})

describe('a purchase that ended without a clear answer', () => {
  it('is checked thoroughly after one minute, ten minutes and an hour, without notifications', async () => {
    const row = operation('a', ['SENDING', 'UNKNOWN', 'CONFIRMED'], 'top-up')
    reconciler.watchForDuplicates(row)
    expect(reconciler.statusOf('a')).toEqual({ nextCheck: null, checking: false })
    await pass(2 * 60 * minute)
    expect(checks).toEqual([60, 600, 3600].map((after) => ({ id: 'a', after: after * second, thorough: true })))
    expect([stateOf('a'), waiting.size]).toEqual(['CONFIRMED', 0])
  })

  it('is then checked for duplicates only, and a refund is not', async () => {
    reconciler.watch(unknown('a', 'top-up'))
    await pass(0)
    journal.move('a', { state: 'CONFIRMED', cause: 'read: found', confirmedBy: 'reference' })
    reconciler.watchForDuplicates(rowOf('a'))
    reconciler.watch(unknown('b'))
    await pass(0)
    reconciler.watchForDuplicates(rowOf('b'))
    await pass(30 * second)
    expect(checks.map(({ id }) => id)).toEqual(['a', 'b'])
    await pass(30 * second)
    expect(checks.map(({ id }) => id)).toEqual(['a', 'b', 'a'])
  })
})

describe('a connection', () => {
  it('that opens checks its unresolved operations, and purchases that were denied within a day', async () => {
    for (const id of ['b', 'a']) unknown(id)
    unknown('elsewhere', 'refund', 'identity-2')
    operation('person', ['SENDING', 'UNKNOWN', 'NEEDS_HUMAN'])
    operation('elsewhere too', ['SENDING', 'UNKNOWN', 'NEEDS_HUMAN'], 'refund', 'identity-2')
    operation('denied', ['SENDING', 'UNKNOWN', 'NOT_APPLIED'], 'top-up')
    operation('denied refund', ['SENDING', 'UNKNOWN', 'NOT_APPLIED'])
    operation('ended', ['SENDING', 'CONFIRMED'])
    if (open !== null) reconciler.onOpened(open)
    await pass(0)
    expect(checks.map(({ id }) => id)).toEqual(['b', 'a', 'person'])
    checks.length = 0
    await pass(minute)
    expect(new Set(checks.map(({ id }) => id))).toEqual(new Set(['a', 'b', 'denied']))
  })

  it('that is replaced or closed ends the checks of its operations', async () => {
    reconciler.watch(unknown('a'))
    reconciler.watch(unknown('b'))
    open = openOf(offlineClient(), 'identity-2')
    await pass(0)
    expect([checks, reconciler.statusOf('a')]).toEqual([[], { nextCheck: null, checking: false }])
    open = null
    reconciler.watch(rowOf('a'))
    await pass(0)
    expect([checks, waiting.size]).toEqual([[], 0])
  })

  it('that is closed during a check ends it, and the checks continue when it is reopened', async () => {
    onCheck = () => {
      connectionClosed.abort()
      open = openOf(offlineClient(), 'identity-2')
      throw new DeskError('aborted', 'left')
    }
    reconciler.watch(unknown('a'))
    await pass(0)
    expect([reconciler.statusOf('a'), waiting.size]).toEqual([{ nextCheck: null, checking: false }, 0])
    open = openOf(offlineClient(), 'identity-1')
    onCheck = () => {
      open = openOf(offlineClient(), 'identity-1')
      throw new DeskError('aborted', 'reopened')
    }
    reconciler.watch(rowOf('a'))
    await pass(0)
    expect(reconciler.statusOf('a')).toEqual({ nextCheck: start + 5 * second, checking: false })
  })
})

describe('the watched operations', () => {
  it('are checked at once after sleep, except those with a running check', async () => {
    const pendingRead = Promise.withResolvers<void>()
    for (const id of ['a', 'b']) reconciler.watch(unknown(id))
    await pass(second)
    checks.length = 0
    onCheck = ({ id }) => (id === 'a' ? pendingRead.promise : undefined)
    reconciler.runDue()
    await pass(0)
    expect(checks.map(({ id }) => id)).toEqual(['a', 'b'])
    reconciler.runDue()
    await pass(0)
    expect(checks.map(({ id }) => id)).toEqual(['a', 'b', 'b'])
    pendingRead.resolve()
    await flushMicrotasks()
  })

  it('are checked four at a time', async () => {
    const pendingRead = Promise.withResolvers<void>()
    onCheck = () => pendingRead.promise
    for (const id of ['a', 'b', 'c', 'd', 'e']) reconciler.watch(unknown(id))
    await pass(0)
    expect(checks.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
    expect(reconciler.statusOf('e')).toEqual({ nextCheck: null, checking: true })
    pendingRead.resolve()
    await flushMicrotasks()
    await pass(0)
    expect(checks.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('are no longer checked after `stop`, including those with a running check', async () => {
    const pendingRead = Promise.withResolvers<void>()
    onCheck = () => pendingRead.promise
    for (const id of ['a', 'b']) reconciler.watch(unknown(id))
    await pass(0)
    reconciler.stop()
    pendingRead.resolve()
    await pass(60 * minute)
    reconciler.watch(unknown('c'))
    reconciler.runDue()
    await pass(60 * minute)
    expect([seconds(), waiting.size, stateOf('a')]).toEqual([[0, 0], 0, 'UNKNOWN'])
  })
})
