/**
 * Secrets in the OS keychain through keytar, or in memory for one session where there is none.
 *
 * Which of the two is found out once, by a real write, read and delete under a time limit: a locked keychain may
 * never answer. Names of the keychain carry the profile folder's own id, so two folders don't share secrets.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Keychain } from './types.ts'

/** The members of keytar that are used. */
export interface KeytarLike {
  readonly getPassword: (service: string, account: string) => Promise<string | null>
  readonly setPassword: (service: string, account: string, password: string) => Promise<void>
  readonly deletePassword: (service: string, account: string) => Promise<boolean>
}

export interface KeychainOptions {
  readonly folderId: string
  readonly load?: () => Promise<KeytarLike>
  /** Milliseconds for one call; a person may have to unlock the keychain in this time. */
  readonly timeLimit?: number
}

const serviceName = 'eSIM Desk'

const loadKeytar = async (): Promise<KeytarLike> => (await import('keytar')).default

async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const stop = new AbortController()
  const late = delay(milliseconds, null, { signal: stop.signal }).then(() => {
    throw new Error('The keychain did not answer in time')
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    stop.abort()
  }
}

export function createKeychain({ folderId, load = loadKeytar, timeLimit = 15_000 }: KeychainOptions): Keychain {
  const accountOf = (name: string): string => `${folderId}/${name}`
  const session = new Map<string, string>()
  let probed: Promise<KeytarLike | null> | null = null

  /** keytar, if a secret that is written can be read and deleted again; else null. */
  const probe = async (): Promise<KeytarLike | null> => {
    const account = accountOf(`probe-${randomUUID()}`)
    const mark = randomUUID()
    const roundTrip = async (): Promise<KeytarLike | null> => {
      const keytar = await load()
      await keytar.setPassword(serviceName, account, mark)
      const read = await keytar.getPassword(serviceName, account)
      await keytar.deletePassword(serviceName, account)
      return read === mark ? keytar : null
    }
    return within(roundTrip(), timeLimit).catch(() => null)
  }
  const system = (): Promise<KeytarLike | null> => (probed ??= probe())

  return {
    state: async () => ((await system()) === null ? 'session' : 'stored'),
    async get(name) {
      const kept = session.get(name)
      if (kept !== undefined) return kept
      const keytar = await system()
      return keytar === null ? null : within(keytar.getPassword(serviceName, accountOf(name)), timeLimit)
    },
    async set(name, secret) {
      const keytar = await system()
      if (keytar === null) {
        session.set(name, secret)
        return 'session'
      }
      await within(keytar.setPassword(serviceName, accountOf(name), secret), timeLimit)
      return 'stored'
    },
    async remove(name) {
      session.delete(name)
      const keytar = await system()
      if (keytar !== null) await within(keytar.deletePassword(serviceName, accountOf(name)), timeLimit)
    },
  }
}
