/** The record of mails: which mails of a customer, of an eSIM and of the last day it finds. */
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, it, vi } from 'vitest'
import type { MailState } from '#shared/model/mail.ts'
import { CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
import { createOutbox } from '../../../../electron/documents/index.ts'

const hour = 3_600_000
const customerUid = CustomerUid.parse('c-1')
const iccid = Iccid.parse('8948010000000000001')

function record() {
  const journal = new Database(':memory:')
  let now = Date.parse('2026-11-21T10:00:00Z')
  const outbox = createOutbox(journal, new Database(':memory:'), { now: () => now, monotonic: () => now })
  let count = 0
  return {
    journal,
    outbox,
    pass: (milliseconds: number): void => void (now += milliseconds),
    mail(
      state: MailState,
      of: { readonly iccid?: string; readonly customerUid?: string; readonly connection?: string } = {},
    ): string {
      const id = `m-${String((count += 1)).padStart(6, '0')}`
      outbox.begin({
        id,
        connection: of.connection ?? 'c',
        customerUid: CustomerUid.parse(of.customerUid ?? customerUid),
        esimUid: EsimUid.parse('e-1'),
        iccid: Iccid.parse(of.iccid ?? iccid),
        about: 'installation',
        country: null,
        own: true,
        language: 'en',
        agent: { osUser: 'ada', agentName: 'Ada' },
        to: 'ada@example.org',
        note: '',
      })
      if (state !== 'SENDING') outbox.end(id, state, state === 'SENT' ? null : 'answer_lost')
      return id
    },
  }
}

it('finds the mails with one eSIM however many others its customer got since', () => {
  const { outbox, mail } = record()
  const id = mail('SENT')
  for (let n = 0; n < 120; n += 1) mail('SENT', { iccid: `89480100000099${String(n).padStart(5, '0')}` })
  mail('SENT', { customerUid: 'c-2' })
  expect(outbox.list({ customerUid, iccid })).toMatchObject({ rows: [{ id }], total: 1 })
  expect(outbox.list({ customerUid, iccid, lately: true, limit: 1 })).toMatchObject({ rows: [{ id }], total: 1 })
  expect(outbox.list({ iccid }).total).toBe(2)
  expect(outbox.list({ customerUid })).toMatchObject({ rows: { length: 50 }, total: 121 })
})

it('finds the mails of one sandbox, because another one has the same customers', () => {
  const { outbox, mail } = record()
  mail('SENT', { connection: 'sandbox earlier' })
  const id = mail('SENT', { connection: 'sandbox present' })
  const lately = { customerUid, iccid, lately: true }
  expect(outbox.list({ ...lately, connection: 'sandbox present' })).toMatchObject({ rows: [{ id }], total: 1 })
  expect(outbox.list({ ...lately, connection: 'sandbox next' })).toEqual({ rows: [], total: 0 })
  expect(outbox.list({ ...lately, connection: 'a service' })).toEqual({ rows: [], total: 0 })
  expect(outbox.list(lately).total).toBe(2)
})

it('of the last day it finds what has arrived, or perhaps, and neither a refused mail nor an older one', () => {
  const { outbox, mail, pass } = record()
  mail('SENT')
  pass(24 * hour)
  expect(outbox.list({ customerUid, iccid, lately: true })).toEqual({ rows: [], total: 0 })
  const perhaps = mail('UNKNOWN')
  pass(23 * hour)
  mail('REJECTED')
  const onItsWay = mail('SENDING')
  const sent = mail('SENT')
  const found = outbox.list({ customerUid, iccid, lately: true })
  expect(found).toMatchObject({ rows: [{ id: sent }, { id: onItsWay }, { id: perhaps }], total: 3 })
  expect(outbox.list({ customerUid, iccid }).total).toBe(5)
})

it('looks for the mails with an eSIM in an index', () => {
  const { journal, outbox } = record()
  const prepare = vi.spyOn(journal, 'prepare')
  outbox.list({ customerUid, iccid, lately: true })
  const queries = prepare.mock.calls.map(([sql]) => sql)
  expect(queries).toHaveLength(2)
  for (const query of queries) {
    const plan = journal
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
      .all({ customerUid, iccid, since: 0, cursor: null, limit: 1 })
    const details = plan.map(({ detail }) => detail).join('\n')
    expect(details).toMatch(/SEARCH m USING (?:COVERING )?INDEX mails_by_esim \(iccid=\? AND customer_uid=\? AND/)
    expect(details).toMatch(/SEARCH mail_states USING (?:COVERING )?INDEX mail_states_end/)
  }
})
