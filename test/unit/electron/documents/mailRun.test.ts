/** Whom the last run of mails has left, also after a restart. */
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, it } from 'vitest'
import type { MailProblem, MailState } from '#shared/model/mail.ts'
import { CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
import { createMailRun, createOutbox } from '../../../../electron/documents/index.ts'

const day = 24 * 3_600_000
const esim = (n: number) => ({
  customerUid: CustomerUid.parse(`c-${String(n)}`),
  esimUid: EsimUid.parse(`e-${String(n)}`),
  iccid: Iccid.parse(`894801000000000000${String(n)}`),
})
const esims = (...numbers: readonly number[]) => numbers.map((n) => esim(n))

function desk() {
  const [journal, work] = [new Database(':memory:'), new Database(':memory:')]
  let now = Date.parse('2026-11-21T10:00:00Z')
  const clock = { now: () => now, monotonic: () => now }
  const outbox = createOutbox(journal, work, clock)
  let count = 0
  return {
    run: createMailRun(journal, clock),
    restarted() {
      createOutbox(journal, work, clock).recover()
      return createMailRun(journal, clock)
    },
    pass: (milliseconds: number): void => void (now += milliseconds),
    mail(n: number, state: MailState, problem: MailProblem | null = null): void {
      now += 1
      const id = `m-${String((count += 1)).padStart(6, '0')}`
      const agent = { osUser: 'ada', agentName: 'Ada' }
      const to = 'ada@example.org'
      outbox.begin({ ...esim(n), id, connection: 'c', own: true, language: 'en', agent, to, note: '' })
      if (state !== 'SENDING') outbox.end(id, state, problem)
    },
  }
}

it('are those who were not tried, and those who may be mailed later, in the order of the run', () => {
  const { run, restarted, mail } = desk()
  run.begin('c', esims(1, 2, 3, 4, 5, 6, 7))
  expect(run.left('c')).toEqual(esims(1, 2, 3, 4, 5, 6, 7))
  mail(1, 'SENT')
  mail(2, 'REJECTED', 'recipient_refused')
  mail(3, 'REJECTED', 'recipient_later')
  mail(4, 'UNKNOWN', 'answer_lost')
  mail(5, 'REJECTED', 'sender_limit')
  mail(6, 'SENDING')
  expect(run.left('c')).toEqual(esims(3, 5, 7))
  expect(restarted().left('c')).toEqual(esims(3, 5, 7))
  mail(3, 'SENT')
  expect(run.left('c')).toEqual(esims(5, 7))
})

it('do not depend on mails of an earlier run, and a new run replaces the one before', () => {
  const { run, mail, pass } = desk()
  mail(1, 'SENT')
  pass(2 * day)
  run.begin('c', esims(1, 2))
  expect(run.left('c')).toEqual(esims(1, 2))
  run.begin('c', esims(3))
  expect(run.left('c')).toEqual(esims(3))
})

it('are forgotten after a week', () => {
  const { run, pass } = desk()
  run.begin('c', esims(1))
  pass(7 * day - 1)
  expect(run.left('c')).toHaveLength(1)
  pass(1)
  expect(run.left('c')).toEqual([])
})

it('of a sandbox are those of no service, and of no other sandbox', () => {
  const { run } = desk()
  run.begin('client', esims(1))
  run.begin('sandbox one', esims(2))
  expect([run.left('another client'), run.left(), run.left('sandbox one'), run.left('sandbox two')]).toEqual([
    esims(1),
    esims(1),
    esims(2),
    [],
  ])
  run.begin('sandbox two', esims(3))
  expect([run.left(), run.left('sandbox one'), run.left('sandbox two')]).toEqual([esims(1), [], esims(3)])
})
