export { createCustomers } from './customers.ts'
export type { Customers, CustomersOptions } from './options.ts'
