/** POST /reseller/authenticate (interface 4.1, 5). It reads the credentials from the header and ignores the body. */
import type { z } from 'zod'
import type { WireAuthentication } from '#shared/wire/authentication.ts'
import { json, notActive, type ApiResponse } from '../serializers/response.ts'
import type { ApiRequest } from '../http/request.ts'
import type { Endpoint } from '../http/routes.ts'
import { sameSecret } from '../store/tokens.ts'
import type { Store } from '../store/store.ts'
import type { Variants } from '../variants.ts'

function authenticate(store: Store, request: ApiRequest): ApiResponse {
  const encoded = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const { clientId, clientSecret } = store.options
  if (
    encoded === undefined ||
    !sameSecret(Buffer.from(encoded, 'base64').toString('utf8'), `${clientId}:${clientSecret}`)
  )
    return notActive
  const { tokenSeconds, expiresIn } = store.variants
  const authentication: z.input<typeof WireAuthentication> = {
    accessToken: store.tokens.issue(store.clock.now(), tokenSeconds * 1000),
    refreshToken: null,
    refreshExpiresIn: 0,
    tokenType: 'Bearer',
    idToken: null,
  }
  return json({ ...authentication, expiresIn: statedLifetime(expiresIn, Math.floor(tokenSeconds)) })
}

function statedLifetime(form: Variants['expiresIn'], seconds: number): unknown {
  switch (form) {
    case 'truth':
      return seconds
    case 'text':
      return String(seconds)
    case 'word':
      return 'one day'
    case 'null':
      return null
    case 'missing':
      return undefined
    default:
      return form
  }
}

export const authenticateEndpoints: readonly Endpoint[] = [
  { name: 'authenticate', method: 'POST', path: '/reseller/authenticate', access: 'basic', handle: authenticate },
]
