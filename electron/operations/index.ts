export { createOperations } from './operations.ts'
export type { Agent, Operations, OperationsOptions } from './types.ts'
