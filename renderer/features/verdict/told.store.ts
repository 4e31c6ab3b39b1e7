/**
 * What an agent learned on the phone: the country where a customer is, the device, and the language of the sentences to
 * say, and which outcomes were there before. It is kept for each customer while the window is open, and is neither
 * stored nor sent.
 */
import { defineStore } from 'pinia'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { useConnectionMap } from '../../lib/useConnectionMap.ts'

export interface Told {
  /** ISO2 code. */
  readonly country: string | null
  readonly device: string | null
  readonly language: SheetLanguage | null
  /** The outcomes of operations than which the verdict is newer, by their `outcomeKey`. */
  readonly past: readonly string[]
}

/** Another state of an operation is another outcome. */
export const outcomeKey = ({ id, state }: OperationRow): string => `${id} ${state}`

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
     * the language if none is known there. The verdict on that record is newer than the operations that have ended
     * there.
     */
    carry(from: CustomerUid, to: CustomerUid, operations: readonly OperationRow[]): void {
      const known = of(to)
      const { country, device, language } = of(from)
      change(to, {
        country: country ?? known.country,
        device: known.device ?? device,
        language: known.language ?? language,
        past: operations.map(outcomeKey),
      })
    },
  }
})
