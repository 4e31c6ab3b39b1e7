export { hidden, redactForeign, redactSecrets, spellings } from './redact.ts'
export { createLog, type LogOptions } from './log.ts'
export type * from './types.ts'
