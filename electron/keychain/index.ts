export { asksForEachEntry, createKeychain } from './keychain.ts'
export type * from './types.ts'
