/**
 * Secrets in the OS keychain through keytar, or in memory for one session if there is none.
 *
 * A real write, read and delete under a time limit decides once which of the two is used: a locked keychain may never
 * answer. A keychain that is locked later reports every secret as missing, so "missing" is trusted only after another
 * such round trip. Account names contain the profile folder's id, so that two folders do not share secrets.
 */
import { randomUUID } from 'node:crypto'
import { withTimeout } from '../base/withTimeout.ts'
import type { Keychain } from './types.ts'

/** The part of keytar that is needed here. */
export interface KeytarLike {
  readonly getPassword: (service: string, account: string) => Promise<string | null>
  readonly setPassword: (service: string, account: string, password: string) => Promise<void>
  readonly deletePassword: (service: string, account: string) => Promise<boolean>
}

export interface KeychainOptions {
  readonly folderId: string
  readonly load?: () => Promise<KeytarLike>
  /** Milliseconds for one call, in which a person may have to unlock the keychain. */
  readonly timeoutMs?: number
}

const serviceName = 'eSIM Desk'

const loadKeytar = async (): Promise<KeytarLike> => (await import('keytar')).default

const inTime = <T>(work: Promise<T>, timeoutMs: number): Promise<T> =>
  withTimeout(work, timeoutMs, () => new Error('The keychain did not answer in time'))

export function createKeychain({ folderId, load = loadKeytar, timeoutMs = 15_000 }: KeychainOptions): Keychain {
  const accountOf = (name: string): string => `${folderId}/${name}`
  const session = new Map<string, string>()
  let currentProbe: Promise<KeytarLike | null> | null = null

  /** Throws if a secret that is written cannot be read and deleted again. */
  const roundTrip = async (keytar: KeytarLike): Promise<void> => {
    const account = accountOf(`probe-${randomUUID()}`)
    const value = randomUUID()
    await keytar.setPassword(serviceName, account, value)
    const read = await keytar.getPassword(serviceName, account)
    await keytar.deletePassword(serviceName, account)
    if (read !== value) throw new Error('The keychain does not return what was stored')
  }
  const loadTested = async (): Promise<KeytarLike> => {
    const keytar = await load()
    await roundTrip(keytar)
    return keytar
  }
  const probe = (): Promise<KeytarLike | null> => inTime(loadTested(), timeoutMs).catch(() => null)
  const system = (): Promise<KeytarLike | null> => (currentProbe ??= probe())

  return {
    async state({ refresh = false } = {}) {
      const before = currentProbe
      const found = await system()
      // Concurrent callers share the new probe.
      if (refresh && found === null && currentProbe === before) currentProbe = probe()
      return (await system()) === null ? 'session' : 'stored'
    },
    async get(name) {
      const sessionSecret = session.get(name)
      if (sessionSecret !== undefined) return sessionSecret
      const keytar = await system()
      if (keytar === null) return null
      const found = await inTime(keytar.getPassword(serviceName, accountOf(name)), timeoutMs)
      if (found === null) await inTime(roundTrip(keytar), timeoutMs)
      return found
    },
    async set(name, secret) {
      const keytar = await system()
      if (keytar === null) {
        session.set(name, secret)
        return 'session'
      }
      await inTime(keytar.setPassword(serviceName, accountOf(name), secret), timeoutMs)
      session.delete(name)
      return 'stored'
    },
    async remove(name) {
      session.delete(name)
      const keytar = await system()
      if (keytar !== null) await inTime(keytar.deletePassword(serviceName, accountOf(name)), timeoutMs)
    },
  }
}
