/**
 * Notes of agents on customers, and the record of corrected e-mail addresses. An agent is the user of the operating
 * system, and changes and erases the own notes alone.
 */
import type { Emit } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { CorrectionOutcome, NoteRow } from '#shared/model/notes.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Clock } from '../base/clock.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { Connections } from '../connections/index.ts'
import type { Storage } from '../storage/index.ts'
import { createNoteStore, noteRow, type NewNote, type NotePosition, type StoredNote } from './store.ts'

export interface NotesOptions {
  readonly connections: Pick<Connections, 'require'>
  readonly storage: Pick<Storage, 'work'>
  readonly agent: () => NewNote['agent']
  readonly emit: Emit
  readonly clock: Clock
}

export interface Notes {
  readonly handlers: HandlersOf<'notes'>
  /** The notes and corrections of a customer of the open connection, newest first. */
  readonly list: (customerUid: CustomerUid, position: NotePosition, limit: number) => readonly NoteRow[]
  /** Records a correction before it is sent. The returned function records how it ended. */
  readonly beginCorrection: (
    customerUid: CustomerUid,
    change: { readonly before: string | null; readonly after: string },
  ) => (outcome: CorrectionOutcome) => void
}

export function createNotes({ connections, storage, agent, emit, clock }: NotesOptions): Notes {
  const store = createNoteStore(storage.work, clock)
  const newNote = (customerUid: CustomerUid): NewNote => ({
    connection: connections.require().identity,
    customerUid,
    agent: agent(),
  })
  const rowOf = (note: StoredNote): NoteRow => noteRow(note, agent().osUser)
  const changed = (customerUid: CustomerUid): void => emit('notes.changed', { customerUid })

  /** Throws `not_found` for a note of another agent or connection, so that nothing is learned about it. */
  function requireOwn(id: string): StoredNote {
    const { identity } = connections.require()
    const note = store.find(Number(id))
    if (note === null || note.connection !== identity || !rowOf(note).own)
      throw new DeskError('not_found', 'This agent has no such note')
    return note
  }

  return {
    handlers: {
      add({ customerUid, text }) {
        const note = store.add({ ...newNote(customerUid), text })
        changed(customerUid)
        return Promise.resolve(rowOf(note))
      },
      async edit({ id, text }) {
        const { id: key, customer_uid: customerUid } = requireOwn(id)
        store.edit(key, text)
        changed(customerUid)
        return Promise.resolve(rowOf(requireOwn(id)))
      },
      async remove({ id }) {
        const { id: key, customer_uid: customerUid } = requireOwn(id)
        store.remove(key)
        changed(customerUid)
        return Promise.resolve(null)
      },
    },
    list(customerUid, position, limit) {
      const whose = { connection: connections.require().identity, customerUid }
      return store.list(whose, position, limit).map(rowOf)
    },
    beginCorrection(customerUid, change) {
      const { id } = store.addCorrection({ ...newNote(customerUid), ...change })
      changed(customerUid)
      return (outcome) => {
        store.endCorrection(id, outcome)
        changed(customerUid)
      }
    },
  }
}
