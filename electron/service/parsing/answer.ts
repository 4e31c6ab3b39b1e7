/**
 * Classifies the answer to a read that isn't the requested data: the service's refusal with its own text, or an answer
 * that isn't from the service at all. The bodies of errors are described in interface 7 and in the field notes, which
 * know three shapes.
 */
import { STATUS_CODES } from 'node:http'
import { DeskError, type DeskErrorDetails } from '#shared/errors.ts'
import { isHtmlPage } from '#shared/wire/page.ts'
import { textOfProblem, WireProblem } from '#shared/wire/problem.ts'
import type { Clock } from '../../base/clock.ts'
import type { Answer, Exchange, Failure } from '../http/exchange.ts'

export interface ResponseContext {
  /** The name of the endpoint in messages. It holds no uid and no query. */
  readonly what: string
  readonly hide: (text: string) => string
  readonly clock: Clock
  /** Whether a 404 in the service's own form means that the requested thing doesn't exist, rather than the path. */
  readonly mayBeMissing?: boolean
}

const maxReasonLength = 300
/** The number of code units that are read of the text that `hide` returns. Some callers hide nothing. */
const maxReadLength = 4000

/** The content type in lower case and without parameters, or null where the service sent none. */
export function contentTypeOf(answer: Answer): string | null {
  const type = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  return type === undefined || type === '' ? null : type
}

export const isPage = (answer: Answer): boolean =>
  isHtmlPage(contentTypeOf(answer), answer.body.subarray(0, 200).toString('utf8'))

/**
 * Returns undefined where the text is not JSON, which may begin with a byte order mark. Services declare JSON as text
 * and the reverse, so that the text decides.
 */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

export const jsonOf = (answer: Answer): unknown => jsonIn(answer.body.toString('utf8'))

/**
 * Whether the service refused the token: 401, or 403 with the text `{active = false}` (interface 7) or without any
 * text.
 */
export function refusesToken(exchange: Exchange): boolean {
  if (exchange.type === 'failure' || isPage(exchange)) return false
  if (exchange.status === 401) return true
  const text = exchange.body.subarray(0, 1000).toString('utf8')
  return exchange.status === 403 && (text.trim() === '' || /\bactive"?\s*[=:]\s*false\b/i.test(text))
}

/** The number of bytes that are read of an answer that isn't JSON. A token in it is never cut in two. */
const maxTextBytes = 64 * 1024

/**
 * The service's own text, shortened and without secrets, or an empty string. `hide` shortens it before it searches it.
 */
export function textOf(answer: Answer, hide: (text: string) => string): string {
  if (isPage(answer)) return ''
  const problem = WireProblem.safeParse(jsonOf(answer))
  const text = problem.success
    ? (textOfProblem(problem.data) ?? '')
    : answer.body.subarray(0, maxTextBytes).toString('utf8')
  return hide(text).slice(0, maxReadLength).replaceAll(/\s+/g, ' ').trim().slice(0, maxReasonLength)
}

/**
 * The seconds of `Retry-After`, which is a number or a date (counted from the answer's own `Date`), or null without
 * one.
 */
export function retryAfterOf(answer: Answer, clock: Clock): number | null {
  const value = answer.headers.get('retry-after')?.trim()
  if (value === undefined || value === '') return null
  if (/^\d+$/.test(value)) return Number(value)
  const until = Date.parse(value)
  const from = Date.parse(answer.headers.get('date') ?? '')
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - (Number.isNaN(from) ? clock.now() : from)) / 1000))
}

const notThisService = (what: string, details: DeskErrorDetails): DeskError =>
  new DeskError('not_this_service', `What answered ${what} is not the service`, details)

/** The codes of an https request to a port that speaks another protocol. */
const otherProtocol = /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST|EPROTO|HPE_)/

/** Names what is wrong with the certificate or with the handshake, because each has another remedy. */
function tlsError(code: string | null, what: string, details: DeskErrorDetails): DeskError {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return new DeskError('tls_expired', `The certificate of ${what} is not valid today`, details)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return new DeskError('tls_wrong_host', `The certificate of ${what} is for another host`, details)
  if (code?.startsWith('ERR_SSL_') === true)
    return new DeskError('tls_protocol', `No TLS was agreed on with ${what}`, details)
  return new DeskError('tls_untrusted', `The certificate of ${what} is not trusted`, details)
}

