/**
 * The columns of the list of customers and of the results of a search. What a small window leaves out is on the
 * customer's page.
 */
import type { CustomerListView, CustomerSort } from '#shared/model/customer/customerList.ts'
import type { TableColumn } from '../../ui/table.ts'

/**
 * @param view the order and the filter of the list, or `null` for the results of a search
 * @param isRoomy there is room for the last sale also where the list has another order
 */
export function customerColumns(view: CustomerListView | null, isRoomy: boolean) {
  // In a result of a search the address has one line above the match, so it takes more of the width.
  const [customer, packages] = view === null ? ['5fr', '3fr'] : ['4fr', '4fr']
  const packagesWidth = `minmax(150px, ${packages})`
  const columns = [
    { key: 'customer', width: `minmax(150px, ${customer})`, sort: 'email' },
    // The German state of an eSIM that is not installed is the longest, beside the digits and the number of others.
    { key: 'esims', width: 'minmax(188px, 0.6fr)' },
    { key: 'packages', width: { wide: packagesWidth, medium: packagesWidth } },
    { key: 'remaining', width: '78px', hint: true, align: 'end', sort: 'remaining' },
    // Customers in the filter of ended packages have no next expiry. The Spanish time is the longest.
    view?.filter === 'expired' ? { key: 'ended', width: '98px' } : { key: 'expiry', width: '98px', sort: 'expiry' },
    { key: 'lastSeen', width: { wide: '86px' }, sort: 'lastSeen', latestFirst: true },
    { key: 'sold', width: '86px', sort: 'sold', latestFirst: true },
  ] as const satisfies readonly TableColumn<CustomerSort>[]
  return columns.filter(({ key }) => key !== 'sold' || isRoomy || view?.sort === 'sold')
}
