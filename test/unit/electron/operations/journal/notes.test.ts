/** The personal data of operations, which is stored outside of the journal and never stops an operation. */
import Database from 'better-sqlite3-multiple-ciphers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { createNotes, type Notes, type PersonalData } from '../../../../../electron/operations/journal/notes.ts'
import type { Db } from '../../../../../electron/storage/index.ts'

const none: PersonalData = { email: null, note: null, reference: null, userCountry: null, userIp: null, iccids: [] }
const customer = CustomerUid.parse('u1')

let db: Db
let notes: Notes
let logLines: (readonly [string, unknown])[]

beforeEach(() => {
  db = new Database(':memory:')
  logLines = []
  notes = createNotes(db, { warn: (message, facts) => void logLines.push([message, facts]) })
})
afterEach(() => {
  db.close()
})

it.each([
  {
    ...none,
    email: 'ann@example.com',
    note: 'by phone',
    reference: 'order 7',
    userCountry: 'DE',
    userIp: '203.0.113.7',
    iccids: ['8949000000000000001', '8949000000000000002'],
  },
  { ...none, email: 'ann@example.com' },
  { ...none, note: 'by phone' },
  { ...none, reference: 'order 7' },
  none,
])('is returned as it was stored: %j', (personal) => {
  notes.add('a', customer, personal)
  notes.add('b', null, { ...none, note: 'another' })
  expect(notes.get('a')).toEqual(personal)
  expect(notes.get('b')).toEqual({ ...none, note: 'another' })
  expect(logLines).toEqual([])
})

it('is empty for an operation without stored data', () => {
  expect(notes.get('never')).toEqual(none)
})

it('has a row about a person only if there is data, with the uid of the customer', () => {
  notes.add('a', customer, { ...none, reference: 'order 7' })
  expect(db.prepare('SELECT * FROM operation_notes').all()).toEqual([])
  notes.add('b', customer, { ...none, email: 'ann@example.com' })
  notes.add('c', null, { ...none, email: 'new@example.com' })
  expect(db.prepare('SELECT operation, customer_uid FROM operation_notes ORDER BY operation').all()).toEqual([
    { operation: 'b', customer_uid: 'u1' },
    { operation: 'c', customer_uid: '' },
  ])
  expect(logLines).toEqual([])
})

it('gets the created eSIM in addition to the present ones', () => {
  notes.add('a', customer, none)
  notes.addIccid('a', '8949000000000000001')
  expect(notes.get('a').iccids).toEqual(['8949000000000000001'])
  notes.addIccid('a', '8949000000000000002')
  expect(notes.get('a').iccids).toEqual(['8949000000000000001', '8949000000000000002'])
  expect(logLines).toEqual([])
})

it('logs a failure and stops nothing', () => {
  notes.add('a', customer, { ...none, note: 'by phone' })
  db.exec('ALTER TABLE operation_details RENAME TO elsewhere')
  const message = 'The notes of operations are not available'
  notes.add('b', customer, none)
  notes.addIccid('a', '8949000000000000001')
  expect(notes.get('a')).toEqual(none)
  expect(logLines).toEqual(['write', 'write', 'read'].map((what) => [message, { what, code: 'SQLITE_ERROR' }]))
})

it('logs a failure to create its tables', () => {
  const closed = new Database(':memory:')
  closed.close()
  createNotes(closed, { warn: (message, facts) => void logLines.push([message, facts]) })
  expect(logLines).toEqual([['The notes of operations are not available', { what: 'open', code: 'unknown' }]])
})
