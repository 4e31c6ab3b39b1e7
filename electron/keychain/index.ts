export { createKeychain, type KeychainOptions, type KeytarLike } from './keychain.ts'
export type * from './types.ts'