/** Names why the proxy opened no tunnel. Its status is given in the words of the standard, never in the proxy's own. */
function proxyError(code: string | null, what: string, details: DeskErrorDetails): DeskError {
  const scheme = /^PROXY_SCHEME_(\w+)$/.exec(code ?? '')?.[1]
  if (scheme !== undefined)
    return new DeskError('proxy_scheme', `The proxy before ${what} requires another kind of sign-in than Basic`, {
      ...details,
      scheme,
    })
  if (code === 'PROXY_CREDENTIALS')
    return new DeskError('proxy_credentials_refused', `The proxy before ${what} refused the credentials`, details)
  const status = Number(/^PROXY_STATUS_(\d+)$/.exec(code ?? '')?.[1])
  if (Number.isNaN(status)) return new DeskError('proxy_unreachable', `The proxy before ${what} can't be used`, details)
  if (status === 407)
    return new DeskError('proxy_authentication', `The proxy before ${what} requires credentials`, {
      ...details,
      status,
    })
  const reason = [String(status), STATUS_CODES[status] ?? ''].join(' ').trim()
  return new DeskError('proxy_refused', `The proxy before ${what} refused the connection`, {
    ...details,
    status,
    reason,
  })
}

export function failureError(failure: Failure, what: string): DeskError {
  const details: DeskErrorDetails = { cause: failure.cause, systemCode: failure.code }
  if (failure.code !== null && otherProtocol.test(failure.code)) return notThisService(what, details)
  switch (failure.cause) {
    case 'aborted':
      return new DeskError('aborted', `The call of ${what} was aborted`)
    case 'tls':
      return tlsError(failure.code, what, details)
    case 'headers_timeout':
    case 'total_timeout':
      return new DeskError('service_timeout', `${what} took too long`, details)
    case 'reset':
    case 'cut':
      return new DeskError('service_cut_off', `The answer of ${what} was cut off`, details)
    case 'too_large':
      return new DeskError('too_large', `The answer of ${what} is too large`, details)
    case 'no_token':
      return new DeskError('credentials_rejected', `There is no token for ${what}`, details)
    case 'proxy':
      return proxyError(failure.code, what, details)
    case 'other':
      // A service that began to answer is reachable; an answer that was encoded wrongly is unreadable.
      if (failure.headReceived)
        return new DeskError('unreadable_answer', `The answer of ${what} does not fit its head`, {
          ...details,
          reason: 'does not fit its head',
        })
      return new DeskError('address_unreachable', `${what} can't be reached`, details)
    case 'dns':
    case 'refused':
    case 'connect_timeout':
      return new DeskError('address_unreachable', `${what} can't be reached`, details)
  }
}

/** Returns the error for a status outside 200 to 299. The caller has handled `refusesToken` before. */
function statusError(answer: Answer, { what, hide, clock, mayBeMissing }: ResponseContext): DeskError {
  const { status } = answer
  if (status < 400) return notThisService(what, { status, redirect: status >= 300 })
  const reason = textOf(answer, hide)
  if (status === 429)
    return new DeskError('rate_limited', `${what} gets too many requests`, {
      status,
      retryAfter: retryAfterOf(answer, clock),
      reason,
    })
  if (status >= 500 || status === 408 || status === 425) {
    return new DeskError('service_failed', `${what} failed with ${String(status)}`, {
      status,
      retryAfter: retryAfterOf(answer, clock),
      reason,
    })
  }
  if (isPage(answer)) return notThisService(what, { status })
  if (status === 401)
    return new DeskError('credentials_rejected', `${what} rejected the credentials`, { status, reason })
  if (status === 404)
    return mayBeMissing === true
      ? new DeskError('not_found', `${what} was not found`, { status, reason })
      : notThisService(what, { status })
  return new DeskError('service_refused', `${what} was refused with ${String(status)}`, { status, reason })
}

/** Returns a successful answer and throws a DeskError for every other one. */
export function successOf(exchange: Exchange, context: ResponseContext): Answer {
  if (exchange.type === 'failure') throw failureError(exchange, context.what)
  if (exchange.status < 200 || exchange.status > 299) throw statusError(exchange, context)
  if (isPage(exchange)) throw notThisService(context.what, { status: exchange.status, page: true })
  return exchange
}

/** The JSON of a successful answer. Throws `unreadable_answer` where the body is not JSON. */
export function successJson(exchange: Exchange, context: ResponseContext): unknown {
  const json = jsonOf(successOf(exchange, context))
  if (json === undefined)
    throw new DeskError('unreadable_answer', `The answer of ${context.what} is not JSON`, { reason: 'not JSON' })
  return json
}
