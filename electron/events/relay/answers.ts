/**
 * What an answer of the relay means, or why there is none. The texts of the errors name neither the relay's address nor
 * anything that was sent.
 */
import type * as z from 'zod'
import { DeskError } from '#shared/errors.ts'
import { RelayError } from '#shared/wire/relay.ts'
import type { Clock } from '../../base/clock.ts'
import { isPage, jsonOf, retryAfterOf, type Answer, type Exchange } from '../../service/index.ts'

/** The relay refused a token, a code or a signature. What that means depends on the call. */
export class Unauthorized extends Error {}

/** The cursor belongs to another feed: the relay's database was restored, or it is another relay. */
export class CursorUnknown extends Error {}

function failureOf({ cause, code }: Extract<Exchange, { type: 'failure' }>): DeskError {
  const details = { cause, systemCode: code }
  if (cause === 'aborted') return new DeskError('aborted', 'The call of the relay was aborted')
  if (cause === 'tls') return new DeskError('relay_untrusted', "The relay's certificate is not trusted", details)
  if (cause === 'proxy') return new DeskError('relay_proxy', "The proxy doesn't let the relay be reached", details)
  if (cause === 'too_large') return new DeskError('not_a_relay', 'The answer is too large for a relay', details)
  return new DeskError('relay_unreachable', "The relay can't be reached", details)
}

const errorOf = (answer: Answer): string | null => {
  const parsed = isPage(answer) ? null : RelayError.safeParse(jsonOf(answer))
  return parsed?.success === true ? parsed.data.error : null
}

/** Returns a successful answer. Throws Unauthorized, CursorUnknown or a DeskError. */
export function successOf(exchange: Exchange, clock: Clock): Answer {
  if (exchange.type === 'failure') throw failureOf(exchange)
  const { status } = exchange
  if (status >= 200 && status < 300 && !isPage(exchange)) return exchange
  const error = errorOf(exchange)
  if (status === 401 && error === 'unauthorized') throw new Unauthorized('unauthorized')
  if (status === 410 && error === 'cursor_unknown') throw new CursorUnknown('cursor unknown')
  if (status === 429 || status === 408 || status >= 500)
    throw new DeskError('relay_failed', `The relay answered ${String(status)}`, {
      status,
      retryAfter: retryAfterOf(exchange, clock),
    })
  // A redirect is not followed.
  throw new DeskError('not_a_relay', 'What answered is not a relay of this version', { status })
}

/** Reads a successful answer by its schema. Throws as `successOf` does. */
export function readAnswer<T>(exchange: Exchange, schema: z.ZodType<T>, clock: Clock): T {
  const answer = successOf(exchange, clock)
  const parsed = schema.safeParse(jsonOf(answer))
  if (parsed.success) return parsed.data
  throw new DeskError('not_a_relay', 'The answer is not that of a relay', { status: answer.status })
}
