/**
 * Secrets in the OS keychain through keytar, or in memory for one session if there is none.
 *
 * A real write, read and delete under a time limit decides once which of the two is used: a locked keychain may never
 * answer. A keychain that is locked later reports every secret as missing and removes none, without an error, so only
 * another such round trip confirms either. Account names contain the profile folder's id, so that two folders do not
 * share secrets.
 */
import { randomUUID } from 'node:crypto'
import packageJson from '../../package.json' with { type: 'json' }
import { DeskError } from '#shared/errors.ts'
import { raceAbort } from '../base/raceAbort.ts'
import { withTimeout } from '../base/withTimeout.ts'
import { createOneEntry } from './oneEntry.ts'
import { type InTime, type KeychainProcess, renewing } from './renewed.ts'
import type { Entries, Keychain, KeytarLike } from './types.ts'

interface KeychainOptions {
  readonly folderId: string
  /** The version of the desk. */
  readonly version?: string
  readonly load?: () => Promise<KeytarLike>
  /** Starts a process that has the library too, for a system on which a connection of this process may be lost. */
  readonly fork?: (() => KeychainProcess) | undefined
  /** Whether the system asks a person about each entry. All secrets are in one entry then. */
  readonly asks?: boolean
  /** Milliseconds for one call, in which a person may have to answer the system. */
  readonly timeoutMs?: number
  /** Called when a call takes so long that the system may be asking a person. */
  readonly onWaiting?: () => void
  /** When it is aborted, nothing is waited for any more. */
  readonly closing?: AbortSignal
}

interface SystemKeychain extends Keychain {
  /** Whether the system has not answered a call yet. The thread of such a call keeps the process from ending. */
  readonly isPending: () => boolean
}

/** macOS asks about an entry that another build of the program has written, unless one certificate signs both. */
export const asksForEachEntry = process.platform === 'darwin'

const serviceName = 'eSIM Desk'
const waitingMs = 1000

const loadKeytar = async (): Promise<KeytarLike> => (await import('keytar')).default

/** Throws if a secret that is written cannot be read and deleted again. */
async function testedEntries(
  loaded: KeytarLike,
  { folderId, fork }: Pick<KeychainOptions, 'folderId' | 'fork'>,
  inTime: InTime,
): Promise<Entries> {
  let keytar = loaded
  const accountOf = (name: string): string => `${folderId}/${name}`
  const roundTrip = async (): Promise<void> => {
    const account = accountOf(`probe-${randomUUID()}`)
    const value = randomUUID()
    await keytar.setPassword(serviceName, account, value)
    const read = await keytar.getPassword(serviceName, account)
    await keytar.deletePassword(serviceName, account)
    if (read !== value) throw new Error('The keychain does not return what was stored')
  }
  await roundTrip()
  if (fork !== undefined) keytar = renewing(loaded, fork, serviceName, inTime)
  return {
    async get(name) {
      const found = await keytar.getPassword(serviceName, accountOf(name))
      if (found === null) await roundTrip()
      return found
    },
    set: (name, secret) => keytar.setPassword(serviceName, accountOf(name), secret),
    async remove(name) {
      if (!(await keytar.deletePassword(serviceName, accountOf(name)))) await roundTrip()
    },
  }
}

export function createKeychain({
  folderId,
  version = packageJson.version,
  load = loadKeytar,
  fork,
  asks = asksForEachEntry,
  timeoutMs = asks ? 120_000 : 15_000,
  onWaiting = () => undefined,
  closing,
}: KeychainOptions): SystemKeychain {
  const session = new Map<string, string>()
  let currentProbe: Promise<Entries | null> | null = null
  let pending = 0

  const inTime: InTime = (work) =>
    raceAbort(
      withTimeout(work, timeoutMs, () => new Error('The keychain did not answer in time')),
      closing,
    )
  const called = async <T>(start: () => Promise<T>): Promise<T> => {
    const timer = setTimeout(onWaiting, waitingMs)
    pending += 1
    const work = start().finally(() => (pending -= 1))
    try {
      return await inTime(work)
    } catch (error) {
      if (error instanceof DeskError) throw error
      throw new DeskError('keychain_unavailable', "The keychain can't be used now", {}, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
  const loadTested = async (): Promise<Entries> => {
    const entries = await testedEntries(await load(), { folderId, fork }, inTime)
    return asks ? createOneEntry(entries, version) : entries
  }
  const probe = (): Promise<Entries | null> => called(loadTested).catch(() => null)
  const system = (): Promise<Entries | null> => (currentProbe ??= probe())

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
      const entries = await system()
      return entries === null ? null : await called(() => entries.get(name))
    },
    async set(name, secret) {
      const entries = await system()
      if (entries === null) {
        session.set(name, secret)
        return 'session'
      }
      await called(() => entries.set(name, secret))
      session.delete(name)
      return 'stored'
    },
    async remove(name) {
      session.delete(name)
      const entries = await system()
      if (entries !== null) await called(() => entries.remove(name))
    },
    isPending: () => pending > 0,
  }
}
