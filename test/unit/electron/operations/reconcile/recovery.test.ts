/** The recovery of interrupted operations, and the time that an outcome has been unknown. */
import { beforeEach, describe, expect, it } from 'vitest'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { OperationState } from '#shared/model/operation/operation.ts'
import type { Journal } from '../../../../../electron/operations/journal/journal.ts'
import { createRecovery, type Recovery } from '../../../../../electron/operations/reconcile/recovery.ts'
import { journalInMemory } from '../reads.ts'

let journal: Journal
let recovery: Recovery
let inFlight: Map<string, unknown>
let notified: string[]
let monotonic: number

function operation(id: string, ...states: readonly OperationState[]): void {
  journal.begin({
    id,
    kind: 'refund',
    lockKey: id,
    connection: 'c',
    connectionName: 'Shop',
    agent: { osUser: 'desk', displayName: 'Ann' },
    customerUid: CustomerUid.parse('u'),
    itemUid: ItemUid.parse('i'),
    packageName: null,
    amount: null,
    refundReason: null,
    ticket: null,
    purchase: null,
  })
  for (const state of states) journal.move(id, { state, cause: 'test' })
}
const last = (id: string) => [journal.row(id)?.state, journal.transitions(id).at(-1)?.cause, journal.row(id)?.reason]

beforeEach(() => {
  journal = journalInMemory()
  inFlight = new Map()
  notified = []
  monotonic = 1000
  recovery = createRecovery({
    journal,
    clock: { now: () => 0, monotonic: () => monotonic },
    inFlight,
    onTransition: (id) => void notified.push(id),
  })
  operation('intent')
  operation('sending', 'SENDING')
  operation('unknown', 'SENDING', 'UNKNOWN')
  operation('done', 'SENDING', 'CONFIRMED')
})

describe('at start', () => {
  it('an INTENT becomes NOT_SENT and a SENDING becomes UNKNOWN, without notifications', () => {
    recovery.recover()
    expect([last('intent'), last('sending')]).toEqual([
      ['NOT_SENT', 'restart', 'restart'],
      ['UNKNOWN', 'restart', 'restart'],
    ])
    expect([last('unknown'), last('done'), notified]).toEqual([
      ['UNKNOWN', 'test', null],
      ['CONFIRMED', 'test', null],
      [],
    ])
  })
})

describe('later', () => {
  it('orphaned operations are ended and notified, and operations in flight are left alone', () => {
    inFlight.set('sending', {})
    recovery.recoverOrphaned()
    expect([last('intent'), last('sending')[0], notified]).toEqual([
      ['NOT_SENT', 'journal unwritable', 'journal unwritable'],
      'SENDING',
      ['intent'],
    ])
    inFlight.clear()
    recovery.recoverOrphaned()
    expect([last('sending'), notified]).toEqual([
      ['UNKNOWN', 'journal unwritable', 'journal unwritable'],
      ['intent', 'sending'],
    ])
    recovery.recoverOrphaned()
    expect(notified).toEqual(['intent', 'sending'])
  })
})

describe('the time that an outcome has been unknown', () => {
  it('counts from the end of the request, or from the start of this run for an earlier request', () => {
    monotonic = 5000
    expect(recovery.unknownFor('unknown')).toBe(4000)
    recovery.requestEnded('unknown')
    monotonic = 7000
    expect(recovery.unknownFor('unknown')).toBe(2000)
  })
  it('is 0 if the outcome was known at once', () => {
    monotonic = 5000
    recovery.requestEnded('done')
    expect([recovery.unknownFor('done'), recovery.unknownFor('never')]).toEqual([0, 0])
  })
})
