/** Where an encrypted file goes: its random key is in the keychain, or it lives in memory. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { DeskError } from '#shared/errors.ts'
import type { Keychain } from '../keychain/index.ts'
import type { EncryptedPlace } from './types.ts'

const keyForm = /^[0-9a-f]{64}$/

export interface PlaceRequest {
  readonly file: string
  /** Name of the key in the keychain. */
  readonly account: string
  /** Called for a file whose key is gone, once a new key is kept. */
  readonly onKeyMissing: (file: string) => void
}

/**
 * A file from earlier whose keychain is out of reach in this run is left where it is. Throws `keychain_unavailable` where
 * the keychain was there before and fails now: nothing may be taken for gone then.
 */
export async function placeOf(keychain: Keychain, request: PlaceRequest): Promise<EncryptedPlace> {
  const { file, account, onKeyMissing } = request
  if ((await keychain.state()) === 'session') return { kind: 'memory' }
  const kept = await told(keychain.get(account))
  if (kept !== null && keyForm.test(kept)) return { kind: 'disk', file, key: kept }
  const key = randomBytes(32).toString('hex')
  if ((await told(keychain.set(account, key))) === 'session') return { kind: 'memory' }
  if (existsSync(file)) onKeyMissing(file)
  return { kind: 'disk', file, key }
}

async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new DeskError('keychain_unavailable', "The keychain can't be read now", {}, { cause: error })
  }
}
