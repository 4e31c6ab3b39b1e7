/**
 * What an answer of the relay means, or why there is none. The texts of the errors name neither the relay's address nor
 * anything that was sent. A relay may be hostile or broken: an answer with more than was requested is refused before it
 * is parsed, because the errors of a schema take many times the memory of a wrong value.
 */
import type * as z from 'zod'
import { DeskError } from '#shared/errors.ts'
import { type FeedPage, RelayError } from '#shared/wire/relay.ts'
import type { Clock } from '../../base/clock.ts'
import {
  isPage,
  isTooLarge,
  jsonOf,
  parseHere,
  retryAfterOf,
  type Answer,
  type Exchange,
  type ListParser,
} from '../../service/index.ts'

/** The relay refused a token, a code or a signature. What that means depends on the call. */
export class Unauthorized extends Error {}

/** The largest answer or event with records, in bytes. A longer one is not read to its end. */
export const maxPageBytes = 1024 * 1024
/** The largest other answer, and the largest page that is read on this thread, in bytes. */
export const maxShortBytes = 32 * 1024
/** Other answers have some dozens of values. */
const maxValues = 1000

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

/** The error of a relay is a word. */
const maxErrorBytes = 4096

const errorOf = (answer: Answer): string | null => {
  const parsed = isPage(answer) || answer.body.length > maxErrorBytes ? null : RelayError.safeParse(jsonOf(answer))
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
  const json = jsonOf(answer)
  const parsed = isTooLarge(json, { values: maxValues, characters: maxShortBytes }) ? null : schema.safeParse(json)
  if (parsed?.success === true) return parsed.data
  throw new DeskError('not_a_relay', 'The answer is not that of a relay', { status: answer.status })
}

/**
 * Reads a page from the bytes of an answer or an event. A long one is read by the parser's thread, so that its content
 * blocks no other thread and fills only that thread's memory. Throws `not_a_relay`, also for more records than were
 * requested.
 */
export async function readPage(bytes: Uint8Array, maxRecords: number, parser: ListParser): Promise<FeedPage> {
  const job = (bytes.length > maxShortBytes ? parser : parseHere).open({
    kind: 'relayPage',
    single: true,
    maxElements: 1,
  })
  try {
    for (const outcome of [await job.push(bytes), await job.end()]) {
      const [page] = outcome.ok ? outcome.part.read.filter(isFeedPage) : []
      if (page !== undefined && page.records.length <= maxRecords) return page
    }
  } catch (cause) {
    throw notAPage(cause)
  } finally {
    job.close()
  }
  throw notAPage()
}

const notAPage = (cause?: unknown): DeskError =>
  new DeskError('not_a_relay', 'What was sent is no page of a relay', {}, { cause })

/** The parser has parsed it by this schema; the message from its thread has lost the type. */
const isFeedPage = (value: unknown): value is FeedPage => value !== undefined
