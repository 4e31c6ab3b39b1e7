/** What the state of one eSIM profile means for the customer (interface 3.1). The cards of the eSIMs use it as well. */
import { maybeSeen, wasRemoved } from '#shared/model/esim/esimState.ts'
import type { EsimView } from '#shared/model/customer/views.ts'
import type { CauseId } from './cause.ts'

export type EsimCauseId = Extract<
  CauseId,
  'notInstalled' | 'removed' | 'disabled' | 'esimError' | 'esimUnknown' | 'esimStateMissing' | 'neverSeen'
>

/** Returns `null` if nothing is known to be wrong with the profile. */
export function esimCause(esim: Pick<EsimView, 'state' | 'raw' | 'lastSeen' | 'unreadable'>): EsimCauseId | null {
  switch (esim.state) {
    case 'released':
      return wasRemoved(esim) ? 'removed' : 'notInstalled'
    case 'disabled':
      return 'disabled'
    case 'error':
      return 'esimError'
    case 'unknown':
      return (esim.raw ?? '').trim() === '' ? 'esimStateMissing' : 'esimUnknown'
    case 'installed':
      return maybeSeen(esim) ? null : 'neverSeen'
  }
}
