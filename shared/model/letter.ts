/** Mails without a code, which inform customers in the languages of the sheet. */
import * as z from 'zod'
import { CountryCode } from '../wire/values.ts'

/** The reasons of `today.ts` about which customers are written to, and `trouble`: mobile data fails in a country. */
export const letterKinds = ['failed', 'notStarted', 'ending', 'low', 'trouble'] as const
export const LetterKind = z.enum(letterKinds)
export type LetterKind = z.infer<typeof LetterKind>

/** `note` is the agent's own sentence, the same for everybody. */
export const Letter = z.union([
  z.strictObject({ about: LetterKind.exclude(['trouble']), note: z.string().trim().max(1000) }),
  z.strictObject({ about: z.literal('trouble'), country: CountryCode, note: z.string().trim().max(1000) }),
])
export type Letter = z.infer<typeof Letter>

/** The subject of a mail: the installation of an eSIM, or that of a letter. */
export const MailAbout = z.enum(['installation', ...letterKinds])
export type MailAbout = z.infer<typeof MailAbout>
