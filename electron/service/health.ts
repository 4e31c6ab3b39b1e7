/**
 * Whether the service can be used, from what calls see. One call that fails says little; that nothing can be reached
 * says it at once, and so do two calls in a row to which not one byte was answered.
 */
import { asDeskError, type DeskErrorCode } from '#shared/errors.ts'
import { failureError } from './answer.ts'
import type { Exchange } from './exchange.ts'

export interface Health {
  readonly state: 'online' | 'offline' | 'credentials_rejected'
  readonly problem: DeskErrorCode | null
}

export interface HealthWatch {
  /** Passes on what becomes of a call, its errors as DeskErrors, and reports it. `isOffline` says which of its errors mean that. */
  readonly call: <T>(call: Promise<T>, isOffline: (code: DeskErrorCode) => boolean) => Promise<T>
  /** How an exchange ended, its repeats counted as one. */
  readonly saw: (outcome: Exchange) => void
}

/** What says that the service can't be reached at all, whatever was asked. */
const unreachable: ReadonlySet<DeskErrorCode> = new Set<DeskErrorCode>(['address_unreachable', 'tls_untrusted'])
const silence: ReadonlySet<DeskErrorCode> = new Set<DeskErrorCode>(['service_timeout', 'service_cut_off'])
const silentInARow = 2

export function createHealthWatch(onHealth: (health: Health) => void): HealthWatch {
  let silent = 0

  return {
    async call(call, isOffline) {
      try {
        const result = await call
        onHealth({ state: 'online', problem: null })
        return result
      } catch (thrown) {
        const error = asDeskError(thrown)
        const { code } = error
        if (code === 'credentials_rejected' || code === 'secret_missing') onHealth({ state: 'credentials_rejected', problem: code })
        else if (code !== 'aborted' && isOffline(code)) onHealth({ state: 'offline', problem: code })
        throw error
      }
    },
    saw(outcome) {
      if (outcome.type === 'answer' || outcome.heard) {
        silent = 0
        return
      }
      const { code } = failureError(outcome, 'the service')
      if (unreachable.has(code)) onHealth({ state: 'offline', problem: code })
      if (!silence.has(code)) return
      silent += 1
      if (silent >= silentInARow) onHealth({ state: 'offline', problem: code })
    },
  }
}
