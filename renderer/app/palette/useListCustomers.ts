/** Opens the list of customers with a filter or a country. A search covers all of them, so it ends. */
import { useRouter } from 'vue-router'
import type { CustomerListView } from '#shared/model/customer/customerList.ts'
import { useSearch } from '../../features/customers/search.store.ts'
import { useCustomerList } from '../../features/customers/customerList.store.ts'

export function useListCustomers(): (view: Pick<CustomerListView, 'filter' | 'country'>) => void {
  const router = useRouter()
  const search = useSearch()
  const customerList = useCustomerList()
  return (view) => {
    search.clear()
    void customerList.change(view)
    void router.push({ path: '/customers' })
  }
}
