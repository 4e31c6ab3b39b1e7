/**
 * The answer of POST /reseller/authenticate (interface 4.1). Only the token is needed; its other members may have any
 * form.
 */
import * as z from 'zod'

/** A number, or a text that is one. */
function secondsOf(value: unknown): number | null {
  if (typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export const WireAuthentication = z
  .looseObject({
    /** The client refuses a token that is too long with an error of its own. */
    accessToken: z.string().min(1),
    /** In seconds (field notes), or null where that can't be read. */
    expiresIn: z.unknown().optional(),
  })
  .transform((answer) => ({ ...answer, expiresIn: secondsOf(answer.expiresIn) }))
export type WireAuthentication = z.infer<typeof WireAuthentication>
