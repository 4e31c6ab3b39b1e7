export { createBridge } from './bridge.ts'
export { createEmitter } from './emitter.ts'
