/**
 * The relay that receives a connection's events, and the private key with which this desk signs in there. The key is in
 * the keychain, or in memory for one session, and belongs to one device at one address.
 */
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import { Instant } from '#shared/model/customer/views.ts'
import type { Keychain } from '../keychain/index.ts'
import { parseKeychainEntry, requireReadableKeychain } from './keychainEntries.ts'

export const StoredRelay = z.object({
  address: z.string(),
  /** The name of this desk's device at the relay. It is no secret. */
  device: z.string(),
  /** The relay's name of the connection; `null` if it was stored by a version of the desk without this field. */
  connection: z.string().nullable().default(null),
  /** What the person who invited this desk calls it. */
  name: z.string(),
  connectedAt: Instant,
  key: z.enum(['stored', 'session']),
})
export type StoredRelay = z.infer<typeof StoredRelay>

const Entry = z.object({ address: z.string(), device: z.string(), privateKey: z.string() })
const accountOf = (id: string): string => `relay/${id}`

/** All methods throw what the keychain throws. */
export interface RelayKeys {
  /** Returns the private key (PKCS #8 in base64url). Throws `secret_missing`. */
  readonly get: (id: string, relay: StoredRelay) => Promise<string>
  readonly set: (id: string, relay: Pick<StoredRelay, 'address' | 'device'>, key: string) => Promise<StoredRelay['key']>
  readonly remove: (id: string, relay: Pick<StoredRelay, 'key'> | null) => Promise<void>
}

export function createRelayKeys(keychain: Keychain): RelayKeys {
  return {
    async get(id, relay) {
      await requireReadableKeychain(keychain, relay.key)
      const text = await keychain.get(accountOf(id))
      const entry = text === null ? null : parseKeychainEntry(Entry, text)
      if (entry?.address !== relay.address || entry.device !== relay.device)
        throw new DeskError('secret_missing', "The key of this desk's relay is not in the keychain", {
          reason: 'relay',
        })
      return entry.privateKey
    },
    set: (id, { address, device }, privateKey) =>
      keychain.set(accountOf(id), JSON.stringify({ address, device, privateKey })),
    async remove(id, relay) {
      if (relay === null) return
      await requireReadableKeychain(keychain, relay.key)
      await keychain.remove(accountOf(id))
    },
  }
}
