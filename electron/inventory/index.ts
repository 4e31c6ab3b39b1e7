export { createInventory, type Inventory } from './inventory.ts'
export { nameOfCountry } from './countries.ts'
