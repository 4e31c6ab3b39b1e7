/** Decides where an encrypted database is stored: on the disk, with a random key in the keychain, or in memory. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Keychain } from '../keychain/index.ts'
import type { EncryptedLocation } from './types.ts'

const keyForm = /^[0-9a-f]{64}$/

interface LocationRequest {
  readonly file: string
  /** Account name of the key in the keychain. */
  readonly account: string
  /** Called for a file whose key is missing, once a new key is stored. */
  readonly onKeyMissing: (file: string) => void
}

/**
 * Returns the location and leaves an existing file untouched while its keychain is unavailable. Throws
 * `keychain_unavailable` if the keychain was available before and fails now, and `keychain_damaged`, because then the
 * key must not be taken for missing.
 */
export async function locationOf(keychain: Keychain, request: LocationRequest): Promise<EncryptedLocation> {
  const { file, account, onKeyMissing } = request
  if ((await keychain.state()) === 'session') return { kind: 'memory' }
  const storedKey = await keychain.get(account)
  if (storedKey !== null && keyForm.test(storedKey)) return { kind: 'disk', file, key: storedKey }
  const key = randomBytes(32).toString('hex')
  if ((await keychain.set(account, key)) === 'session') return { kind: 'memory' }
  if (existsSync(file)) onKeyMissing(file)
  return { kind: 'disk', file, key }
}
