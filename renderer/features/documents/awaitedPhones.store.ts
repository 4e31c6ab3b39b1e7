/**
 * The phones that are awaited since the code of an eSIM was handed over. They outlive the page of their customer, and
 * are gone when the desk ends or another connection is opened.
 */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { CustomerUid, EsimUid } from '#shared/wire/ids.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { onDeskEvent } from '../../lib/desk.ts'
import { type AwaitedPhone, type EsimReading, isEager, isOver, withEvent, withReading } from './awaitedPhone.ts'
import { readEsimEvents } from './esimEvents.ts'

/** Of more, the oldest are forgotten. */
const maxPhones = 200

export const useAwaitedPhones = defineStore('awaitedPhones', () => {
  /** Newest first. */
  const phones = shallowRef<readonly AwaitedPhone[]>([])
  const connection = useConnection()
  watch(
    () => connection.key,
    () => (phones.value = []),
    { flush: 'sync' },
  )

  /** Applies a change to each phone, and notifies watchers only if there was one. */
  function update(change: (phone: AwaitedPhone) => AwaitedPhone): void {
    const changed = phones.value.map(change)
    if (changed.some((phone, at) => phone !== phones.value[at])) phones.value = changed
  }

  async function reload({ iccid }: AwaitedPhone): Promise<void> {
    const newestFirst = await readEsimEvents(iccid)
    update((phone) => newestFirst.toReversed().reduce(withEvent, phone))
  }
  onDeskEvent('events.changed', ({ arrived, reload: hasMore }) => {
    if (hasMore) for (const phone of phones.value) void reload(phone)
    else update((phone) => arrived.reduce(withEvent, phone))
  })

  return {
    of: (uid: CustomerUid): readonly AwaitedPhone[] => phones.value.filter(({ customerUid }) => customerUid === uid),
    begin(phone: Pick<AwaitedPhone, 'customerUid' | 'esimUid' | 'iccid' | 'how' | 'seenBefore'>): void {
      const others = phones.value.filter(({ esimUid }) => esimUid !== phone.esimUid).slice(0, maxPhones - 1)
      phones.value = [{ ...phone, since: Date.now(), signs: [], readAt: null, networkAt: null }, ...others]
    },
    read: (esimUid: EsimUid, reading: EsimReading): void =>
      update((phone) => (phone.esimUid === esimUid ? withReading(phone, reading) : phone)),
    isEager: (uid: CustomerUid): boolean =>
      phones.value.some((phone) => phone.customerUid === uid && isEager(phone, Date.now())),
    /** Called when the page of the customer is left. Phones that are not awaited any more are not shown again. */
    leave: (uid: CustomerUid): void =>
      void (phones.value = phones.value.filter((phone) => phone.customerUid !== uid || !isOver(phone, Date.now()))),
    dismiss: (uid: EsimUid): void => void (phones.value = phones.value.filter(({ esimUid }) => esimUid !== uid)),
  }
})
