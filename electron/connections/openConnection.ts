/**
 * Opens a stored connection, or one that is not stored. The connection before it closes once the new one has passed its
 * check.
 */
import { asDeskError } from '#shared/errors.ts'
import type { ConnectionProfile, CurrentConnection } from '#shared/model/connection.ts'
import { normalAddress, type Credentials, type ServiceClientOptions } from '../service/index.ts'
import { readCaFile } from './caFile.ts'
import { passCheck } from './check.ts'
import { anyOf, nowInstant, profileOf, type ConnectionsContext } from './context.ts'
import { ephemeralId } from './isStored.ts'
import type { StoredProfile } from './profileStore.ts'
import { proxiesFor, type ProxyCredentials } from './proxy.ts'
import { sandboxIdentity } from './sandboxIdentity.ts'
import { identityOf } from './secrets.ts'
import { createSession, type Session } from './session.ts'
import type { Connections } from './types.ts'

function patchInBackground({ store, log }: ConnectionsContext, id: string, change: Partial<StoredProfile>): void {
  void store.patch(id, change).catch((error: unknown) => log.warn('profile not written', { error }))
}

function onHealth(context: ConnectionsContext, which: Session): void {
  const { active, log } = context
  if (which !== active.session()) return
  log.info('connection', { health: which.health().state, problem: which.health().problem })
  if (which.health().state === 'online')
    patchInBackground(context, which.open.profile.id, { workedAt: nowInstant(context) })
  void active.notify()
}

function startSession(
  context: ConnectionsContext,
  profile: ConnectionProfile,
  identity: string,
  client: Omit<ServiceClientOptions, 'onHealth' | 'clock' | 'log' | 'address' | 'segment' | 'proxies'>,
  proxy: ProxyCredentials | null,
): Session {
  const { clock, log, createClient, retryAfter, systemProxy } = context
  const { address, segment } = profile
  if (proxy !== null) log.hide(proxy.password)
  const proxies = proxiesFor(profile.proxy, proxy, systemProxy, clock)
  return createSession({
    profile,
    identity,
    createClient,
    retryAfter,
    onHealth: (which) => {
      onHealth(context, which)
    },
    client: { address, segment, clock, log, ...(proxies === undefined ? {} : { proxies }), ...client },
  })
}

export async function openStored(
  context: ConnectionsContext,
  id: string,
  until: AbortSignal,
): Promise<CurrentConnection> {
  const { store, secrets, active, timeoutMs } = context
  const stored = await store.get(id)
  const credentials = await secrets.get(stored)
  const ca = await readCaFile(stored.caFile)
  const profile = { ...(await profileOf(context, stored)), lastOpenedAt: nowInstant(context) }
  const next: Session = startSession(
    context,
    profile,
    identityOf([stored.address, stored.segment, credentials.clientId]),
    {
      // The client keeps the credentials that it was created with, even if others are stored meanwhile for another
      // address.
      credentials: () => Promise.resolve(credentials),
      onDialect: (dialect) => {
        if (!next.open.signal.aborted) patchInBackground(context, id, { dialect })
      },
      ...(ca === undefined ? {} : { ca }),
      ...(stored.dialect === null ? {} : { remembered: stored.dialect }),
    },
    credentials.proxy,
  )
  await passCheck(next, { hasWorked: stored.workedAt !== null, timeoutMs, signal: until })
  try {
    const workedAtChange = next.health().state === 'online' ? { workedAt: nowInstant(context) } : {}
    await store.patch(id, { lastOpenedAt: profile.lastOpenedAt, ...workedAtChange })
    await store.setOpen(id)
  } catch (error) {
    await next.close()
    throw error
  }
  return active.open(next, until)
}

/**
 * Reopens a connection after a change. The change stays even if opening fails; a notice then shows why the connection
 * is closed.
 */
export async function reopen(context: ConnectionsContext, id: string, until: AbortSignal): Promise<void> {
  const { log, emit } = context
  try {
    await openStored(context, id, until)
  } catch (thrown) {
    const { code } = asDeskError(thrown)
    log.warn('A changed connection could not be opened', { code })
    emit('notice', { code: 'connection_closed', level: 'warning', details: { problem: code } })
  }
}

/** Opens the connection that was open when the desk last ended. With `askFirst` it only notifies the window of it. */
export async function openLast(context: ConnectionsContext, askFirst: boolean, turn: AbortSignal): Promise<void> {
  const { store, emit } = context
  const id = await store.open()
  if (id === null) return
  if (!askFirst) return void (await openStored(context, id, anyOf(context, turn)))
  const { name } = await store.get(id)
  // It stays closed until a person opens it, also at the following starts.
  await store.setOpen(null)
  emit('notice', { code: 'left_closed_after_unclean_end', level: 'warning', details: { name } })
}

type UnstoredProfile = Pick<ConnectionProfile, 'id' | 'name' | 'kind' | 'address' | 'segment'>

/** `salt` makes the identity of the connection differ from that of another one with the same address and client. */
export async function openUnstored(
  context: ConnectionsContext,
  unstored: UnstoredProfile,
  credentials: Credentials,
  salt: string,
  until: AbortSignal,
): Promise<CurrentConnection> {
  const { active, timeoutMs } = context
  const profile: ConnectionProfile = {
    ...unstored,
    caFile: null,
    proxy: null,
    linkHost: null,
    secret: 'session',
    createdAt: nowInstant(context),
    lastOpenedAt: nowInstant(context),
  }
  const identity = identityOf([profile.address, profile.segment, credentials.clientId, salt])
  const next = startSession(
    context,
    profile,
    profile.kind === 'sandbox' ? sandboxIdentity(identity) : identity,
    { credentials: () => Promise.resolve(credentials) },
    null,
  )
  await passCheck(next, { hasWorked: false, timeoutMs, signal: until })
  return active.open(next, until)
}

/** Connects with credentials that are not stored. */
export async function openEphemeral(
  context: ConnectionsContext,
  { address, segment, clientId, clientSecret }: Parameters<Connections['openEphemeral']>[0],
  turn: AbortSignal,
): Promise<void> {
  const { active } = context
  if (active.holds(ephemeralId)) await active.close()
  await openUnstored(
    context,
    { id: ephemeralId, name: new URL(address).host, kind: 'service', address: normalAddress(address), segment },
    { clientId, clientSecret },
    '',
    anyOf(context, turn),
  )
}
