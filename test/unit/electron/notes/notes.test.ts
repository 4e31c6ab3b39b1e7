/** Notes of agents: they stay with one connection, and only their author changes or erases them. */
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, test } from 'vitest'
import { contract } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { createNotes } from '../../../../electron/notes/index.ts'
import { call } from '../connections/support.ts'
import { thrownBy } from '../service/support.ts'

const customerUid = CustomerUid.parse('c-1')
const everything = { at: Number.MAX_SAFE_INTEGER, beforeId: null }

function desk() {
  const state = { identity: 'one', osUser: 'ann', now: 1000 }
  const events: unknown[] = []
  const work = new Database(':memory:')
  const notes = createNotes({
    connections: {
      require: () => {
        if (state.identity === '') throw new DeskError('not_connected', 'No connection is open')
        // Only the identity of a connection matters to notes.
        return { identity: state.identity } as ReturnType<Parameters<typeof createNotes>[0]['connections']['require']>
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
  state.identity = 'other'
  expect(list()).toEqual([])
  expect(await thrownBy(notes.handlers.remove({ id }, call))).toMatchObject({ code: 'not_found' })
})

test('a correction is on record before it is sent, then with its outcome, and belongs to nobody', async () => {
  const { notes, list } = desk()
  const end = notes.beginCorrection(customerUid, { before: null, after: 'new@example.org' })
  expect(list()).toMatchObject([
    { own: false, text: '', correction: { before: null, after: 'new@example.org', outcome: 'asked' } },
  ])
  end('changed')
  const [row] = list()
  expect(row?.correction?.outcome).toBe('changed')
  expect(await thrownBy(notes.handlers.remove({ id: row?.id ?? '' }, call))).toMatchObject({ code: 'not_found' })
})
