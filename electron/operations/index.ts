export { keychainPlace } from './markPlaces.ts'
export { createOperations } from './operations.ts'
export type { Agent, Operations, OperationsOptions, Timer } from './types.ts'
