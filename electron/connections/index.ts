export { readCaFile } from './caFile.ts'
export { createConnections, type ConnectionsOptions } from './connections.ts'
export { createSandboxStarter } from './sandbox.ts'
export type * from './types.ts'
