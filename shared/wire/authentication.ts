/** The answer of POST /reseller/authenticate (interface 4.1). `expiresIn` is in seconds (field notes). */
import * as z from 'zod'
import { wireText } from './text.ts'

export const WireAuthentication = z.looseObject({
  /** The client refuses a token that is too long with an error of its own. */
  accessToken: z.string().min(1),
  expiresIn: z.number().nullish(),
  refreshToken: wireText.nullish(),
  refreshExpiresIn: z.number().nullish(),
  tokenType: wireText.nullish(),
  idToken: wireText.nullish(),
})
export type WireAuthentication = z.infer<typeof WireAuthentication>
