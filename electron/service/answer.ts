/**
 * What an answer to a read is, as far as it isn't the data asked for: the service's refusal in its own words, or
 * something that isn't the service at all. Bodies of errors: interface 7 and the field notes' three shapes.
 */
import { STATUS_CODES } from 'node:http'
import { DeskError, type DeskErrorDetails } from '#shared/errors.ts'
import { isHtmlPage } from '#shared/wire/page.ts'
import { textOfProblem, WireProblem } from '#shared/wire/problem.ts'
import type { Clock } from '../clock.ts'
import type { Answer, Exchange, Failure } from './exchange.ts'

export interface Judged {
  /** Names the endpoint in messages: no uid, no query. */
  readonly what: string
  readonly hide: (text: string) => string
  readonly clock: Clock
  /** A 404 in the service's own form means that the thing asked for isn't there; else the path isn't. */
  readonly mayBeMissing?: boolean
}

const maxReasonLength = 300
/** Code units that are read of what `hide` leaves; some callers hide nothing. */
const maxReadWords = 4000

/** In lower case, without parameters; null where none was sent. */
export function contentTypeOf(answer: Answer): string | null {
  const type = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  return type === undefined || type === '' ? null : type
}

export const isPage = (answer: Answer): boolean =>
  isHtmlPage(contentTypeOf(answer), answer.body.subarray(0, 200).toString('utf8'))

/** Undefined for what is no JSON. */
export function jsonOf(answer: Answer): unknown {
  try {
    return JSON.parse(answer.body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** A token that isn't active: 401, or 403 with the text `{active = false}` (interface 7) or with no words at all. */
export function refusesToken(exchange: Exchange): boolean {
  if (exchange.type === 'failure' || isPage(exchange)) return false
  if (exchange.status === 401) return true
  const text = exchange.body.subarray(0, 1000).toString('utf8')
  return exchange.status === 403 && (text.trim() === '' || /\bactive"?\s*[=:]\s*false\b/i.test(text))
}

/** Bytes that are read of an answer that isn't JSON: a token in it is seen as a whole. */
const maxTextBytes = 64 * 1024

/** The service's own words, shortened and without secrets; empty where it said nothing. `hide` cuts them before it reads them. */
export function wordsOf(answer: Answer, hide: (text: string) => string): string {
  if (isPage(answer)) return ''
  const problem = WireProblem.safeParse(jsonOf(answer))
  const said = problem.success
    ? (textOfProblem(problem.data) ?? '')
    : answer.body.subarray(0, maxTextBytes).toString('utf8')
  return hide(said).slice(0, maxReadWords).replaceAll(/\s+/g, ' ').trim().slice(0, maxReasonLength)
}

/** Seconds of `Retry-After`, given as number or date (counted from the answer's own `Date`); null where there is none. */
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

/** An https request to a port that speaks something else. */
const otherProtocol = /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST|EPROTO|HPE_)/

/** What is wrong with the certificate, or why none was agreed on: each has another remedy. */
function tlsError(code: string | null, what: string, details: DeskErrorDetails): DeskError {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return new DeskError('tls_expired', `The certificate of ${what} is not valid today`, details)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return new DeskError('tls_wrong_host', `The certificate of ${what} is for another host`, details)
  if (code?.startsWith('ERR_SSL_') === true)
    return new DeskError('tls_protocol', `No TLS was agreed on with ${what}`, details)
  return new DeskError('tls_untrusted', `The certificate of ${what} is not trusted`, details)
}

/** Why the proxy gave no way; its status in the words of the standard, none of the proxy's own. */
function proxyError(code: string | null, what: string, details: DeskErrorDetails): DeskError {
  const scheme = /^PROXY_SCHEME_(\w+)$/.exec(code ?? '')?.[1]
  if (scheme !== undefined)
    return new DeskError('proxy_scheme', `The proxy before ${what} wants another kind of sign-in than Basic`, {
      ...details,
      scheme,
    })
  const status = Number(/^PROXY_STATUS_(\d+)$/.exec(code ?? '')?.[1])
  if (Number.isNaN(status)) return new DeskError('proxy_unreachable', `The proxy before ${what} can't be used`, details)
  if (status === 407)
    return new DeskError('proxy_authentication', `The proxy before ${what} wants other credentials`, {
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
      // Who answered is there: what it packed wrongly is unreadable, whatever else is not.
      if (failure.heard)
        return new DeskError('unreadable_answer', `The answer of ${what} is not as its head says`, {
          ...details,
          reason: 'not as its head says',
        })
      return new DeskError('address_unreachable', `${what} can't be reached`, details)
    case 'dns':
    case 'refused':
    case 'connect_timeout':
      return new DeskError('address_unreachable', `${what} can't be reached`, details)
  }
}

/** The error that an answer outside 200 to 299 is; `refusesToken` was handled before. */
function statusError(answer: Answer, { what, hide, clock, mayBeMissing }: Judged): DeskError {
  const { status } = answer
  if (status < 400) return notThisService(what, { status, redirect: status >= 300 })
  if (status === 429)
    return new DeskError('rate_limited', `${what} is asked too often`, {
      status,
      retryAfter: retryAfterOf(answer, clock),
    })
  if (status >= 500 || status === 408 || status === 425) {
    return new DeskError('service_failed', `${what} failed with ${String(status)}`, {
      status,
      retryAfter: retryAfterOf(answer, clock),
    })
  }
  if (isPage(answer)) return notThisService(what, { status })
  const reason = wordsOf(answer, hide)
  if (status === 401)
    return new DeskError('credentials_rejected', `${what} rejected the credentials`, { status, reason })
  if (status === 404)
    return mayBeMissing === true
      ? new DeskError('not_found', `${what} was not found`, { status, reason })
      : notThisService(what, { status })
  return new DeskError('service_refused', `${what} was refused with ${String(status)}`, { status, reason })
}

/** The whole answer, if it is one of success. Throws what else it is. */
export function successOf(exchange: Exchange, judged: Judged): Answer {
  if (exchange.type === 'failure') throw failureError(exchange, judged.what)
  if (exchange.status < 200 || exchange.status > 299) throw statusError(exchange, judged)
  if (isPage(exchange)) throw notThisService(judged.what, { status: exchange.status, page: true })
  return exchange
}

/** The JSON of a successful answer. Throws `unreadable_answer` where it is none. */
export function successJson(exchange: Exchange, judged: Judged): unknown {
  const json = jsonOf(successOf(exchange, judged))
  if (json === undefined)
    throw new DeskError('unreadable_answer', `The answer of ${judged.what} is not JSON`, { reason: 'not JSON' })
  return json
}
