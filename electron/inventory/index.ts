export { createInventory, type Inventory, type InventoryOptions } from './inventory.ts'
export { nameOfCountry } from './countries.ts'
