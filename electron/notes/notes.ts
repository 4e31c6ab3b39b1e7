/**
 * Notes of agents on customers, and the record of corrected e-mail addresses. An agent is the user of the operating
 * system, and changes and erases the own notes alone.
 */
import type { Emit } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { CorrectionOutcome, NoteRow } from '#shared/model/customer/notes.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Clock } from '../base/clock.ts'
import type { RowPosition } from '../base/rowPosition.ts'
import type { HandlersOf } from '../bridge/index.ts'
import { isStored, type Connections, type OpenConnection } from '../connections/index.ts'
import { openOrRecreateEncrypted, type Storage } from '../storage/index.ts'
import { createNoteStore, noteRow, type NewNote, type NoteStore, type StoredNote } from './store.ts'

interface NotesOptions {
  readonly connections: Pick<Connections, 'require'>
  readonly storage: Pick<Storage, 'work'>
  readonly agent: () => NewNote['agent']
  readonly emit: Emit
  readonly clock: Clock
}

export interface Notes {
  readonly handlers: HandlersOf<'notes'>
  /** The notes and corrections of a customer of the open connection, newest first. */
  readonly list: (customerUid: CustomerUid, position: RowPosition, limit: number) => readonly NoteRow[]
  /** Records a correction before it is sent. The returned function records how it ended. */
  readonly beginCorrection: (
    open: OpenConnection,
    customerUid: CustomerUid,
    change: { readonly before: string | null; readonly after: string },
  ) => (outcome: CorrectionOutcome) => void
}

export function createNotes({ connections, storage, agent, emit, clock }: NotesOptions): Notes {
  const stored = createNoteStore(storage.work, clock)
  let memory: NoteStore | null = null
  const storeOf = (open: OpenConnection): NoteStore => {
    if (isStored(open.profile)) return stored
    const location = { kind: 'memory' } as const
    memory ??= createNoteStore(
      openOrRecreateEncrypted(location, { checked: false, moveToQuarantine: () => undefined }),
      clock,
    )
    return memory
  }
  const newNote = (open: OpenConnection, customerUid: CustomerUid): NewNote => ({
    connection: open.profile.id,
    customerUid,
    agent: agent(),
  })
  const rowOf = (note: StoredNote): NoteRow => noteRow(note, agent().osUser)
  const changed = (customerUid: CustomerUid): void => emit('notes.changed', { customerUid })

  /** Throws `not_found` for a note of another agent or connection, so that nothing is learned about it. */
  function requireOwn(id: string): { readonly note: StoredNote; readonly store: NoteStore } {
    const open = connections.require()
    const store = storeOf(open)
    const note = store.find(Number(id))
    if (note === null || note.connection !== open.profile.id || !rowOf(note).own)
      throw new DeskError('not_found', 'This agent has no such note')
    return { note, store }
  }

  return {
    handlers: {
      add({ customerUid, text }) {
        const open = connections.require()
        const note = storeOf(open).add({ ...newNote(open, customerUid), text })
        changed(customerUid)
        return Promise.resolve(rowOf(note))
      },
      async edit({ id, text }) {
        const { note, store } = requireOwn(id)
        store.edit(note.id, text)
        changed(note.customer_uid)
        return Promise.resolve(rowOf(requireOwn(id).note))
      },
      async remove({ id }) {
        const { note, store } = requireOwn(id)
        store.remove(note.id)
        changed(note.customer_uid)
        return Promise.resolve(null)
      },
    },
    list(customerUid, position, limit) {
      const open = connections.require()
      return storeOf(open).list({ connection: open.profile.id, customerUid }, position, limit).map(rowOf)
    },
    beginCorrection(open, customerUid, change) {
      const store = storeOf(open)
      const { id } = store.addCorrection({ ...newNote(open, customerUid), ...change })
      changed(customerUid)
      return (outcome) => {
        store.endCorrection(id, outcome)
        changed(customerUid)
      }
    },
  }
}
