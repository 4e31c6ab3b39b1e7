/**
 * The one connection that is open: who listens to it, what is told of it, and which are still on their way out.
 * A closed one is gone for everybody at once, while a money request that it has under way is still waited for.
 */
import type { Emit } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { ConnectionProfile, CurrentConnection } from '#shared/model/connection.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Log } from '../log/index.ts'
import type { Session } from './session.ts'
import type { ChangeListener } from './types.ts'
import { withTimeout } from '../withTimeout.ts'

export interface ActiveConnectionOptions {
  readonly keychain: Pick<Keychain, 'state'>
  readonly emit: Emit
  readonly log: Pick<Log, 'warn'>
}

export interface ActiveConnection {
  readonly session: () => Session | null
  /** Whether the one with this id is open. */
  readonly holds: (id: string) => boolean
  readonly describe: (session: Session) => Promise<CurrentConnection>
  readonly notify: () => Promise<void>
  /** Closes the one before. Throws `aborted` where nobody waits for this one any more, and closes it. */
  readonly open: (next: Session, until: AbortSignal) => Promise<CurrentConnection>
  /** Resolves when the listeners have let go of it. */
  readonly close: () => Promise<void>
  /** Resolves when no money request of a closed connection is under way. */
  readonly left: () => Promise<void>
  readonly onChange: (listener: ChangeListener) => () => void
}

type DirectoryStorage = CurrentConnection['directoryStorage']

/** Milliseconds that a listener may take to let go. */
const timeoutMs = 10_000

/** The local directory of the sandbox is gone with it, and a connection from the command line leaves nothing. */
const isStored = ({ kind, id }: ConnectionProfile): boolean => kind === 'service' && id !== 'ephemeral'

export function createActiveConnection({ keychain, emit, log }: ActiveConnectionOptions): ActiveConnection {
  const listeners = new Set<ChangeListener>()
  const leaving = new Set<Promise<void>>()
  let session: Session | null = null
  const storages = new WeakMap<Session, Promise<DirectoryStorage>>()

  const decideStorage = async ({ open: { profile } }: Session): Promise<DirectoryStorage> =>
    isStored(profile) && (await keychain.state()) === 'stored' ? 'disk' : 'memory'
  /** As it was when this one was opened: a keychain that comes later moves no directory to the disk. */
  const storageOf = (which: Session): Promise<DirectoryStorage> => {
    const decided = storages.get(which) ?? decideStorage(which)
    storages.set(which, decided)
    return decided
  }
  const describe = async (which: Session): Promise<CurrentConnection> => {
    const { profile } = which.open
    const directoryStorage = await storageOf(which)
    const { state, problem } = which.health()
    return { profile, health: state, problem, directoryStorage, openedAt: which.openedAt }
  }
  const notify = async (): Promise<void> => {
    const which = session
    const described = which === null ? null : await describe(which)
    if (which === session) emit('connection.changed', described)
  }

  const notifyListeners = async (): Promise<void> => {
    const open = session?.open ?? null
    const heard = [...listeners].map(async (listener) => listener(open))
    const letGo = withTimeout(Promise.allSettled(heard), timeoutMs, () => new Error('A listener did not let go'))
    const outcomes = await letGo.catch((error: unknown) => {
      log.warn('A listener took too long', { error })
      return []
    })
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') log.warn('A listener failed', { error: outcome.reason })
  }

  const leave = (old: Session): void => {
    const left: Promise<void> = old
      .close()
      .catch((error: unknown) => log.warn('A connection did not close well', { error }))
      .finally(() => leaving.delete(left))
    leaving.add(left)
  }
  const close = async (): Promise<void> => {
    if (session === null) return
    const old = session
    session = null
    leave(old)
    const letGo = notifyListeners()
    await notify()
    await letGo
  }

  return {
    session: () => session,
    holds: (id) => session?.open.profile.id === id,
    describe,
    notify,
    async open(next, until) {
      if (!until.aborted) await close()
      if (until.aborted) {
        leave(next)
        throw new DeskError('aborted', 'Nobody waits for this connection any more')
      }
      session = next
      next.begin()
      void notifyListeners()
      await notify()
      return describe(next)
    },
    close,
    left: async () => void (await Promise.all(leaving)),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
