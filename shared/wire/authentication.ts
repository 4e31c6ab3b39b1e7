/** Answer of POST /reseller/authenticate (interface 4.1). `expiresIn` is in seconds (field notes). */
import * as z from 'zod'
import { wireText } from './text.ts'

export const WireAuthentication = z.looseObject({
  /** A token that no header can carry is refused. */
  accessToken: z.string().min(1).max(16 * 1024),
  expiresIn: z.number().nullish(),
  refreshToken: wireText.nullish(),
  refreshExpiresIn: z.number().nullish(),
  tokenType: wireText.nullish(),
  idToken: wireText.nullish(),
})
export type WireAuthentication = z.infer<typeof WireAuthentication>
