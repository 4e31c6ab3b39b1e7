/**
 * The only rule for addresses that cannot leave this machine: `localhost`, 127.0.0.0/8 and ::1. A subdomain of
 * localhost may be resolved elsewhere, so it does not count.
 */
import { isIP } from 'node:net'

/** Takes `hostname` as a URL has it, with or without brackets around an IPv6 address. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Whether an http(s) address cannot leave this machine. */
export function isLoopbackAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && isLoopbackHost(url.hostname)
}
