/** The customers of the local list, in the order and the filter that the window shows. It outlives their page. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { desk } from '../../lib/desk.ts'
import { useServiceNow } from '../../lib/useServiceNow.ts'
import { createCustomerWindow } from './customerWindow.ts'

/** Remembers the service's time in its latest answer, from which times are counted. */
function trackServiceTime() {
  /** The time, and when the answer arrived. */
  const serviceTime = shallowRef<{ readonly asOf: string; readonly at: number } | null>(null)
  const withServiceTime =
    <Input, Page extends { readonly asOf: string }>(request: (input: Input) => Promise<Page>) =>
    async (input: Input): Promise<Page> => {
      const page = await request(input)
      serviceTime.value = { asOf: page.asOf, at: Date.now() }
      return page
    }
  const now = useServiceNow(
    () => serviceTime.value?.asOf ?? null,
    () => serviceTime.value?.at ?? null,
  )
  return { serviceTime, withServiceTime, now }
}

export const useCustomerList = defineStore('customer list', () => {
  const { serviceTime, withServiceTime, now } = trackServiceTime()
  const { heldView, reset, ...list } = createCustomerWindow(withServiceTime(desk.customers.browse))
  return {
    ...list,
    /** The order and filter of the rows and numbers that are there, until those of `view` have come. */
    listedView: computed(heldView),
    /** Whether the list has only those customers who came first. It has all whose operation is unconfirmed. */
    isLimited: computed(() => list.counts.value === null && heldView().filter !== 'unconfirmed'),
    /** The service's present time, as far as its latest answer contains it. */
    now,
    /** Makes a request whose answer contains the service's time. */
    withServiceTime,
    reset(): void {
      reset()
      serviceTime.value = null
    },
  }
})
