/** Helper of the storage and customers tests: a keychain in memory. */
import type { Keychain } from '../../../../electron/keychain/index.ts'

export function memoryKeychain(
  state: 'stored' | 'session' = 'stored',
): Keychain & { readonly secrets: Map<string, string> } {
  const secrets = new Map<string, string>()
  return {
    secrets,
    state: () => Promise.resolve(state),
    get: (account) => Promise.resolve(secrets.get(account) ?? null),
    set: (account, secret) => {
      secrets.set(account, secret)
      return Promise.resolve(state)
    },
    remove: (account) => {
      secrets.delete(account)
      return Promise.resolve()
    },
  }
}

export const silentLog = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  hide: () => () => undefined,
}
