/** Checks a connection before it is opened, by requesting its first token. */
import { asDeskError, type DeskErrorCode } from '#shared/errors.ts'
import { endsWithin } from '../base/withTimeout.ts'
import type { Session } from './session.ts'

/** Temporary failures: the connection is opened anyway, because the local directory can be used meanwhile. */
const temporaryCodes = new Set<DeskErrorCode>([
  'address_unreachable',
  'service_timeout',
  'service_cut_off',
  'service_failed',
  'rate_limited',
  'proxy_unreachable',
])
/** Failures that count as temporary if the service worked before: a captive portal or a proxy can cause them. */
const temporaryIfItWorkedCodes = new Set<DeskErrorCode>([
  'tls_untrusted',
  'tls_expired',
  'tls_wrong_host',
  'tls_protocol',
  'not_this_service',
  'proxy_refused',
  'proxy_authentication',
  'proxy_credentials_refused',
  'proxy_scheme',
])

interface Check {
  /** Whether the service was reached with these settings before. */
  readonly hasWorked: boolean
  /** Milliseconds to wait for a service that worked before. After that the check goes on in the background. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Waits for the token. Throws errors that make opening pointless; an unreachable service is not one of them. */
export async function passCheck(next: Session, { hasWorked, timeoutMs, signal }: Check): Promise<void> {
  const checked = next.check(signal)
  try {
    if (hasWorked) await endsWithin(checked, timeoutMs)
    else await checked
  } catch (thrown) {
    const { code } = asDeskError(thrown)
    if (temporaryCodes.has(code) || (hasWorked && temporaryIfItWorkedCodes.has(code))) return
    await next.close()
    throw thrown
  }
}
