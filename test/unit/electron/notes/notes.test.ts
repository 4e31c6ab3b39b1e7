/** Notes of agents: they stay with one connection, and only their author changes or erases them. */
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, test } from 'vitest'
import { contract } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import type { OpenConnection } from '../../../../electron/connections/index.ts'
import { createNotes, deleteNotes } from '../../../../electron/notes/index.ts'
import { call } from '../connections/support.ts'
import { thrownBy } from '../service/support.ts'

const customerUid = CustomerUid.parse('c-1')
const everything = { at: Number.MAX_SAFE_INTEGER, beforeId: null }

// Only the kind and the id of a connection matter to notes.
const openOf = ({ id, kind }: { readonly id: string; readonly kind: string }): OpenConnection =>
  ({ profile: { id, kind } }) as unknown as OpenConnection

function desk() {
  const state = { id: 'one', kind: 'service', osUser: 'ann', now: 1000 }
  const events: unknown[] = []
  const work = new Database(':memory:')
  const notes = createNotes({
    connections: {
      require: () => {
        if (state.id === '') throw new DeskError('not_connected', 'No connection is open')
        return openOf(state)
      },
    },
    storage: { work },
    agent: () => ({ osUser: state.osUser, agentName: state.osUser.toUpperCase() }),
    emit: (event, payload) => void events.push([event, payload]),
    clock: { now: () => state.now, monotonic: () => state.now },
  })
  return { state, events, work, notes, list: () => notes.list(customerUid, everything, 10) }
}

test('a note is stored with its author and time, listed newest first, and the window is notified', async () => {
  const { state, events, notes, list } = desk()
  const first = await notes.handlers.add({ customerUid, text: 'first' }, call)
  expect(contract.notes.add.output.parse(first)).toEqual(first)
  expect(first).toMatchObject({ agent: 'ANN', own: true, editedAt: null, at: '1970-01-01T00:00:01.000Z' })
  state.now = 5000
  await notes.handlers.add({ customerUid, text: 'second' }, call)
  await notes.handlers.add({ customerUid: CustomerUid.parse('c-2'), text: 'of another customer' }, call)
  expect(list().map(({ text }) => text)).toEqual(['second', 'first'])
  expect(events[0]).toEqual(['notes.changed', { customerUid }])
})

test('the author changes and erases a note, and nothing of it stays', async () => {
  const { state, work, notes, list } = desk()
  const { id } = await notes.handlers.add({ customerUid, text: 'wrong' }, call)
  state.now = 9000
  expect(await notes.handlers.edit({ id, text: 'right' }, call)).toMatchObject({
    text: 'right',
    editedAt: '1970-01-01T00:00:09.000Z',
  })
  await notes.handlers.remove({ id }, call)
  expect(list()).toEqual([])
  expect(work.prepare('SELECT count(*) AS rows FROM customer_notes').get()).toEqual({ rows: 0 })
  expect(await thrownBy(notes.handlers.remove({ id }, call))).toMatchObject({ code: 'not_found' })
})

test('another agent reads a note and can neither change nor erase it', async () => {
  const { state, notes, list } = desk()
  const { id } = await notes.handlers.add({ customerUid, text: 'of Ann' }, call)
  state.osUser = 'bob'
  expect(list()).toMatchObject([{ text: 'of Ann', agent: 'ANN', own: false }])
  expect(await thrownBy(notes.handlers.edit({ id, text: 'x' }, call))).toMatchObject({ code: 'not_found' })
  expect(await thrownBy(notes.handlers.remove({ id }, call))).toMatchObject({ code: 'not_found' })
  expect(list()).toMatchObject([{ text: 'of Ann' }])
})

test('notes of one connection are neither shown nor changed in another', async () => {
  const { state, notes, list } = desk()
  const { id } = await notes.handlers.add({ customerUid, text: 'of one' }, call)
  state.id = 'other'
  expect(list()).toEqual([])
  expect(await thrownBy(notes.handlers.remove({ id }, call))).toMatchObject({ code: 'not_found' })
})

test('a correction is on record before it is sent, then with its outcome, and belongs to nobody', async () => {
  const { state, notes, list } = desk()
  const end = notes.beginCorrection(openOf(state), customerUid, { before: null, after: 'new@example.org' })
  expect(list()).toMatchObject([
    { own: false, text: '', correction: { before: null, after: 'new@example.org', outcome: 'asked' } },
  ])
  end('changed')
  const [row] = list()
  expect(row?.correction?.outcome).toBe('changed')
  expect(await thrownBy(notes.handlers.remove({ id: row?.id ?? '' }, call))).toMatchObject({ code: 'not_found' })
})

test.each([
  ['the sandbox', { kind: 'sandbox', id: 'sandbox' }],
  ['a connection from the command line', { kind: 'service', id: 'ephemeral' }],
])('the notes of %s are not written to the disk', async (_name, connection) => {
  const { state, work, notes, list } = desk()
  Object.assign(state, connection)
  const { id } = await notes.handlers.add({ customerUid, text: 'tried' }, call)
  expect(list()).toMatchObject([{ text: 'tried' }])
  expect(work.prepare('SELECT count(*) AS rows FROM customer_notes').get()).toEqual({ rows: 0 })
  await notes.handlers.edit({ id, text: 'tried again' }, call)
  expect(list()).toMatchObject([{ text: 'tried again' }])
})

test('the notes and corrections of a connection that is removed are deleted, and those of others stay', async () => {
  const { state, work, notes, list } = desk()
  await notes.handlers.add({ customerUid, text: 'of one' }, call)
  notes.beginCorrection(openOf(state), customerUid, { before: null, after: 'new@example.org' })('changed')
  state.id = 'other'
  await notes.handlers.add({ customerUid, text: 'of the other' }, call)
  deleteNotes(work, 'one')
  expect(list()).toMatchObject([{ text: 'of the other' }])
  state.id = 'one'
  expect(list()).toEqual([])
})
