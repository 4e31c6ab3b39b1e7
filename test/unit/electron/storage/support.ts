/** What the tests of storage and customers share: a temp folder of one's own and a keychain that lives in memory. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Keychain } from '../../../../electron/keychain/index.ts'

export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esim-desk-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

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
