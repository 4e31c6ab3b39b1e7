/** Secrets of the desk in the OS keychain, or in memory for this session where there is none. */
export interface Keychain {
  /** `stored`: the system keychain works. `session`: there is none; what is set is gone at exit. `again` looks once more where there was none. */
  readonly state: (look?: 'again') => Promise<'stored' | 'session'>
  /** Null where nothing is kept under this name. Throws where the keychain there is can't be read now. */
  readonly get: (account: string) => Promise<string | null>
  readonly set: (account: string, secret: string) => Promise<'stored' | 'session'>
  readonly remove: (account: string) => Promise<void>
}
