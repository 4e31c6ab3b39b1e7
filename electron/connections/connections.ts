/**
 * The connections of the desk: their profiles, their secrets and the active one.
 *
 * One connection is open at a time, and opening, closing and changing run one after another. An open connection stays
 * open until the next one has passed its check. Secrets come in through `add` and `update` and are never returned.
 */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { ConnectionTrial, Emit } from '#shared/contract.ts'
import { DeskError, asDeskError } from '#shared/errors.ts'
import type { ConnectionProfile, CurrentConnection } from '#shared/model/connection.ts'
import type { Clock } from '../base/clock.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Log } from '../log/index.ts'
import {
  createServiceClient,
  normalAddress,
  type CreateServiceClient,
  type Credentials,
  type ListParser,
  type ServiceClientOptions,
} from '../service/index.ts'
import type { Approvals } from '../approvals/index.ts'
import { readCaFile } from './caFile.ts'
import { changeOf, clientOf, isSameEndpoint, proxyCredentialsOf, writeChange } from './change.ts'
import { passCheck } from './check.ts'
import { createSession, defaultRetry, type Session } from './session.ts'
import { createProfileStore, type StoredProfile } from './profileStore.ts'
import { findProxyOf, type ProxyCredentials, type ResolveProxy } from './proxy.ts'
import { createSandboxRun } from './sandboxRun.ts'
import { createSecrets, identityOf } from './secrets.ts'
import { createMutex } from '../base/mutex.ts'
import { createActiveConnection } from './activeConnection.ts'
import { createTryOut, endpointOf, wantedServiceOf, type Trial } from './tryOut.ts'
import type { Connections, StartSandboxProcess } from './types.ts'

export interface ConnectionsOptions {
  /** `profiles.json` in the profile folder. */
  readonly file: string
  readonly keychain: Keychain
  /** Asks a person before an endpoint is contacted or stored that is not stored yet. */
  readonly approvals: Pick<Approvals, 'service'>
  readonly clock: Clock
  readonly log: Log
  readonly emit: Emit
  readonly startSandboxProcess: StartSandboxProcess
  readonly deleteDirectory: (connectionId: string) => Promise<void>
  /** Returns the system's proxy for an address, as `Host` reports it. */
  readonly resolveProxy: ResolveProxy
  readonly createClient?: CreateServiceClient
  /** Parses large answers of the service. By default they are parsed on the calling thread. */
  readonly parser?: ListParser
  /** Milliseconds before the next attempt in the background. */
  readonly retryAfter?: (tries: number) => number
  /**
   * Milliseconds that `open` waits for a service that worked before. After that the check goes on in the background.
   */
  readonly timeoutMs?: number
}

/** Milliseconds. This is longer than all time limits of one unit of work together. */
const maxTurnMs = 180_000
const sandboxId = 'sandbox'
const ephemeralId = 'ephemeral'

