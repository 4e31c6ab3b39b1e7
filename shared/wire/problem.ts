/** Error bodies: problem+json, or JSON with `message` or `error` (field notes). The caller handles plain text. */
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

/** The most specific text of a problem for a person. */
export const textOfProblem = ({ detail, message, error, title }: WireProblem): string | null =>
  detail ?? message ?? error ?? title ?? null
