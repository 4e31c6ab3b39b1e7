/** Whom the last run of mails has left, also after a restart. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, it, onTestFinished } from 'vitest'
import type { MailProblem, MailState } from '#shared/model/mail.ts'
import { CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
import { createMailRun, createOutbox } from '../../../../electron/documents/index.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const day = 24 * 3_600_000
const esim = (n: number) => ({
  customerUid: CustomerUid.parse(`c-${String(n)}`),
  esimUid: EsimUid.parse(`e-${String(n)}`),
  iccid: Iccid.parse(`894801000000000000${String(n)}`),
})
const esims = (...numbers: readonly number[]) => numbers.map((n) => esim(n))

function desk(file = ':memory:') {
  const [journal, work] = [new Database(file), new Database(':memory:')]
  onTestFinished(() => void journal.close())
  journal.pragma('journal_mode = WAL')
  let now = Date.parse('2026-11-21T10:00:00Z')
  const clock = { now: () => now, monotonic: () => now }
  const outbox = createOutbox(journal, work, clock)
  let count = 0
  return {
    journal,
    run: createMailRun(journal, clock),
    restarted() {
      createOutbox(journal, work, clock).recover()
      return createMailRun(journal, clock)
    },
    pass: (milliseconds: number): void => void (now += milliseconds),
    mail(n: number, state: MailState, problem: MailProblem | null = null, connection = 'c'): void {
      now += 1
      const id = `m-${String((count += 1)).padStart(6, '0')}`
      const agent = { osUser: 'ada', agentName: 'Ada' }
      const to = 'ada@example.org'
      outbox.begin({
        ...esim(n),
        id,
        connection,
        about: 'installation',
        country: null,
        own: true,
        language: 'en',
        agent,
        to,
        note: '',
      })
      if (state !== 'SENDING') outbox.end(id, state, problem)
    },
  }
}

it('are first those who were not tried, then those who may be mailed later, who was tried last at the end', () => {
  const { run, restarted, mail } = desk()
  run.begin('c', esims(1, 2, 3, 4, 5, 6, 7))
  expect(run.left('c')).toEqual(esims(1, 2, 3, 4, 5, 6, 7))
  mail(1, 'SENT')
  mail(2, 'REJECTED', 'recipient_refused')
  mail(3, 'REJECTED', 'recipient_later')
  mail(4, 'UNKNOWN', 'answer_lost')
  mail(5, 'REJECTED', 'sender_limit')
  mail(6, 'SENDING')
  expect(run.left('c')).toEqual(esims(7, 3, 5))
  expect(restarted().left('c')).toEqual(esims(7, 3, 5))
  mail(3, 'REJECTED', 'try_later')
  expect(run.left('c')).toEqual(esims(7, 5, 3))
  mail(3, 'SENT')
  expect(run.left('c')).toEqual(esims(7, 5))
})

it('do not depend on mails of an earlier run, and stay when another run begins', () => {
  const { run, mail, pass } = desk()
  mail(1, 'SENT')
  pass(2 * day)
  run.begin('c', esims(1, 2))
  expect(run.left('c')).toEqual(esims(1, 2))
  mail(1, 'SENT')
  run.begin('another client', esims(3))
  expect(run.left('c')).toEqual(esims(2, 3))
  run.begin('c', esims(4, 2))
  expect(run.left('c')).toEqual(esims(3, 4, 2))
})

it('are not those who were mailed, also where the clock was set back meanwhile', () => {
  const { run, mail, pass } = desk()
  run.begin('c', esims(1, 2))
  pass(-day)
  mail(1, 'SENT')
  expect(run.left('c')).toEqual(esims(2))
})

it('are known of a run that an earlier version has recorded', () => {
  const { journal, run, mail, pass, restarted } = desk()
  mail(1, 'SENT')
  pass(2 * day)
  run.begin('c', esims(1, 2, 3))
  mail(2, 'SENT')
  journal.exec('ALTER TABLE mail_run DROP COLUMN after_mail')
  expect(restarted().left('c')).toEqual(esims(1, 3))
})

it('of a service are not recorded where the next start would not find them, and neither is a mail', async () => {
  const file = join(await temporaryFolder(), 'journal.db')
  const { run, mail } = desk(file)
  run.begin('c', esims(1))
  await rm(file)
  const refusal = expect.objectContaining({ code: 'journal_replaced' })
  expect(() => run.begin('c', esims(1))).toThrow(refusal)
  expect(() => mail(1, 'SENT')).toThrow(refusal)
  run.begin('sandbox one', esims(2))
  mail(2, 'SENT', null, 'sandbox one')
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