export function createConnections(options: ConnectionsOptions): Connections {
  const {
    keychain,
    clock,
    log,
    emit,
    deleteDirectory,
    resolveProxy,
    retryAfter = defaultRetry,
    timeoutMs = 4000,
  } = options
  const { parser, createClient: makeClient = createServiceClient } = options
  const createClient: CreateServiceClient = (client) =>
    makeClient({ ...client, ...(parser !== undefined && { parser }) })
  const store = createProfileStore(options.file, clock)
  const secrets = createSecrets(keychain)
  const active = createActiveConnection({ keychain, emit, log })
  const runExclusively = createMutex(maxTurnMs)
  const shutdown = new AbortController()
  /**
   * Asks before the mutex is taken, because a person takes their time. Callers ask again while they hold it, since the
   * stored connections may have changed meanwhile.
   */
  const approve = async (...wanted: Parameters<typeof wantedServiceOf>): Promise<void> => {
    const stored = await store.all()
    const open = active.session()?.open.profile
    const known = open === undefined ? stored : [...stored, open]
    await options.approvals.service(
      wantedServiceOf(...wanted),
      known.map((each) => wantedServiceOf(each)),
    )
  }

  const nowInstant = (): string => new Date(clock.now()).toISOString()
  const profileOf = async (stored: StoredProfile): Promise<ConnectionProfile> => {
    const { id, name, address, segment, caFile, proxy, linkHost, createdAt, lastOpenedAt } = stored
    return {
      id,
      name,
      kind: 'service',
      address,
      segment,
      caFile,
      proxy,
      linkHost,
      secret: await secrets.state(stored),
      createdAt,
      lastOpenedAt,
    }
  }

  const patchInBackground = (id: string, change: Partial<StoredProfile>): void =>
    void store.patch(id, change).catch((error: unknown) => log.warn('profile not written', { error }))
  const onHealth = (which: Session): void => {
    if (which !== active.session()) return
    log.info('connection', { health: which.health().state, problem: which.health().problem })
    if (which.health().state === 'online') patchInBackground(which.open.profile.id, { workedAt: nowInstant() })
    void active.notify()
  }

  const startSession = (
    profile: ConnectionProfile,
    identity: string,
    client: Omit<ServiceClientOptions, 'onHealth' | 'clock' | 'log' | 'address' | 'segment' | 'findProxy'>,
    proxy: ProxyCredentials | null,
  ): Session => {
    const { address, segment } = profile
    if (proxy !== null) log.hide(proxy.password)
    const findProxy = findProxyOf(profile.proxy, proxy, resolveProxy)
    return createSession({
      profile,
      identity,
      createClient,
      retryAfter,
      onHealth,
      client: { address, segment, clock, log, ...(findProxy === undefined ? {} : { findProxy }), ...client },
    })
  }

  /** Aborted when the turn of the mutex is lost, the caller gives up, or the desk ends. */
  const anyOf = (...signals: readonly AbortSignal[]): AbortSignal => AbortSignal.any([shutdown.signal, ...signals])

  const openStored = async (id: string, until: AbortSignal): Promise<CurrentConnection> => {
    const stored = await store.get(id)
    const credentials = await secrets.get(stored)
    const ca = await readCaFile(stored.caFile)
    const profile = { ...(await profileOf(stored)), lastOpenedAt: nowInstant() }
    const next: Session = startSession(
      profile,
      identityOf([stored.address, stored.segment, credentials.clientId]),
      {
        // The client keeps the credentials that it was created with, even if others are stored meanwhile for another
        // address.
        credentials: () => Promise.resolve(credentials),
        onDialect: (dialect) => {
          if (!next.open.signal.aborted) patchInBackground(id, { dialect })
        },
        ...(ca === undefined ? {} : { ca }),
        ...(stored.dialect === null ? {} : { remembered: stored.dialect }),
      },
      credentials.proxy,
    )
    await passCheck(next, { hasWorked: stored.workedAt !== null, timeoutMs, signal: until })
    try {
      const workedAtChange = next.health().state === 'online' ? { workedAt: nowInstant() } : {}
      await store.patch(id, { lastOpenedAt: profile.lastOpenedAt, ...workedAtChange })
      await store.setOpen(id)
    } catch (error) {
      await next.close()
      throw error
    }
    return active.open(next, until)
  }
  /**
   * Reopens a connection after a change. The change stays even if opening fails; a notice then says why the connection
   * is closed.
   */
  const reopen = async (id: string, until: AbortSignal): Promise<void> => {
    try {
      await openStored(id, until)
    } catch (thrown) {
      const { code } = asDeskError(thrown)
      log.warn('A changed connection could not be opened', { code })
      emit('notice', { code: 'connection_closed', level: 'warning', details: { problem: code } })
    }
  }

  const openUnstored = async (
    profile: ConnectionProfile,
    credentials: Credentials,
    salt: string,
    until: AbortSignal,
  ): Promise<CurrentConnection> => {
    const next = startSession(
      profile,
      identityOf([profile.address, profile.segment, credentials.clientId, salt]),
      { credentials: () => Promise.resolve(credentials) },
      null,
    )
    await passCheck(next, { hasWorked: false, timeoutMs, signal: until })
    return active.open(next, until)
  }
  const unstored = (
    id: string,
    name: string,
    kind: ConnectionProfile['kind'],
    address: string,
    segment: string,
  ): ConnectionProfile => ({
    id,
    name,
    kind,
    address,
    segment,
    caFile: null,
    proxy: null,
    linkHost: null,
    secret: 'session',
    createdAt: nowInstant(),
    lastOpenedAt: nowInstant(),
  })

  const sandbox = createSandboxRun(options.startSandboxProcess, () => {
    if (!active.holds(sandboxId)) return
    active.session()?.lose('sandbox_unavailable')
    emit('notice', { code: 'sandbox_gone', level: 'warning', details: { dataLost: true } })
  })
  const openSandbox = async (customers: number | undefined, until: AbortSignal): Promise<CurrentConnection> => {
    const session = active.session()
    if (!sandbox.runsWith(customers)) {
      if (active.holds(sandboxId)) await active.close()
      await active.drained()
      await sandbox.stop()
    } else if (session !== null && active.holds(sandboxId)) return active.describe(session)
    const info = await sandbox.start(customers)
    return openUnstored(
      unstored(sandboxId, 'Sandbox', 'sandbox', normalAddress(info.baseUrl), info.segment),
      info,
      info.controlToken,
      until,
    )
  }

  const tryOut = createTryOut({ createClient, resolveProxy, clock, log })
  const trialOf = async (input: ConnectionTrial | { readonly id: string }): Promise<Trial> => {
    if ('id' in input) {
      const stored = await store.get(input.id)
      const { proxy, ...credentials } = await secrets.get(stored)
      return { ...stored, credentials, proxyCredentials: proxy }
    }
    const endpoint = endpointOf(input)
    const edited = input.edited === undefined ? null : await store.get(input.edited)
    const isComplete = input.clientSecret !== undefined && (endpoint.proxy === null || input.proxyUser !== undefined)
    const storedSecrets =
      edited !== null && !isComplete && isSameEndpoint(edited, endpoint) ? await secrets.find(edited) : null
    return {
      ...endpoint,
      credentials: clientOf(input, storedSecrets),
      proxyCredentials: proxyCredentialsOf(endpoint.proxy, input, storedSecrets),
    }
  }

  return {
    handlers: {
      async list() {
        const movedTo = await store.takeMovedTo()
        if (movedTo !== null)
          emit('notice', { code: 'profiles_moved_aside', level: 'warning', details: { file: basename(movedTo) } })
        return Promise.all((await store.all()).map(profileOf))
      },
      add: async (input) => {
        await approve({ ...endpointOf(input), linkHost: input.linkHost })
        return await runExclusively(async () => {
          const endpoint = {
            ...endpointOf(input),
            id: randomUUID(),
            name: input.name,
            linkHost: input.linkHost ?? null,
            createdAt: nowInstant(),
            lastOpenedAt: null,
            workedAt: null,
            dialect: null,
          }
          await readCaFile(endpoint.caFile)
          const proxy = proxyCredentialsOf(endpoint.proxy, input, null)
          const stored: StoredProfile = {
            ...endpoint,
            secret: await secrets.set(endpoint, { clientId: input.clientId, clientSecret: input.clientSecret, proxy }),
          }
          await store.put(stored).catch(async (error: unknown) => {
            await secrets.remove(stored)
            throw error
          })
          return profileOf(stored)
        })
      },
      update: async (wanted, { signal }) => {
        const { id } = wanted
        await approve((await changeOf(await store.get(id), wanted, secrets)).after)
        return await runExclusively(async (turn) => {
          const change = await changeOf(await store.get(id), wanted, secrets)
          await approve(change.after)
          await readCaFile(change.after.caFile)
          const reopens = active.holds(id) && change.needsNewClient
          if (reopens) await active.close()
          try {
            await writeChange(change, store, secrets)
          } finally {
            if (reopens) await reopen(id, anyOf(turn, signal))
          }
          const after = await profileOf(await store.get(id))
          if (!change.needsNewClient && active.holds(id)) {
            active.session()?.rename(after)
            await active.notify()
          }
          return after
        })
      },
      async test(input, { signal }) {
        const trial = await trialOf(input)
        // A stored connection may have been changed meanwhile, so the approval covers exactly the settings that are
        // tried out.
        await approve({ ...trial, ...('id' in input ? {} : { linkHost: input.linkHost }) })
        return { ...(await tryOut(trial, signal)), keychain: await keychain.state() }
      },
      open: ({ id }, { signal }) =>
        runExclusively((turn) =>
          id === sandboxId ? openSandbox(undefined, anyOf(turn, signal)) : openStored(id, anyOf(turn, signal)),
        ),
      close: () =>
        runExclusively(async () => {
          await store.setOpen(null)
          await active.close()
          return null
        }),
      remove: ({ id }) =>
        runExclusively(async () => {
          const stored = await store.get(id)
          await secrets.remove(stored)
          if (active.holds(id)) await active.close()
          await deleteDirectory(id)
          await store.remove(id)
          return null
        }),
      current: async (input, { signal }) => {
        const session = active.session()
        if (session === null) return null
        const service =
          input?.service === undefined
            ? {}
            : { service: await session.open.client.capabilities({ signal, refresh: input.service === 'again' }) }
        return { ...(await active.describe(session)), ...service }
      },
      startSandbox: (input, { signal }) => runExclusively((turn) => openSandbox(input?.customers, anyOf(turn, signal))),
    },
    current: () => active.session()?.open ?? null,
    require() {
      const session = active.session()
      if (session === null) throw new DeskError('not_connected', 'No connection is open')
      return session.open
    },
    onChange: active.onChange,
    openEphemeral: ({ address, segment, clientId, clientSecret }) =>
      runExclusively(async (turn) => {
        if (active.holds(ephemeralId)) await active.close()
        const profile = unstored(ephemeralId, new URL(address).host, 'service', normalAddress(address), segment)
        await openUnstored(profile, { clientId, clientSecret }, '', anyOf(turn))
      }),
    openLast: ({ askFirst }) =>
      runExclusively(async (turn) => {
        const id = await store.open()
        if (id === null) return
        if (!askFirst) return void (await openStored(id, anyOf(turn)))
        const { name } = await store.get(id)
        // It stays closed until a person opens it, also at the following starts.
        await store.setOpen(null)
        emit('notice', { code: 'left_closed_after_unclean_end', level: 'warning', details: { name } })
      }),
    controlPlane: () => (active.holds(sandboxId) ? sandbox.info() : null),
    onResume: () => active.session()?.wake(),
    journalMark: { read: store.journalMark, write: store.setJournalMark },
    names: async () => (await store.all()).map(({ name }) => name),
    checkFile: async () => void (await store.all()),
    close() {
      shutdown.abort()
      return runExclusively(async () => {
        await active.close()
        await active.drained()
        await sandbox.stop()
        await store.idle()
      })
    },
  }
}
