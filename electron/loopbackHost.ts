/** The one rule of what can't leave this machine: `localhost`, 127.0.0.0/8 and ::1. A subdomain of localhost may be resolved elsewhere. */
import { isIP } from 'node:net'

/** `hostname` as a URL has it, an IPv6 address in brackets or not. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Whether an http(s) address can't leave this machine. */
export function isLoopback(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && isLoopbackHost(url.hostname)
}
