/** What nobody waits for any more, and how long something has not been known. */
import { beforeEach, describe, expect, it } from 'vitest'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { OperationState } from '#shared/model/operation.ts'
import type { Journal } from '../../../../electron/operations/journal.ts'
import { createRecovery, type Recovery } from '../../../../electron/operations/recovery.ts'
import { journalInMemory } from './reads.ts'

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
  it('an intent was never sent, what was being sent is not known, and nobody is told yet', () => {
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
  it('what the journal could not be told of is settled and shown, and what is under way is left alone', () => {
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

describe('how long something has not been known', () => {
  it('counts from the end of its request, and of an earlier run from the start of this one', () => {
    monotonic = 5000
    expect(recovery.unknownFor('unknown')).toBe(4000)
    recovery.requestEnded('unknown')
    monotonic = 7000
    expect(recovery.unknownFor('unknown')).toBe(2000)
  })
  it('is nothing where it was known at once', () => {
    monotonic = 5000
    recovery.requestEnded('done')
    expect([recovery.unknownFor('done'), recovery.unknownFor('never')]).toEqual([0, 0])
  })
})
