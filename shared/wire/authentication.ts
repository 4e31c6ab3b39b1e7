/** Answer of POST /reseller/authenticate (interface 4.1). `expiresIn` is in seconds (field notes). */
import * as z from 'zod'

export const WireAuthentication = z.looseObject({
  accessToken: z.string().min(1),
  expiresIn: z.number().nullish(),
  refreshToken: z.string().nullish(),
  refreshExpiresIn: z.number().nullish(),
  tokenType: z.string().nullish(),
  idToken: z.string().nullish(),
})
export type WireAuthentication = z.infer<typeof WireAuthentication>
