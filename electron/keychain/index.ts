export { asksForEachEntry, createKeychain, type SystemKeychain } from './keychain.ts'
export type { KeytarLike } from './keytar.ts'
export type { KeychainProcess } from './renewed.ts'
export type * from './types.ts'
