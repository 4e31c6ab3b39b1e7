/** Opens the dialog of a sale to a new customer, which the frame shows over any page. */
import { defineStore } from 'pinia'
import { ref } from 'vue'

export const useNewSaleRequests = defineStore('newSaleRequests', () => {
  /** The number of requests so far. The dialog is loaded with the first one. */
  const count = ref(0)
  /** A sale was left for the setting that it needs. What was typed is there again when the dialog is opened. */
  const isSuspended = ref(false)
  /** The dialog was opened to go on with the sale that was left. */
  const continues = ref(false)
  function request(goesOn: boolean): void {
    continues.value = goesOn
    isSuspended.value = false
    count.value += 1
  }
  const open = (): void => request(false)
  const goOn = (): void => request(true)
  /** Called when the dialog is removed together with its connection. */
  function reset(): void {
    isSuspended.value = false
    count.value = 0
  }
  return { count, isSuspended, continues, open, goOn, reset }
})
