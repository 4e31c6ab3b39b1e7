/** Addresses of the service: https, or http for this machine alone; what may stand in one and how paths are joined. */
import { DeskError } from '#shared/errors.ts'
import { trimSlashes } from '#shared/model/trimEnd.ts'
import { isLoopbackHost } from '../loopbackHost.ts'

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

/** As it is kept and compared: no slash at the end. */
export const normalAddress = (text: string): string => parseAddress(text).href.replace(/\/$/, '')

/** One variable part of a path. Throws `invalid_input` for what no path can carry. */
export function pathPart(text: string): string {
  if (!text.isWellFormed()) throw new DeskError('invalid_input', 'This can not be part of an address')
  return encodeURIComponent(text)
}

/**
 * `path` starts with a slash; its variable parts went through `pathPart`. Throws `invalid_input` where the address would
 * have another path: `.` and `..` name a place relative to another, however they are encoded.
 */
export function addressOf(base: URL, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(base)
  const whole = trimSlashes(base.pathname) + path
  url.pathname = whole
  if (url.pathname !== whole) throw new DeskError('invalid_input', 'This can not be part of an address')
  url.search = new URLSearchParams(query).toString()
  return url
}
