/** Error bodies: problem+json, or JSON with `message` or `error` (field notes). Plain text is handled by the caller. */
import * as z from 'zod'

export const WireProblem = z.looseObject({
  type: z.string().nullish(),
  title: z.string().nullish(),
  status: z.number().nullish(),
  detail: z.string().nullish(),
  message: z.string().nullish(),
  error: z.string().nullish(),
})
export type WireProblem = z.infer<typeof WireProblem>
