/** Where a program may look for updates. Packaging and the running program judge an address by this one rule. */
import { isLoopbackHost } from '../../../loopbackHost.ts'

/** The result ends with a slash, so that the files are looked for below it. Throws for an address that can't be used. */
export function updateAddress(text: string): URL {
  const url = new URL(text)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
  if (!isSafe) throw new TypeError('The address of updates has to begin with https://')
  if (url.username !== '' || url.password !== '')
    throw new TypeError('The address of updates must not hold credentials')
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}
