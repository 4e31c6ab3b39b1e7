/**
 * Whether the service can be used, from what calls see. One call that fails says little; that nothing can be reached
 * says it at once, and so do two calls in a row that were not answered, or not to the end. After these only an answer to
 * a call says that it can be used again: a token is answered by what stands before it, too.
 */
import { asDeskError, type DeskErrorCode } from '#shared/errors.ts'
import { failureError } from './answer.ts'
import type { Exchange } from './exchange.ts'

export interface Health {
  readonly state: 'online' | 'offline' | 'credentials_rejected'
  readonly problem: DeskErrorCode | null
}

export interface HealthWatch {
  /** Passes on what becomes of a read, its errors as DeskErrors, and reports it. */
  readonly read: <T>(call: Promise<T>) => Promise<T>
  /** The same for asking for a token. */
  readonly token: <T>(call: Promise<T>) => Promise<T>
  /** How an exchange ended, its repeats counted as one; token requests are none of these. */
  readonly saw: (outcome: Exchange) => void
}

/** What says that the service can't be reached at all, whatever was asked. */
const unreachable: ReadonlySet<DeskErrorCode> = new Set<DeskErrorCode>([
  'address_unreachable',
  'tls_untrusted',
  'tls_expired',
  'tls_wrong_host',
  'tls_protocol',
  'proxy_unreachable',
  'proxy_refused',
  'proxy_authentication',
  'proxy_scheme',
])
const silence: ReadonlySet<DeskErrorCode> = new Set<DeskErrorCode>(['service_timeout', 'service_cut_off'])
const silentInARow = 2

export function createHealthWatch(onHealth: (health: Health) => void): HealthWatch {
  let silent = 0

  const watched = async <T>(
    call: Promise<T>,
    says: { readonly online: () => boolean; readonly offline: boolean },
  ): Promise<T> => {
    try {
      const result = await call
      if (says.online()) onHealth({ state: 'online', problem: null })
      return result
    } catch (thrown) {
      const error = asDeskError(thrown)
      const { code } = error
      if (code === 'credentials_rejected' || code === 'secret_missing')
        onHealth({ state: 'credentials_rejected', problem: code })
      else if (code !== 'aborted' && says.offline) onHealth({ state: 'offline', problem: code })
      throw error
    }
  }

  return {
    read: (call) => watched(call, { online: () => true, offline: false }),
    token: (call) => watched(call, { online: () => silent < silentInARow, offline: true }),
    saw(outcome) {
      if (outcome.type === 'answer') {
        silent = 0
        return
      }
      const { code } = failureError(outcome, 'the service')
      if (unreachable.has(code)) onHealth({ state: 'offline', problem: code })
      // Who begins to answer is there; who breaks off can't be used all the same.
      if (outcome.heard && code !== 'service_cut_off') silent = 0
      else if (silence.has(code)) silent += 1
      else return
      if (silent >= silentInARow) onHealth({ state: 'offline', problem: code })
    },
  }
}
