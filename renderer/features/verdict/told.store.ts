/**
 * What an agent learned on the phone: the country where a customer is, the device, and the language of the sentences to
 * say, and which outcomes were there before. It is kept for each customer while the window is open, and is neither
 * stored nor sent.
 */
import { defineStore } from 'pinia'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { useConnectionMap } from '../../lib/useConnectionMap.ts'

export interface Told {
  /** ISO2 code. */
  readonly country: string | null
  readonly device: string | null
  readonly language: SheetLanguage | null
  /** The outcomes of operations, as `useSaid` names them, than which the verdict is newer. */
  readonly past: readonly string[]
}

const nothing: Told = { country: null, device: null, language: null, past: [] }

export const useTold = defineStore('told', () => {
  const byCustomer = useConnectionMap<CustomerUid, Told>()
  const of = (uid: CustomerUid): Told => byCustomer.get(uid) ?? nothing
  const change = (uid: CustomerUid, changes: Partial<Told>): void => byCustomer.set(uid, { ...of(uid), ...changes })
  return {
    of,
    change,
    /**
     * What was learned on a call counts for another record of the person, too: where the caller is, and the device and
     * the language if none is known there.
     */
    carry(from: CustomerUid, to: CustomerUid): void {
      const known = of(to)
      const { country, device, language } = of(from)
      change(to, {
        country: country ?? known.country,
        device: known.device ?? device,
        language: known.language ?? language,
      })
    },
  }
})
