/**
 * The setting of the proxy as it is typed: empty (the system's), `direct`, or the address of a proxy without
 * credentials and path.
 */
import * as z from 'zod'

const address = /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9._-]*[a-z0-9])?\.?)(:(?<port>\d{1,5}))?\/?$/i
const highestPort = 65_535

export const isDirect = (text: string): boolean => text.trim().toLowerCase() === 'direct'

/** Whether the text names a proxy. */
export function isProxyAddress(text: string): boolean {
  const found = address.exec(text.trim())
  const port = Number(found?.groups?.['port'] ?? 1)
  return found !== null && port > 0 && port <= highestPort
}

export const ProxySetting = z
  .string()
  .trim()
  .max(500)
  .refine((text) => isDirect(text) || isProxyAddress(text))
