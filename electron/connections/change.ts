/** What a change of a stored connection means, and how it is written: both halves, or none. */
import type { ConnectionChange } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { normalAddress, type Credentials } from '../service/index.ts'
import type { ProfileStore, StoredProfile } from './profileStore.ts'
import type { Secrets } from './secrets.ts'

export interface Change {
  readonly before: StoredProfile
  readonly after: StoredProfile
  /** What of `after` is not as before; the rest may change meanwhile. */
  readonly written: Partial<StoredProfile>
  /** Null where those that are kept stay. */
  readonly credentials: Credentials | null
  /** Whether a client that was made before is no longer the right one. */
  readonly needsNewClient: boolean
}

/**
 * Throws `address_not_allowed`, `secret_missing`: kept credentials belong to the place that they were given for, and
 * `keychain_unavailable`: those that can't be read now are not replaced.
 */
export async function changeOf(before: StoredProfile, wanted: ConnectionChange, secrets: Secrets): Promise<Change> {
  const { name, address, segment, caFile, clientId, clientSecret } = wanted
  const place = {
    address: address === undefined ? before.address : normalAddress(address),
    segment: segment ?? before.segment,
    caFile: caFile === undefined ? before.caFile : caFile || null,
  }
  const moved = place.address !== before.address || place.segment !== before.segment || place.caFile !== before.caFile
  if (clientSecret === undefined && (moved || clientId !== undefined)) {
    throw new DeskError('secret_missing', 'A changed address, segment, CA file or client wants the secret again', { reason: 'changed' })
  }
  if (clientSecret !== undefined) await secrets.requireReadable(before)
  const credentials = clientSecret === undefined ? null : { clientId: clientId ?? (await secrets.get(before)).clientId, clientSecret }
  const written = { ...place, name: name ?? before.name, ...(moved ? { workedAt: null, dialect: null } : {}) }
  return { before, after: { ...before, ...written }, written, credentials, needsNewClient: moved || credentials !== null }
}

/**
 * The profile first: at no time is a new secret beside an old address. Where the secret can't be kept, the profile is as
 * before again, and the old secret still belongs to it.
 */
export async function writeChange({ before, after, written, credentials }: Change, store: ProfileStore, secrets: Secrets): Promise<void> {
  await store.patch(before.id, written)
  if (credentials === null) return
  const secret = await secrets.set(after, credentials).catch(async (error: unknown) => {
    await store.put(before)
    throw error
  })
  if (secret !== before.secret) await store.patch(before.id, { secret })
}
