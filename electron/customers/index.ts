export { createCustomers, type Customers, type CustomersOptions } from './customers.ts'
