export { asksForEachEntry, createKeychain, type KeytarLike, type SystemKeychain } from './keychain.ts'
export type * from './types.ts'
