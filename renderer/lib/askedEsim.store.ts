/**
 * The eSIM about which a caller asks: the one by whose number the customer was found, the last time they were opened
 * from a search.
 */
import { defineStore } from 'pinia'
import type { CustomerRow, EsimView } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { useConnectionMap } from './useConnectionMap.ts'

export const useAskedEsim = defineStore('askedEsim', () => {
  /** The part of an ICCID or IMSI that was found. */
  const digits = useConnectionMap<CustomerUid, string>()
  return {
    /** Called when a customer is opened. `match` is where the search has found them, or `null` without a search. */
    note(uid: CustomerUid, match: CustomerRow['match']): void {
      if (match?.field === 'iccid' || match?.field === 'imsi')
        digits.set(uid, match.value.slice(match.start, match.end))
      else if (digits.get(uid) !== undefined) digits.remove(uid)
    },
    /** Digits that several of the customer's eSIMs have say nothing of one. */
    of<Esim extends Pick<EsimView, 'iccid' | 'imsi'>>(uid: CustomerUid, esims: readonly Esim[]): Esim | undefined {
      const part = digits.get(uid)
      if (part === undefined) return undefined
      const [first, ...others] = esims.filter(
        ({ iccid, imsi }) => iccid.includes(part) || imsi?.includes(part) === true,
      )
      return others.length === 0 ? first : undefined
    },
  }
})
