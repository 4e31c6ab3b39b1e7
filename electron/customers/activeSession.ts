/** The session of the open connection. One directory is open at a time: the file of the last one is closed first. */
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { LocalListRules } from '#shared/model/customer/localList.ts'
import type { OpenConnection } from '../connections/index.ts'
import type { CustomersOptions } from './options.ts'
import { reportExpired, prepareList } from './localList.ts'
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
  /** Changes what the open connection keeps. A session starts again where a list is dropped or kept from now on. */
  readonly setRules: (rules: LocalListRules) => Promise<void>
  /** Deletes the directories that are older than their connections allow. Never throws. */
  readonly deleteExpired: () => Promise<void>
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
    setRules: (rules) => setRules(state, rules),
    deleteExpired: () => deleteExpired(state),
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
  const session = state.closing.then(async () =>
    openSession({
      ...options,
      open,
      firstSync,
      keepsList: await prepareList(options, open),
      onComplete: () => restartAge(state, open.profile.id),
    }),
  )
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

function restartAge({ options: { connections, log } }: State, id: string): void {
  connections.localLists
    .restartAge(id)
    .catch((thrown: unknown) => log.warn('The age of a list could not be stored', { code: asDeskError(thrown).code }))
}

/** Deletes the files of a directory that no session has open. A session that begins meanwhile waits. */
async function deleteFiles(state: State, id: string): Promise<void> {
  const deleted = state.closing.then(() => state.options.storage.deleteDirectory(id))
  state.closing = deleted.catch(() => undefined)
  await deleted
}

/** Starts the session of the open connection again and emits its status. */
async function beginAgain(state: State, open: OpenConnection, firstSync: 'due' | 'later'): Promise<void> {
  const { connections, emit } = state.options
  const session = await begin(state, open, firstSync)
  if (connections.current() === open) emit('sync.progress', session.sync.status())
}

async function beginWithout(state: State, open: OpenConnection, firstSync: 'due' | 'later'): Promise<void> {
  endCurrent(state)
  const deleted = deleteFiles(state, open.profile.id)
  await Promise.all([beginAgain(state, open, firstSync), deleted])
}

async function wipe(state: State): Promise<void> {
  const open = state.options.connections.require()
  await beginWithout(state, open, 'later')
  restartAge(state, open.profile.id)
}

async function setRules(state: State, rules: LocalListRules): Promise<void> {
  const { connections, onListDropped } = state.options
  const open = connections.require()
  const { id } = open.profile
  const { keep } = await connections.localLists.rules(id)
  const { finishedAt } = await useSession(state, ({ sync }) => sync.status())
  await connections.localLists.setRules(id, rules, finishedAt)
  if (!rules.keep) onListDropped?.(id)
  // The connection may have been closed meanwhile. The rule holds when it is opened again.
  if (keep !== rules.keep && connections.current() === open) await beginWithout(state, open, 'due')
}

async function deleteExpired(state: State): Promise<void> {
  const { connections, log } = state.options
  try {
    // A session that begins deletes its list itself if that has expired.
    await state.current?.session.catch(() => undefined)
    for (const { id, name } of await connections.localLists.expired()) {
      const open = connections.current()
      if (open?.profile.id === id) {
        await beginAgain(state, open, 'due')
        continue
      }
      await deleteFiles(state, id)
      await reportExpired(state.options, { id, name })
    }
  } catch (thrown) {
    log.warn('An expired list could not be deleted', { code: asDeskError(thrown).code })
  }
}
