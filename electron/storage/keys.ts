/** Where an encrypted file goes: its random key is in the keychain, or it lives in memory. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Keychain } from '../keychain/index.ts'
import type { EncryptedPlace } from './types.ts'

const keyForm = /^[0-9a-f]{64}$/

export interface PlaceRequest {
  readonly file: string
  /** Name of the key in the keychain. */
  readonly account: string
  /** Called for a file whose key is gone, before a new key is made. */
  readonly onKeyGone: (file: string) => void
}

/** A file from earlier whose keychain is out of reach in this run is left where it is. */
export async function placeOf(keychain: Keychain, request: PlaceRequest): Promise<EncryptedPlace> {
  const { file, account, onKeyGone } = request
  if ((await keychain.state()) === 'session') return { kind: 'memory' }
  const kept = await keychain.get(account)
  if (kept !== null && keyForm.test(kept)) return { kind: 'disk', file, key: kept }
  if (existsSync(file)) onKeyGone(file)
  const key = randomBytes(32).toString('hex')
  return (await keychain.set(account, key)) === 'stored' ? { kind: 'disk', file, key } : { kind: 'memory' }
}
