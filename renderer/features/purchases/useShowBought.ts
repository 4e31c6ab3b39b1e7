/** Opens the customer of a purchase for a new customer, with the outcome and what was bought. */
import { useRouter } from 'vue-router'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { usePendingNavigation } from '../../lib/pendingNavigation.ts'
import { useSearch } from '../customers/search.store.ts'
import { useOutcomes } from '../money/outcomes.ts'

/** `withQrCode`: the QR code of the new eSIM is shown as well. */
type ShowBought = (operation: OperationRow, options?: { readonly withQrCode: boolean }) => void

export function useShowBought(): ShowBought {
  const router = useRouter()
  const pendingNavigation = usePendingNavigation()
  const store = useOutcomes()
  const search = useSearch()

  return (operation, { withQrCode } = { withQrCode: true }) => {
    const { customerUid, itemUid, esimUid } = operation
    if (customerUid === null) return store.addRegisters([operation])
    store.add(customerUid, [operation])
    store.update(operation)
    store.dismissRegister(operation.id)
    // The link back to an earlier search would stand above somebody whom it did not find.
    search.clear()
    pendingNavigation.set({ what: 'bought', customerUid, itemUid, esimUid: withQrCode ? esimUid : null })
    void router.push({ name: 'customer', params: { uid: customerUid } })
  }
}
