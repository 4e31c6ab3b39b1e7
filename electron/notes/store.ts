/** Stores notes and corrections of customers, by the id of the connection, in the encrypted `work.db` or in memory. */
import { z } from 'zod'
import { toInstant } from '#shared/model/instant.ts'
import { CorrectionOutcome, type NoteRow } from '#shared/model/customer/notes.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import type { Clock } from '../base/clock.ts'
import { rowId, type RowPosition } from '../base/rowPosition.ts'
import type { Db } from '../storage/index.ts'

const tables = `
CREATE TABLE IF NOT EXISTS customer_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection TEXT NOT NULL,
  customer_uid TEXT NOT NULL,
  os_user TEXT NOT NULL,
  agent_name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  edited_at INTEGER,
  text TEXT NOT NULL,
  before TEXT,
  after TEXT,
  outcome TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS customer_notes_by_customer ON customer_notes (connection, customer_uid, created_at);
`

const Stored = z.object({
  id: z.number(),
  connection: z.string(),
  customer_uid: CustomerUid,
  os_user: z.string(),
  agent_name: z.string(),
  created_at: z.number(),
  edited_at: z.number().nullable(),
  text: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  outcome: CorrectionOutcome.nullable(),
})
export type StoredNote = z.infer<typeof Stored>

export interface NewNote {
  readonly connection: string
  readonly customerUid: CustomerUid
  readonly agent: { readonly osUser: string; readonly agentName: string }
}

export interface NoteStore {
  readonly add: (note: NewNote & { readonly text: string }) => StoredNote
  /** The row is written before anything is sent. */
  readonly addCorrection: (note: NewNote & { readonly before: string | null; readonly after: string }) => StoredNote
  readonly endCorrection: (id: number, outcome: CorrectionOutcome) => void
  readonly find: (id: number) => StoredNote | null
  readonly edit: (id: number, text: string) => void
  readonly remove: (id: number) => void
  /** Newest first. */
  readonly list: (
    whose: Pick<NewNote, 'connection' | 'customerUid'>,
    position: RowPosition,
    limit: number,
  ) => readonly StoredNote[]
}

export function noteRow(note: StoredNote, osUser: string): NoteRow {
  const { before, after, outcome } = note
  return {
    id: rowId(note.id),
    customerUid: note.customer_uid,
    at: toInstant(note.created_at) ?? '',
    editedAt: toInstant(note.edited_at),
    agent: note.agent_name,
    own: outcome === null && note.os_user === osUser,
    text: note.text,
    correction: after === null || outcome === null ? null : { before, after, outcome },
  }
}

/** Deletes what was noted at a connection that is removed. */
export function deleteNotes(work: Db, connectionId: string): void {
  work.exec(tables)
  work.prepare('DELETE FROM customer_notes WHERE connection = ?').run(connectionId)
}

export function createNoteStore(work: Db, clock: Clock): NoteStore {
  work.exec(tables)
  const insert = work.prepare(
    `INSERT INTO customer_notes (connection, customer_uid, os_user, agent_name, created_at, text, before, after, outcome)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
  )
  const select = work.prepare('SELECT * FROM customer_notes WHERE id = ?')
  const page = work.prepare(
    `SELECT * FROM customer_notes WHERE connection = ? AND customer_uid = ?
     AND (created_at < ? OR (created_at = ? AND id < ?)) ORDER BY created_at DESC, id DESC LIMIT ?`,
  )
  const setText = work.prepare('UPDATE customer_notes SET text = ?, edited_at = ? WHERE id = ?')
  const setOutcome = work.prepare('UPDATE customer_notes SET outcome = ? WHERE id = ?')
  const drop = work.prepare('DELETE FROM customer_notes WHERE id = ?')

  const put = ({ connection, customerUid, agent }: NewNote, ...rest: readonly (string | null)[]): StoredNote =>
    Stored.parse(insert.get(connection, customerUid, agent.osUser, agent.agentName, clock.now(), ...rest))

  return {
    add: (note) => put(note, note.text, null, null, null),
    addCorrection: (note) => put(note, '', note.before, note.after, 'asked'),
    endCorrection: (id, outcome) => void setOutcome.run(outcome, id),
    find: (id) => Stored.optional().parse(select.get(id)) ?? null,
    edit: (id, text) => void setText.run(text, clock.now(), id),
    remove: (id) => void drop.run(id),
    list: ({ connection, customerUid }, { at, beforeId }, limit) =>
      z.array(Stored).parse(page.all(connection, customerUid, at, at, beforeId ?? Number.MAX_SAFE_INTEGER, limit)),
  }
}
