/**
 * Secrets in the OS keychain through keytar, or in memory for one session where there is none.
 *
 * Which of the two is found out once, by a real write, read and delete under a time limit: a locked keychain may
 * never answer. One that is locked later says of every secret that it has none, so "none" is believed only after such a
 * round trip. Names of the keychain carry the profile folder's own id, so two folders don't share secrets.
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

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
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

  /** Throws where a secret that is written can't be read and deleted again. */
  const roundTrip = async (keytar: KeytarLike): Promise<void> => {
    const account = accountOf(`probe-${randomUUID()}`)
    const mark = randomUUID()
    await keytar.setPassword(serviceName, account, mark)
    const read = await keytar.getPassword(serviceName, account)
    await keytar.deletePassword(serviceName, account)
    if (read !== mark) throw new Error('The keychain does not give back what it was given')
  }
  const find = async (): Promise<KeytarLike> => {
    const keytar = await load()
    await roundTrip(keytar)
    return keytar
  }
  const probe = (): Promise<KeytarLike | null> => withTimeout(find(), timeLimit).catch(() => null)
  const system = (): Promise<KeytarLike | null> => (probed ??= probe())

  return {
    async state(look) {
      const before = probed
      const found = await system()
      // Whoever asks meanwhile waits for the same look.
      if (look === 'again' && found === null && probed === before) probed = probe()
      return (await system()) === null ? 'session' : 'stored'
    },
    async get(name) {
      const kept = session.get(name)
      if (kept !== undefined) return kept
      const keytar = await system()
      if (keytar === null) return null
      const found = await withTimeout(keytar.getPassword(serviceName, accountOf(name)), timeLimit)
      if (found === null) await withTimeout(roundTrip(keytar), timeLimit)
      return found
    },
    async set(name, secret) {
      const keytar = await system()
      if (keytar === null) {
        session.set(name, secret)
        return 'session'
      }
      await withTimeout(keytar.setPassword(serviceName, accountOf(name), secret), timeLimit)
      session.delete(name)
      return 'stored'
    },
    async remove(name) {
      session.delete(name)
      const keytar = await system()
      if (keytar !== null) await withTimeout(keytar.deletePassword(serviceName, accountOf(name)), timeLimit)
    },
  }
}
