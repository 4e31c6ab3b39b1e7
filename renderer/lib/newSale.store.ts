/** Opens the dialog of a sale to a new customer, which the frame shows over any page. */
import { defineStore } from 'pinia'
import { ref } from 'vue'

export const useNewSaleRequests = defineStore('newSaleRequests', () => {
  /** The number of requests so far. The dialog is loaded with the first one. */
  const count = ref(0)
  return {
    count,
    open: (): void => void (count.value += 1),
    /** Called when the dialog is removed together with its connection. */
    reset: (): void => void (count.value = 0),
  }
})
