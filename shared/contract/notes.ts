/** Notes of agents on customers. They stay on this machine and are never sent to the service. */
import * as z from 'zod'
import { NoteRow, NoteText } from '../model/customer/notes.ts'
import { CustomerUid } from '../wire/ids.ts'
import { type AnyNamespace, done, operation } from './operation.ts'

const NoteId = z.string().regex(/^\d{16}$/)

export const notes = {
  add: operation(() => z.strictObject({ customerUid: CustomerUid, text: NoteText }), NoteRow),
  /** Replaces the text of a note that the same agent wrote. */
  edit: operation(() => z.strictObject({ id: NoteId, text: NoteText }), NoteRow),
  /** Erases a note that the same agent wrote. */
  remove: operation(() => z.strictObject({ id: NoteId }), done),
} as const satisfies AnyNamespace
