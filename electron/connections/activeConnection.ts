/**
 * The one active connection: its session, the listeners that are notified of changes, and the closed sessions that have
 * not ended yet. A closed session is no longer available to anybody, but a money request that it has in flight is still
 * awaited.
 */
import type { Emit } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { CurrentConnection } from '#shared/model/connection.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Log } from '../log/index.ts'
import { isStored } from './isStored.ts'
import type { Session } from './session.ts'
import type { ChangeListener } from './types.ts'
import { withTimeout } from '../base/withTimeout.ts'

interface ActiveConnectionOptions {
  readonly keychain: Pick<Keychain, 'state'>
  readonly emit: Emit
  readonly log: Pick<Log, 'warn'>
}

export interface ActiveConnection {
  readonly session: () => Session | null
  /** Whether the connection with this id is the active one. */
  readonly holds: (id: string) => boolean
  readonly describe: (session: Session) => Promise<CurrentConnection>
  readonly notify: () => Promise<void>
  /** Closes the session before it. Throws `aborted` if nobody waits for this session any more, and closes it then. */
  readonly open: (next: Session, until: AbortSignal) => Promise<CurrentConnection>
  /** Resolves when all listeners have handled the change. */
  readonly close: () => Promise<void>
  /** Resolves when no closed connection has a money request in flight. */
  readonly drained: () => Promise<void>
  readonly onChange: (listener: ChangeListener) => () => void
}

type DirectoryStorage = CurrentConnection['directoryStorage']

/** Milliseconds that the listeners may take for a change. */
const timeoutMs = 10_000

export function createActiveConnection({ keychain, emit, log }: ActiveConnectionOptions): ActiveConnection {
  const listeners = new Set<ChangeListener>()
  const closing = new Set<Promise<void>>()
  let session: Session | null = null
  const storageKinds = new WeakMap<Session, Promise<DirectoryStorage>>()

  const decideStorage = async ({ open: { profile } }: Session): Promise<DirectoryStorage> =>
    isStored(profile) && (await keychain.state()) === 'stored' ? 'disk' : 'memory'
  /** Decided once for each session: a keychain that becomes available later does not move the directory to the disk. */
  const storageOf = (target: Session): Promise<DirectoryStorage> => {
    const decided = storageKinds.get(target) ?? decideStorage(target)
    storageKinds.set(target, decided)
    return decided
  }
  const describe = async (target: Session): Promise<CurrentConnection> => {
    const { profile } = target.open
    const directoryStorage = await storageOf(target)
    const { state, problem } = target.health()
    return { profile, health: state, problem, directoryStorage, openedAt: target.openedAt }
  }
  const notify = async (): Promise<void> => {
    const target = session
    const described = target === null ? null : await describe(target)
    if (target === session) emit('connection.changed', described)
  }

  const notifyListeners = async (): Promise<void> => {
    const open = session?.open ?? null
    const notified = [...listeners].map(async (listener) => listener(open))
    const finished = withTimeout(
      Promise.allSettled(notified),
      timeoutMs,
      () => new Error('The listeners did not finish in time'),
    )
    const outcomes = await finished.catch((error: unknown) => {
      log.warn('A listener took too long', { error })
      return []
    })
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') log.warn('A listener failed', { error: outcome.reason })
  }

  const closeInBackground = (old: Session): void => {
    const drained: Promise<void> = old
      .close()
      .catch((error: unknown) => log.warn('A connection did not close well', { error }))
      .finally(() => closing.delete(drained))
    closing.add(drained)
  }
  const close = async (): Promise<void> => {
    if (session === null) return
    const old = session
    session = null
    closeInBackground(old)
    const finished = notifyListeners()
    await notify()
    await finished
  }

  return {
    session: () => session,
    holds: (id) => session?.open.profile.id === id,
    describe,
    notify,
    async open(next, until) {
      if (!until.aborted) await close()
      if (until.aborted) {
        closeInBackground(next)
        throw new DeskError('aborted', 'Nobody waits for this connection any more')
      }
      session = next
      next.begin()
      void notifyListeners()
      await notify()
      return describe(next)
    },
    close,
    drained: async () => void (await Promise.all(closing)),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
