/** Requests an access token for the mail server with a refresh token (RFC 6749, section 6). */
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import { readCaFile, type Connections } from '../connections/index.ts'
import { jsonOf, type Exchange } from '../service/index.ts'
import type { TokenAnswer, TokenRequest } from '../settings/index.ts'

const maxBytes = 64 * 1024
const maxTokenLength = 16 * 1024

const Answer = z.object({
  access_token: z.string().min(1).max(maxTokenLength),
  expires_in: z.coerce.number().positive().nullable().catch(null),
  refresh_token: z.string().min(1).max(maxTokenLength).nullable().catch(null),
})

/** Other statuses prove nothing about what was sent. */
const refusals = [400, 401, 403]

function answerOf(exchange: Exchange): z.infer<typeof Answer> {
  const status = exchange.type === 'answer' ? exchange.status : null
  if (status !== null && refusals.includes(status))
    throw new DeskError('mail_token_refused', 'The refresh token was refused', { status })
  const answer = exchange.type === 'answer' && status === 200 ? Answer.safeParse(jsonOf(exchange)).data : undefined
  if (answer === undefined) throw new DeskError('mail_token_unreachable', 'There is no access token', { status })
  return answer
}

export async function requestMailToken(
  connections: Pick<Connections, 'openOtherEndpoint'>,
  { renewal, refreshToken, clientSecret, caFile }: TokenRequest,
): Promise<TokenAnswer> {
  const { origin, pathname } = new URL(renewal.address)
  const endpoint = connections.openOtherEndpoint(origin, await readCaFile(caFile))
  try {
    const answer = answerOf(
      await endpoint.send({
        what: 'mail token',
        method: 'POST',
        path: pathname,
        form: {
          grant_type: 'refresh_token',
          refresh_token: refreshToken,
          client_id: renewal.clientId,
          ...(clientSecret !== undefined && { client_secret: clientSecret }),
        },
        maxBytes,
        maxRetries: 0,
      }),
    )
    const { access_token: accessToken, expires_in: expiresIn, refresh_token: next } = answer
    return { accessToken, expiresIn, refreshToken: next === refreshToken ? null : next }
  } finally {
    await endpoint.close()
  }
}
