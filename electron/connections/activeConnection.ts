/**
 * The one connection that is open: who listens to it, what is told of it, and which are still on their way out.
 * A closed one is gone for everybody at once, while a money request that it has under way is still waited for.
 */
import type { Emit } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { ConnectionProfile, CurrentConnection } from '#shared/model/connection.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Log } from '../log/index.ts'
import type { Live } from './session.ts'
import type { ChangeListener } from './types.ts'
import { within } from '../withTimeout.ts'

export interface SlotOptions {
  readonly keychain: Pick<Keychain, 'state'>
  readonly emit: Emit
  readonly log: Pick<Log, 'warn'>
}

export interface Slot {
  readonly live: () => Live | null
  /** Whether the one with this id is open. */
  readonly holds: (id: string) => boolean
  readonly describe: (live: Live) => Promise<CurrentConnection>
  readonly tell: () => Promise<void>
  /** Closes the one before. Throws `aborted` where nobody waits for this one any more, and closes it. */
  readonly open: (next: Live, until: AbortSignal) => Promise<CurrentConnection>
  /** Resolves when the listeners have let go of it. */
  readonly close: () => Promise<void>
  /** Resolves when no money request of a closed connection is under way. */
  readonly left: () => Promise<void>
  readonly onChange: (listener: ChangeListener) => () => void
}

type DirectoryStorage = CurrentConnection['directoryStorage']

/** Milliseconds that a listener may take to let go. */
const patience = 10_000

/** The local directory of the sandbox is gone with it, and a connection from the command line leaves nothing. */
const isKept = ({ kind, id }: ConnectionProfile): boolean => kind === 'service' && id !== 'ephemeral'

export function createSlot({ keychain, emit, log }: SlotOptions): Slot {
  const listeners = new Set<ChangeListener>()
  const leaving = new Set<Promise<void>>()
  let live: Live | null = null
  const storages = new WeakMap<Live, Promise<DirectoryStorage>>()

  const decideStorage = async ({ open: { profile } }: Live): Promise<DirectoryStorage> =>
    isKept(profile) && (await keychain.state()) === 'stored' ? 'disk' : 'memory'
  /** As it was when this one was opened: a keychain that comes later moves no directory to the disk. */
  const storageOf = (which: Live): Promise<DirectoryStorage> => {
    const decided = storages.get(which) ?? decideStorage(which)
    storages.set(which, decided)
    return decided
  }
  const describe = async (which: Live): Promise<CurrentConnection> => {
    const { profile } = which.open
    const directoryStorage = await storageOf(which)
    const { state, problem } = which.health()
    return { profile, health: state, problem, directoryStorage, openedAt: which.openedAt }
  }
  const tell = async (): Promise<void> => {
    const which = live
    const described = which === null ? null : await describe(which)
    if (which === live) emit('connection.changed', described)
  }

  const tellListeners = async (): Promise<void> => {
    const open = live?.open ?? null
    const heard = [...listeners].map(async (listener) => listener(open))
    const letGo = within(Promise.allSettled(heard), patience, () => new Error('A listener did not let go'))
    const outcomes = await letGo.catch((error: unknown) => {
      log.warn('A listener took too long', { error })
      return []
    })
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') log.warn('A listener failed', { error: outcome.reason })
  }

  const leave = (old: Live): void => {
    const left: Promise<void> = old
      .close()
      .catch((error: unknown) => log.warn('A connection did not close well', { error }))
      .finally(() => leaving.delete(left))
    leaving.add(left)
  }
  const close = async (): Promise<void> => {
    if (live === null) return
    const old = live
    live = null
    leave(old)
    const letGo = tellListeners()
    await tell()
    await letGo
  }

  return {
    live: () => live,
    holds: (id) => live?.open.profile.id === id,
    describe,
    tell,
    async open(next, until) {
      if (!until.aborted) await close()
      if (until.aborted) {
        leave(next)
        throw new DeskError('aborted', 'Nobody waits for this connection any more')
      }
      live = next
      next.begin()
      void tellListeners()
      await tell()
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
