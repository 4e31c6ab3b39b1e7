/** A read that another desk has claimed is made here unless that desk reports that it was made. */
import { expect, test } from 'vitest'
import type { EventRow } from '#shared/model/customer/events.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import type { ClaimAnswer } from '#shared/wire/relay.ts'
import { createClaimedReads, type ClaimedRead } from '../../../../electron/events/claimedReads.ts'
import type { Claims } from '../../../../electron/events/source.ts'
import { manualTime } from './support.ts'

const claimMs = 30_000
const granted: ClaimAnswer = { granted: true, milliseconds: claimMs, reason: 'granted' }
const claimed: ClaimAnswer = { granted: false, milliseconds: claimMs, reason: 'claimed' }

const rowOf = (seq: number): EventRow => ({
  id: String(seq),
  at: '2026-11-21T10:00:00.000Z',
  kind: 'lowBalance',
  customerUid: null,
  iccid: null,
  itemUid: null,
  details: {},
  repeats: 0,
  isRead: false,
  alert: null,
})

function setUp() {
  const time = manualTime()
  const answers: ClaimAnswer[] = []
  const reported: (readonly string[])[] = []
  const reads: string[] = []
  const claims: Claims = {
    claim: () => Promise.resolve(answers.shift() ?? granted),
    report: ({ events }) => Promise.resolve(void reported.push(events)),
  }
  /** The ids at the relay by seq: those of the event and of its repeats. */
  const ids = new Map<number, readonly string[]>()
  const claimedReads = createClaimedReads({
    claims,
    relayIds: (seqs) => seqs.flatMap((seq) => ids.get(seq) ?? [`event ${String(seq)}`]),
    request: (_key, _isUrgent, read) => {
      void read()
      return true
    },
    timer: time.timer,
    signal: new AbortController().signal,
  })
  const read = (key: string, seq: number, isOpen: ClaimedRead['isOpen'] = () => false): void =>
    claimedReads.read({
      customer: key,
      key,
      isOpen,
      row: rowOf(seq),
      read: () => Promise.resolve((reads.push(key), CustomerUid.parse('c-1'))),
    })
  return { time, answers, reported, reads, ids, read, onOtherRead: claimedReads.onOtherRead }
}

test('a claimed read is made here once the claim has ended if nobody reports it', async () => {
  const { time, answers, reads, reported, read } = setUp()
  answers.push(claimed)
  read('customer c-1', 1)
  await time.pass(claimMs - 1)
  expect(reads).toEqual([])
  await time.pass(1000)
  expect([reads, reported]).toEqual([['customer c-1'], [['event 1']]])
})

test('a claimed read is not made here if the desk that claimed it reports all of its events', async () => {
  const { time, answers, reads, read, onOtherRead } = setUp()
  answers.push(claimed, claimed)
  read('customer c-1', 1)
  read('iccid 89', 2)
  await time.pass(1000)
  onOtherRead('customer c-1', ['event 1', 'event 2'])
  await time.pass(2 * claimMs)
  expect(reads).toEqual([])
})

test('an event that arrived after the reported read began is read here', async () => {
  const { time, answers, reads, reported, read, onOtherRead } = setUp()
  answers.push(claimed, claimed)
  read('customer c-1', 1)
  await time.pass(100)
  read('customer c-1', 2)
  onOtherRead('customer c-1', ['event 1'])
  await time.pass(3 * claimMs)
  expect([reads, reported]).toEqual([['customer c-1'], [['event 2']]])
})

test('a repeat that arrived after the reported read began is read here', async () => {
  const { time, answers, reads, ids, read, onOtherRead } = setUp()
  answers.push(claimed, claimed)
  ids.set(1, ['event 1', 'repeat 1'])
  ids.set(2, ['event 2', 'repeat 2'])
  read('customer c-1', 1)
  read('customer c-2', 2)
  await time.pass(100)
  onOtherRead('customer c-1', ['event 1'])
  onOtherRead('customer c-2', ['repeat 2'])
  await time.pass(2 * claimMs)
  expect(reads).toEqual(['customer c-1'])
})

test('a customer whose page is open is read at once after another desk has read it', async () => {
  const { time, answers, reads, read, onOtherRead } = setUp()
  answers.push(claimed)
  read('customer c-1', 1, () => true)
  await time.pass(100)
  onOtherRead('customer c-1', ['event 1'])
  await time.pass(0)
  expect(reads).toEqual(['customer c-1'])
})
