/** What a change of a stored connection means, and how it is written: both halves, or none. */
import type { ConnectionChange } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { ProfileStore, StoredProfile } from './profileStore.ts'
import type { ProxyCredentials } from './proxy.ts'
import type { StoredSecrets, Place, Secrets } from './secrets.ts'
import { placeOf } from './tryOut.ts'

export interface Change {
  readonly before: StoredProfile
  readonly after: StoredProfile
  /** What of `after` is not as before; the rest may change meanwhile. */
  readonly written: Partial<StoredProfile>
  /** Null where those that are kept stay. */
  readonly credentials: StoredSecrets | null
  /** Whether a client that was made before is no longer the right one. */
  readonly needsNewClient: boolean
}

/**
 * Throws `address_not_allowed`, `secret_missing`: kept credentials belong to the place that they were given for, and
 * `keychain_unavailable`: those that can't be read now are not replaced.
 */
export async function changeOf(before: StoredProfile, wanted: ConnectionChange, secrets: Secrets): Promise<Change> {
  const {
    name,
    address = before.address,
    segment = before.segment,
    caFile = before.caFile,
    proxy: way = before.proxy,
    linkHost = before.linkHost,
    clientId,
    clientSecret,
    proxyUser,
    proxyPassword,
  } = wanted
  const place = placeOf({ address, segment, caFile, proxy: way })
  const moved = !isSamePlace(place, before)
  if (clientSecret === undefined && (moved || clientId !== undefined)) {
    throw new DeskError(
      'secret_missing',
      'A changed address, segment, CA file, proxy or client wants the secret again',
      { reason: 'changed' },
    )
  }
  const typed = clientSecret !== undefined || proxyUser !== undefined || proxyPassword !== undefined
  const kept = typed ? await secrets.find(before) : null
  const proxy = proxyCredentialsOf(place.proxy, wanted, moved ? null : kept)
  const credentials = typed ? { ...clientOf(wanted, kept), proxy } : null
  const written = { ...place, linkHost, name: name ?? before.name, ...(moved ? { workedAt: null, dialect: null } : {}) }
  return {
    before,
    after: { ...before, ...written },
    written,
    credentials,
    needsNewClient: moved || credentials !== null,
  }
}

/** Those that were typed, else those that are kept for the same place; none where no proxy was typed. */
export function proxyCredentialsOf(
  proxy: string | null,
  { proxyUser, proxyPassword }: Pick<ConnectionChange, 'proxyUser' | 'proxyPassword'>,
  kept: StoredSecrets | null,
): ProxyCredentials | null {
  if (proxy === null || proxy === 'direct') return null
  if (proxyUser === undefined && proxyPassword === undefined) return kept?.proxy ?? null
  return { user: proxyUser ?? kept?.proxy?.user ?? '', password: proxyPassword ?? '' }
}

/** Those that were typed, else those that are kept. Throws `secret_missing`: a proxy's credentials alone make no connection. */
export function clientOf(
  { clientId = '', clientSecret = '' }: Pick<ConnectionChange, 'clientId' | 'clientSecret'>,
  kept: StoredSecrets | null,
): Pick<StoredSecrets, 'clientId' | 'clientSecret'> {
  const client = {
    clientId: clientId || (kept?.clientId ?? ''),
    clientSecret: clientSecret || (kept?.clientSecret ?? ''),
  }
  if (client.clientId === '' || client.clientSecret === '')
    throw new DeskError('secret_missing', 'The secret of this connection is not in the keychain')
  return client
}

export const isSamePlace = (one: Omit<Place, 'id'>, other: Omit<Place, 'id'>): boolean =>
  one.address === other.address &&
  one.segment === other.segment &&
  one.caFile === other.caFile &&
  one.proxy === other.proxy

/**
 * The profile first: at no time is a new secret beside an old address. Where the secret can't be kept, the profile is as
 * before again, and the old secret still belongs to it.
 */
export async function writeChange(
  { before, after, written, credentials }: Change,
  store: ProfileStore,
  secrets: Secrets,
): Promise<void> {
  await store.patch(before.id, written)
  if (credentials === null) return
  const secret = await secrets.set(after, credentials).catch(async (error: unknown) => {
    await store.put(before)
    throw error
  })
  if (secret !== before.secret) await store.patch(before.id, { secret })
}
