/** What agents wrote about a customer, and the corrections of a customer's e-mail address, for the timeline. */
import * as z from 'zod'
import { CustomerUid } from '../../wire/ids.ts'
import { Instant } from './views.ts'

export const maxNoteLength = 2000

export const NoteText = z.string().trim().min(1).max(maxNoteLength)

/**
 * How a correction of an e-mail address ended. `asked`: it is being sent, or the desk ended meanwhile. `changed`: a
 * read of the service shows the new address. `notShown`: the service accepted it, but doesn't show the new address.
 * `unknown`: it was sent, and no clear answer and no read showed that it was made. `refused`: it was not made.
 */
export const CorrectionOutcome = z.enum(['asked', 'changed', 'notShown', 'unknown', 'refused'])
export type CorrectionOutcome = z.infer<typeof CorrectionOutcome>

export const NoteRow = z.strictObject({
  id: z.string(),
  customerUid: CustomerUid,
  at: Instant,
  /** When the author changed the text last, or `null`. */
  editedAt: Instant.nullable(),
  agent: z.string(),
  /** Whether the agent of this desk wrote it and may change it. */
  own: z.boolean(),
  /** Empty for a correction. */
  text: z.string(),
  correction: z
    .strictObject({ before: z.string().nullable(), after: z.string(), outcome: CorrectionOutcome })
    .nullable(),
})
export type NoteRow = z.infer<typeof NoteRow>
