/** Validates the address of updates. Packaging and the running program use this one rule. */
import { isLoopbackHost } from '../../../base/loopbackHost.ts'

/** Returns the URL with a trailing slash, so that files resolve below it. Throws for an address that cannot be used. */
export function updateAddress(text: string): URL {
  const url = new URL(text)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
  if (!isSafe) throw new TypeError('The address of updates has to begin with https://')
  if (url.username !== '' || url.password !== '')
    throw new TypeError('The address of updates must not hold credentials')
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}
