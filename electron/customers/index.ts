export { createCustomers } from './customers.ts'
export { deleteLinks } from './links/store.ts'
export type { Customers, CustomersOptions } from './options.ts'
export { deleteTicks } from './today.ts'
