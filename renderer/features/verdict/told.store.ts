/**
 * What an agent learned on the phone: the country where a customer is, the device, and the language of the sentences to
 * say. It is kept for each customer while the window is open, and is neither stored nor sent.
 */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { useConnection } from '../../lib/connection.store.ts'

export interface Told {
  /** ISO2 code. */
  readonly country: string | null
  readonly device: string | null
  readonly language: SheetLanguage | null
}

const nothing: Told = { country: null, device: null, language: null }

export const useTold = defineStore('told', () => {
  const byCustomer = shallowRef<ReadonlyMap<CustomerUid, Told>>(new Map())
  const connection = useConnection()
  watch(
    () => connection.key,
    () => (byCustomer.value = new Map()),
    { flush: 'sync' },
  )
  const of = (uid: CustomerUid): Told => byCustomer.value.get(uid) ?? nothing
  return {
    of,
    change: (uid: CustomerUid, changes: Partial<Told>): void =>
      void (byCustomer.value = new Map(byCustomer.value).set(uid, { ...of(uid), ...changes })),
  }
})
