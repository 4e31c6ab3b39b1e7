/**
 * The eSIM about which a caller asks: the one by whose number the customer was found, the last time they were opened
 * from a search.
 */
import { defineStore } from 'pinia'
import type { CustomerRow, EsimView } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { useConnectionMap } from './useConnectionMap.ts'

/** The digits that were found in an ICCID or IMSI, and where in it. */
interface Found {
  readonly digits: string
  readonly at: 'whole' | 'start' | 'end'
}

function foundIn({ value, start, end }: NonNullable<CustomerRow['match']>): Found {
  const at = start > 0 ? 'end' : end < value.length ? 'start' : 'whole'
  return { digits: value.slice(start, end), at }
}

/** As the search compares numbers, so that digits elsewhere in another number make nothing ambiguous. */
function isIn({ digits, at }: Found, number: string): boolean {
  switch (at) {
    case 'whole':
      return number === digits
    case 'start':
      return number.startsWith(digits)
    case 'end':
      return number.endsWith(digits)
  }
}

export const useAskedEsim = defineStore('askedEsim', () => {
  const numbers = useConnectionMap<CustomerUid, Found>()
  return {
    /** Called when a customer is opened. `match` is where the search has found them, or `null` without a search. */
    note(uid: CustomerUid, match: CustomerRow['match']): void {
      if (match?.field === 'iccid' || match?.field === 'imsi') numbers.set(uid, foundIn(match))
      else if (numbers.get(uid) !== undefined) numbers.remove(uid)
    },
    /** Digits that several of the customer's eSIMs have say nothing of one. */
    of<Esim extends Pick<EsimView, 'iccid' | 'imsi'>>(uid: CustomerUid, esims: readonly Esim[]): Esim | undefined {
      const found = numbers.get(uid)
      if (found === undefined) return undefined
      const [first, ...others] = esims.filter(
        ({ iccid, imsi }) => isIn(found, iccid) || (imsi !== null && isIn(found, imsi)),
      )
      return others.length === 0 ? first : undefined
    },
  }
})
