/** Computes what a change of a stored connection means, and writes profile and secret together. */
import type { ConnectionChange } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { ProfileStore, StoredProfile } from './profileStore.ts'
import type { ProxyCredentials } from './proxy.ts'
import type { StoredSecrets, Endpoint, Secrets } from './secrets.ts'
import { endpointOf } from './tryOut.ts'

interface Change {
  readonly before: StoredProfile
  readonly after: StoredProfile
  /** The fields of `after` that the change sets. All other fields may be changed by others meanwhile. */
  readonly changedFields: Partial<StoredProfile>
  /** The credentials to store, or null if the stored ones stay. */
  readonly credentials: StoredSecrets | null
  /** Whether a client that was created before the change can no longer be used. */
  readonly needsNewClient: boolean
}

/**
 * Throws `address_not_allowed`; `secret_missing`, because stored credentials are valid only for the endpoint that they
 * were entered for; and `keychain_unavailable`, because credentials that cannot be read now are not replaced.
 */
export async function changeOf(before: StoredProfile, wanted: ConnectionChange, secrets: Secrets): Promise<Change> {
  const {
    name,
    address = before.address,
    segment = before.segment,
    caFile = before.caFile,
    proxy: proxySetting = before.proxy,
    linkHost = before.linkHost,
    clientId,
    clientSecret,
    proxyUser,
    proxyPassword,
  } = wanted
  const endpoint = endpointOf({ address, segment, caFile, proxy: proxySetting })
  const moved = !isSameEndpoint(endpoint, before)
  if (clientSecret === undefined && (moved || clientId !== undefined)) {
    throw new DeskError(
      'secret_missing',
      'A change of address, segment, CA file, proxy or client needs the secret again',
      { reason: 'changed' },
    )
  }
  const hasNewSecrets = clientSecret !== undefined || proxyUser !== undefined || proxyPassword !== undefined
  const stored = hasNewSecrets ? await secrets.find(before) : null
  const proxy = proxyCredentialsOf(endpoint.proxy, wanted, moved ? null : stored)
  const isUntried = moved || proxyUser !== undefined || proxyPassword !== undefined
  const credentials = hasNewSecrets ? { ...clientOf(wanted, stored), proxy } : null
  const changedFields = {
    ...endpoint,
    linkHost,
    name: name ?? before.name,
    ...(isUntried ? { workedAt: null } : {}),
    ...(moved ? { dialect: null } : {}),
  }
  return {
    before,
    after: { ...before, ...changedFields },
    changedFields,
    credentials,
    needsNewClient: moved || credentials !== null,
  }
}

/** Returns the credentials that were entered, else the stored ones of the same endpoint, or null if no proxy is set. */
export function proxyCredentialsOf(
  proxy: string | null,
  { proxyUser, proxyPassword }: Pick<ConnectionChange, 'proxyUser' | 'proxyPassword'>,
  stored: StoredSecrets | null,
): ProxyCredentials | null {
  if (proxy === null || proxy === 'direct') return null
  if (proxyUser === undefined && proxyPassword === undefined) return stored?.proxy ?? null
  return { user: proxyUser ?? stored?.proxy?.user ?? '', password: proxyPassword ?? '' }
}

/**
 * Returns the client that was entered, else the stored one. Throws `secret_missing`: credentials of a proxy alone are
 * not enough for a connection.
 */
export function clientOf(
  { clientId = '', clientSecret = '' }: Pick<ConnectionChange, 'clientId' | 'clientSecret'>,
  stored: StoredSecrets | null,
): Pick<StoredSecrets, 'clientId' | 'clientSecret'> {
  const client = {
    clientId: clientId || (stored?.clientId ?? ''),
    clientSecret: clientSecret || (stored?.clientSecret ?? ''),
  }
  if (client.clientId === '' || client.clientSecret === '')
    throw new DeskError('secret_missing', 'The secret of this connection is not in the keychain')
  return client
}

export const isSameEndpoint = (one: Omit<Endpoint, 'id'>, other: Omit<Endpoint, 'id'>): boolean =>
  one.address === other.address &&
  one.segment === other.segment &&
  one.caFile === other.caFile &&
  one.proxy === other.proxy

/**
 * Writes the profile first, so that a new secret is never stored beside an old address. If the secret cannot be stored,
 * the old profile is restored, and the old secret still belongs to it.
 */
export async function writeChange(
  { before, after, changedFields, credentials }: Change,
  store: ProfileStore,
  secrets: Secrets,
): Promise<void> {
  await store.patch(before.id, changedFields)
  if (credentials === null) return
  const secret = await secrets.set(after, credentials).catch(async (error: unknown) => {
    await store.put(before)
    throw error
  })
  if (secret !== before.secret) await store.patch(before.id, { secret })
}
