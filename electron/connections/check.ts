/** Whether a connection that is about to be opened is worth it: what is said at its first token. */
import { asDeskError, type DeskErrorCode } from '#shared/errors.ts'
import type { Session } from './session.ts'

/** The service is there, but not now: the local directory can be used meanwhile. */
const passing = new Set<DeskErrorCode>([
  'address_unreachable',
  'service_timeout',
  'service_cut_off',
  'service_failed',
  'rate_limited',
  'proxy_unreachable',
])
/** What a network in between does to a service that worked before: a captive portal, a proxy. */
const passingIfItWorked = new Set<DeskErrorCode>([
  'tls_untrusted',
  'tls_expired',
  'tls_wrong_host',
  'tls_protocol',
  'not_this_service',
  'proxy_refused',
  'proxy_authentication',
  'proxy_scheme',
])

export interface Check {
  /** Whether these settings worked before. */
  readonly worked: boolean
  /** Milliseconds that are waited for a service that worked before; the check then goes on in the background. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Waits for the token. Throws what makes opening pointless; an unreachable service is no such thing. */
export async function passCheck(next: Session, { worked, timeoutMs, signal }: Check): Promise<void> {
  const checked = next.check(signal)
  checked.catch(() => undefined)
  const enough = worked ? [new Promise<void>((resolve) => setTimeout(resolve, timeoutMs).unref())] : []
  try {
    await Promise.race([checked, ...enough])
  } catch (thrown) {
    const { code } = asDeskError(thrown)
    if (passing.has(code) || (worked && passingIfItWorked.has(code))) return
    await next.close()
    throw thrown
  }
}
