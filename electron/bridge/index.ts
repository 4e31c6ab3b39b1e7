export { createBridge, type Bridge, type BridgeOptions } from './bridge.ts'
export { createEmitter } from './emitter.ts'
