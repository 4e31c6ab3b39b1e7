export { createKeychain, type KeytarLike } from './keychain.ts'
export type * from './types.ts'
