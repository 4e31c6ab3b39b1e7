/** The session of the open connection. One directory is open at a time: the file of the last one is closed first. */
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { OpenConnection } from '../connections/index.ts'
import type { CustomersOptions } from './options.ts'
import { openSession, type Session } from './session.ts'

export interface ActiveSession {
  /** Throws `not_connected`, or the reason why the directory cannot be opened. */
  readonly get: () => Promise<Session>
  /**
   * Runs `work` with the session of the open connection. Throws `not_connected` if the connection has changed
   * meanwhile, so that data of one connection is never shown in another.
   */
  readonly use: <T>(work: (active: Session) => T | Promise<T>) => Promise<T>
  /** Deletes the directory of the open connection, begins a new session that syncs later, and emits its status. */
  readonly wipe: () => Promise<void>
  /** Ends the session and begins none anymore. */
  readonly close: () => Promise<void>
}

interface State {
  readonly options: CustomersOptions
  /** Called when a session begins. */
  readonly onBegin: () => void
  current: { readonly open: OpenConnection; readonly session: Promise<Session> } | null
  closing: Promise<unknown>
}

export function createActiveSession(options: CustomersOptions, onBegin: () => void): ActiveSession {
  const { connections } = options
  const state: State = { options, onBegin, current: null, closing: Promise.resolve() }
  const stopListening = connections.onChange(async (open) => {
    if (open !== null && state.current?.open !== open) begin(state, open).catch(() => undefined)
    if (open !== null) return
    endCurrent(state)
    // The caller may delete the directory's file next.
    await state.closing
  })
  const already = connections.current()
  if (already !== null) begin(state, already).catch(() => undefined)
  return {
    get: () => getSession(state),
    use: (work) => useSession(state, work),
    wipe: () => wipe(state),
    async close() {
      stopListening()
      endCurrent(state)
      await state.closing
    },
  }
}

function endCurrent(state: State): void {
  const ended = state.current?.session
  state.current = null
  if (ended !== undefined)
    state.closing = state.closing.then(() => ended.then((session) => session.close())).catch(() => undefined)
}

function begin(state: State, open: OpenConnection, firstSync: 'due' | 'later' = 'due'): Promise<Session> {
  const { options } = state
  endCurrent(state)
  const session = state.closing.then(() => openSession({ ...options, open, firstSync }))
  state.current = { open, session }
  state.onBegin()
  session.catch((thrown: unknown) => {
    options.log.warn('The directory could not be opened', { code: asDeskError(thrown).code })
    // The next call tries again.
    if (state.current?.session === session) state.current = null
  })
  return session
}

async function getSession(state: State): Promise<Session> {
  const open = state.options.connections.require()
  return await (state.current?.open === open ? state.current.session : begin(state, open))
}

async function useSession<T>(state: State, work: (active: Session) => T | Promise<T>): Promise<T> {
  const { connections } = state.options
  const open = connections.require()
  return await getSession(state)
    .then((active) => work(active))
    .finally(() => {
      if (connections.current() !== open) throw new DeskError('not_connected', 'The connection was closed meanwhile')
    })
}

async function wipe(state: State): Promise<void> {
  const { connections, storage, emit } = state.options
  const open = connections.require()
  endCurrent(state)
  const deleted = state.closing.then(() => storage.deleteDirectory(open.profile.id))
  state.closing = deleted.catch(() => undefined)
  const [session] = await Promise.all([begin(state, open, 'later'), deleted])
  if (connections.current() === open) emit('sync.progress', session.sync.status())
}
