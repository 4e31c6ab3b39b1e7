/**
 * The eSIM about which a caller asks: the one by whose number the customer was found, the last time they were opened
 * from a search.
 */
import { defineStore } from 'pinia'
import type { CustomerRow, EsimView } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { useConnectionMap } from './useConnectionMap.ts'

export const useAskedEsim = defineStore('askedEsim', () => {
  /** The whole ICCID or IMSI, as the service sent it. */
  const numbers = useConnectionMap<CustomerUid, string>()
  return {
    /** Called when a customer is opened. `match` is where the search has found them, or `null` without a search. */
    note(uid: CustomerUid, match: CustomerRow['match']): void {
      if (match?.field === 'iccid' || match?.field === 'imsi') numbers.set(uid, match.value)
      else if (numbers.get(uid) !== undefined) numbers.remove(uid)
    },
    isAsked(uid: CustomerUid, { iccid, imsi }: Pick<EsimView, 'iccid' | 'imsi'>): boolean {
      const number = numbers.get(uid)
      return number !== undefined && (number === iccid || number === imsi)
    },
  }
})
