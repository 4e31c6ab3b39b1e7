/** Requests an access token with the credentials of the reseller (interface 4.1 and 5). */
import { DeskError } from '#shared/errors.ts'
import { WireAuthentication } from '#shared/wire/authentication.ts'
import { refusesToken, successJson, type ResponseContext } from '../parsing/answer.ts'
import { answerBytes, maxTokenLength } from '../http/answerLimits.ts'
import type { Exchange } from '../http/exchange.ts'
import { reasonOf } from '../parsing/parseList.ts'
import type { Reader } from '../http/reader.ts'
import type { Redactor } from './redactor.ts'
import type { Credentials } from './tokens.ts'

interface AuthenticationOptions {
  readonly reader: Pick<Reader, 'send'>
  readonly redactor: Redactor
  readonly contextOf: (what: string) => ResponseContext
}

/** The characters that a header can carry unchanged (RFC 9110, section 5.5), without spaces. */
const visibleAscii = /^[\x21-\x7e]+$/

const basic = ({ clientId, clientSecret }: Credentials): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64')}`

/**
 * A server that answers `authenticate` with anything but JSON is not the service (interface 4.1). A 403 with another
 * text rejects the credentials, too.
 */
function tokenJson(outcome: Exchange, context: ResponseContext): unknown {
  try {
    return successJson(outcome, context)
  } catch (error) {
    if (!(error instanceof DeskError)) throw error
    if (error.code === 'service_refused' && error.details['status'] === 403)
      throw new DeskError('credentials_rejected', 'The service rejected the credentials', error.details)
    if (error.code === 'unreadable_answer')
      throw new DeskError('not_this_service', 'The answer is not a token', error.details)
    throw error
  }
}

/**
 * Throws `credentials_rejected` for every 401 or 403 that isn't an HTML page, `not_this_service` for an answer that has
 * no token, and `token_too_long`.
 */
export const createAuthentication =
  ({ reader, redactor, contextOf }: AuthenticationOptions) =>
  async (credentials: Credentials): Promise<WireAuthentication> => {
    const what = 'authenticate'
    redactor.credentials(credentials, basic(credentials).slice('Basic '.length))
    const outcome = await reader.send(
      { what, method: 'POST', path: '/reseller/authenticate', maxBytes: answerBytes.token },
      basic(credentials),
    )
    if (refusesToken(outcome))
      throw new DeskError('credentials_rejected', 'The service rejected the credentials', {
        status: outcome.type === 'answer' ? outcome.status : null,
      })
    const answer = WireAuthentication.safeParse(tokenJson(outcome, contextOf(what)))
    if (!answer.success)
      throw new DeskError('not_this_service', 'The answer is not a token', { reason: reasonOf(answer.error) })
    if (!visibleAscii.test(answer.data.accessToken))
      throw new DeskError('not_this_service', 'The token can not be sent in a header', {
        reason: 'accessToken: characters',
      })
    if (answer.data.accessToken.length > maxTokenLength)
      throw new DeskError('token_too_long', 'The access token is too long', { limit: maxTokenLength })
    redactor.token(answer.data.accessToken)
    return answer.data
  }
