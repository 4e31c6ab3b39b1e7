export type { Call, Handlers, HandlersOf } from './handlers.ts'
export { createBridge } from './bridge.ts'
export { createEmitter } from './emitter.ts'
