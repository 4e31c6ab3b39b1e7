export { outsideMarkStores } from './journal/markStores.ts'
export { createOperations } from './operations.ts'
export type { Operations } from './types.ts'
