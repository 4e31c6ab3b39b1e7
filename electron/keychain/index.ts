export { asksForEachEntry, createKeychain, type SystemKeychain } from './keychain.ts'
export type * from './types.ts'
