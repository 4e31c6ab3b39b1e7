/**
 * The secrets of a connection: client id and secret, and its proxy's user and password. They are stored in the keychain
 * as one JSON text under the profile's id, together with a hash of the endpoint that they were entered for. They are
 * never used for another endpoint.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import type { KeychainState } from '#shared/model/connection.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Credentials } from '../service/index.ts'
import { parseKeychainEntry, requireReadableKeychain } from './keychainEntries.ts'
import type { StoredProfile } from './profileStore.ts'
import type { ProxyCredentials } from './proxy.ts'

const StoredEntry = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  proxy: z.object({ user: z.string(), password: z.string() }).nullable().default(null),
  place: z.string(),
})
const accountOf = (id: string): string => `connection/${id}`

export type Endpoint = Pick<StoredProfile, 'id' | 'address' | 'segment' | 'caFile' | 'proxy'>
/** An endpoint whose secret was stored. */
type SecretHolder = Endpoint & Pick<StoredProfile, 'secret'>

export interface StoredSecrets extends Credentials {
  readonly proxy: ProxyCredentials | null
}

/** All methods throw what the keychain throws. */
export interface Secrets {
  /** Throws `secret_missing`. */
  readonly get: (holder: SecretHolder) => Promise<StoredSecrets>
  readonly set: (endpoint: Endpoint, secrets: StoredSecrets) => Promise<'stored' | 'session'>
  readonly remove: (holder: Pick<SecretHolder, 'id' | 'secret'>) => Promise<void>
  /** Resolves to null if there is no secret; throws while that cannot be known. */
  readonly find: (holder: SecretHolder) => Promise<StoredSecrets | null>
  /** Never throws: a failing keychain is reported as a state. */
  readonly state: (holder: SecretHolder) => Promise<KeychainState>
}

/**
 * Identifies address, segment and client by a hash: it is the same after a restart, and different for another client.
 */
export const identityOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

const endpointHash = ({ address, segment, caFile, proxy }: Endpoint): string =>
  identityOf([address, segment, caFile ?? '', ...(proxy === null ? [] : [proxy])])

export function createSecrets(keychain: Keychain): Secrets {
  const find = async (endpoint: Endpoint): Promise<StoredSecrets | null> => {
    const text = await keychain.get(accountOf(endpoint.id))
    const entry = text === null ? null : parseKeychainEntry(StoredEntry, text)
    return entry === null || entry.place !== endpointHash(endpoint)
      ? null
      : { clientId: entry.clientId, clientSecret: entry.clientSecret, proxy: entry.proxy }
  }
  /** Resolves to null only if there is no secret. */
  const read = async (holder: SecretHolder): Promise<StoredSecrets | null> => {
    await requireReadableKeychain(keychain, holder.secret)
    return await find(holder)
  }
  return {
    async get(holder) {
      const found = await read(holder)
      if (found === null) throw new DeskError('secret_missing', 'The secret of this connection is not in the keychain')
      return found
    },
    set: (endpoint, { clientId, clientSecret, proxy }) =>
      keychain.set(
        accountOf(endpoint.id),
        JSON.stringify({
          clientId,
          clientSecret,
          ...(proxy === null ? {} : { proxy }),
          place: endpointHash(endpoint),
        }),
      ),
    async remove({ id, secret }) {
      // A locked keychain ignores a removal without an error, so its state is checked and the secret read first.
      await requireReadableKeychain(keychain, secret)
      if ((await keychain.get(accountOf(id))) !== null) await keychain.remove(accountOf(id))
    },
    find: read,
    async state(holder) {
      const { secret } = holder
      try {
        if ((await find(holder)) !== null) return secret
        return secret === 'stored' && (await keychain.state()) === 'session' ? 'unreadable' : 'missing'
      } catch {
        return 'unreadable'
      }
    },
  }
}
