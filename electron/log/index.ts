export { hidden, redactUntrusted, redactSecrets, spellings } from './redact.ts'
export { createLog } from './log.ts'
export type * from './types.ts'
