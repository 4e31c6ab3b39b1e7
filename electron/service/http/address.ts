/** Checks and joins addresses of the service. An address has to be https; http is allowed for this machine alone. */
import { DeskError } from '#shared/errors.ts'
import { trimSlashes } from '#shared/model/trimEnd.ts'
import { isLoopbackHost } from '../../base/loopbackHost.ts'

const refuse = (reason: string): never => {
  throw new DeskError('address_not_allowed', `The service address is not allowed: ${reason}`, { reason })
}

/**
 * The base address, without a slash at its end. Throws `address_not_allowed` with the reason: `unparsable`, `scheme`,
 * `not_https`, `credentials` or `query`.
 */
export function parseAddress(text: string): URL {
  const trimmed = text.trim()
  const url = URL.parse(trimmed) ?? refuse('unparsable')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('scheme')
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return refuse('not_https')
  if (url.username !== '' || url.password !== '') return refuse('credentials')
  if (trimmed.includes('?') || trimmed.includes('#')) return refuse('query')
  url.pathname = trimSlashes(url.pathname)
  return url
}

/** The form in which an address is stored and compared: without a slash at the end. */
export const normalAddress = (text: string): string => parseAddress(text).href.replace(/\/$/, '')

/** Encodes one variable part of a path. Throws `invalid_input` for text that no path can carry. */
export function pathPart(text: string): string {
  if (!text.isWellFormed()) throw new DeskError('invalid_input', 'This can not be part of an address')
  return encodeURIComponent(text)
}

/**
 * Joins an address. `path` starts with a slash, and its variable parts were encoded by `pathPart`. Throws
 * `invalid_input` where the address would have another path: `.` and `..` are relative, however they are encoded.
 */
export function addressOf(base: URL, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(base)
  const whole = trimSlashes(base.pathname) + path
  url.pathname = whole
  if (url.pathname !== whole) throw new DeskError('invalid_input', 'This can not be part of an address')
  url.search = new URLSearchParams(query).toString()
  return url
}
