/**
 * Client id and secret of a connection, and its proxy's user and password, in the keychain as one JSON text under the
 * profile's id; and what names them.
 * They are kept together with the place that they were given for, and given out for no other one.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import type { KeychainState } from '#shared/model/connection.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Credentials } from '../service/index.ts'
import type { StoredProfile } from './profileStore.ts'
import type { ProxyCredentials } from './proxy.ts'

const Kept = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  proxy: z.object({ user: z.string(), password: z.string() }).nullable().default(null),
  place: z.string(),
})
const accountOf = (id: string): string => `connection/${id}`

export type Place = Pick<StoredProfile, 'id' | 'address' | 'segment' | 'caFile' | 'proxy'>
/** A place whose secret was put somewhere. */
export type Holder = Place & Pick<StoredProfile, 'secret'>

export interface StoredSecrets extends Credentials {
  readonly proxy: ProxyCredentials | null
}

/** All throw `keychain_unavailable` where the keychain fails or does not answer. */
export interface Secrets {
  /** Throws `secret_missing`. */
  readonly get: (holder: Holder) => Promise<StoredSecrets>
  readonly set: (place: Place, secrets: StoredSecrets) => Promise<'stored' | 'session'>
  readonly remove: (holder: Pick<Holder, 'id' | 'secret'>) => Promise<void>
  /** Null where there is none; throws while that can't be told. */
  readonly find: (holder: Holder) => Promise<StoredSecrets | null>
  /** Never throws: a keychain that fails is a state of its own. */
  readonly state: (holder: Holder) => Promise<KeychainState>
}

/** Names address, segment and client without telling them: the same after a restart, another one for another client. */
export const identityOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

const markOf = ({ address, segment, caFile, proxy }: Place): string =>
  identityOf([address, segment, caFile ?? '', ...(proxy === null ? [] : [proxy])])

function parsed(text: string): z.infer<typeof Kept> | null {
  try {
    return Kept.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const unavailable = (cause?: unknown): DeskError =>
  new DeskError('keychain_unavailable', "The keychain can't be read now: unlock it and try again", {}, { cause })

async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw unavailable(error)
  }
}

export function createSecrets(keychain: Keychain): Secrets {
  const find = async (place: Place): Promise<StoredSecrets | null> => {
    const text = await told(keychain.get(accountOf(place.id)))
    const kept = text === null ? null : parsed(text)
    return kept === null || kept.place !== markOf(place)
      ? null
      : { clientId: kept.clientId, clientSecret: kept.clientSecret, proxy: kept.proxy }
  }
  /** What was stored can be reached now: a keychain that was locked when the desk began may be open by now. */
  const reach = async ({ secret }: Pick<Holder, 'secret'>): Promise<void> => {
    if (secret === 'stored' && (await told(keychain.state('again'))) === 'session') throw unavailable()
  }
  /** Null only where there is none. */
  const read = async (holder: Holder): Promise<StoredSecrets | null> => {
    await reach(holder)
    return await find(holder)
  }
  return {
    async get(holder) {
      const found = await read(holder)
      if (found === null) throw new DeskError('secret_missing', 'The secret of this connection is not in the keychain')
      return found
    },
    set: (place, { clientId, clientSecret, proxy }) =>
      told(
        keychain.set(
          accountOf(place.id),
          JSON.stringify({ clientId, clientSecret, ...(proxy === null ? {} : { proxy }), place: markOf(place) }),
        ),
      ),
    async remove({ id, secret }) {
      // A locked keychain removes nothing and says so to nobody: it is looked for and read first.
      await reach({ secret })
      if ((await told(keychain.get(accountOf(id)))) !== null) await told(keychain.remove(accountOf(id)))
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
