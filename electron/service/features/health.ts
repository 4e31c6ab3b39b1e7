/**
 * Decides from the outcomes of calls whether the service can be used. One failed call is not enough, unless it shows
 * that nothing can be reached; two calls in a row without a complete answer are. After that only the answer to a call
 * shows that the service works again, because a gateway in front of it may answer token requests.
 */
import { asDeskError, type DeskErrorCode } from '#shared/errors.ts'
import { failureError } from '../parsing/answer.ts'
import type { Exchange } from '../http/exchange.ts'

export interface Health {
  readonly state: 'online' | 'offline' | 'credentials_rejected'
  readonly problem: DeskErrorCode | null
}

interface HealthWatch {
  /** Reports the outcome of a read and passes it on. Errors become DeskErrors. */
  readonly read: <T>(call: Promise<T>) => Promise<T>
  /** Does the same for a token request. */
  readonly token: <T>(call: Promise<T>) => Promise<T>
  /** Receives how an exchange ended. Its repeats count as one; token requests are not among them. */
  readonly onOutcome: (outcome: Exchange) => void
}

/** The errors that mean that the service can't be reached at all, whatever the request was. */
const unreachable: ReadonlySet<DeskErrorCode> = new Set<DeskErrorCode>([
  'address_unreachable',
  'tls_untrusted',
  'tls_expired',
  'tls_wrong_host',
  'tls_protocol',
  'proxy_unreachable',
  'proxy_refused',
  'proxy_authentication',
  'proxy_credentials_refused',
  'proxy_scheme',
])
const silence: ReadonlySet<DeskErrorCode> = new Set<DeskErrorCode>(['service_timeout', 'service_cut_off'])
const silentInARow = 2

export function createHealthWatch(onHealth: (health: Health) => void): HealthWatch {
  let silent = 0

  const watched = async <T>(
    call: Promise<T>,
    shows: { readonly online: () => boolean; readonly offline: boolean },
  ): Promise<T> => {
    try {
      const result = await call
      if (shows.online()) onHealth({ state: 'online', problem: null })
      return result
    } catch (thrown) {
      const error = asDeskError(thrown)
      const { code } = error
      if (code === 'credentials_rejected' || code === 'secret_missing')
        onHealth({ state: 'credentials_rejected', problem: code })
      else if (code !== 'aborted' && shows.offline) onHealth({ state: 'offline', problem: code })
      throw error
    }
  }

  return {
    read: (call) => watched(call, { online: () => true, offline: false }),
    token: (call) => watched(call, { online: () => silent < silentInARow, offline: true }),
    onOutcome(outcome) {
      if (outcome.type === 'answer') {
        silent = 0
        return
      }
      const { code } = failureError(outcome, 'the service')
      if (unreachable.has(code)) onHealth({ state: 'offline', problem: code })
      // A service that begins to answer is reachable, but one that breaks off still can't be used.
      if (outcome.headReceived && code !== 'service_cut_off') silent = 0
      else if (silence.has(code)) silent += 1
      else return
      if (silent >= silentInARow) onHealth({ state: 'offline', problem: code })
    },
  }
}
