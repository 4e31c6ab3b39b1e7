export { createOperations } from './operations.ts'
export type { Agent, Operations, OperationsOptions, Timer } from './types.ts'
