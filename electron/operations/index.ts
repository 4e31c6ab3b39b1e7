export { keychainPlace } from './markPlaces.ts'
export { createOperations } from './operations.ts'
export type { Operations, Timer } from './types.ts'
