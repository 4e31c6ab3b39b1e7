/** Error bodies: problem+json, or JSON with `message` or `error` (field notes). Plain text is handled by the caller. */
import * as z from 'zod'
import { wireSentence } from './text.ts'

export const WireProblem = z.looseObject({
  type: wireSentence.nullish(),
  title: wireSentence.nullish(),
  status: z.number().nullish(),
  detail: wireSentence.nullish(),
  message: wireSentence.nullish(),
  error: wireSentence.nullish(),
})
export type WireProblem = z.infer<typeof WireProblem>

/** What a problem says to a person: the most exact of its texts. */
export const textOfProblem = ({ detail, message, error, title }: WireProblem): string | null =>
  detail ?? message ?? error ?? title ?? null
