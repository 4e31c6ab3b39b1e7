/** Entries of the keychain that belong to a connection. */
import type { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import type { Keychain } from '../keychain/index.ts'

/**
 * Throws `keychain_unavailable` if an entry that is stored cannot be read now: a locked keychain reports every entry as
 * missing and removes none. One that was locked at the start may be unlocked by now, so its state is read again.
 */
export async function requireReadableKeychain(keychain: Keychain, entry: 'stored' | 'session'): Promise<void> {
  if (entry === 'stored' && (await keychain.state({ refresh: true })) === 'session')
    throw new DeskError('keychain_unavailable', "The keychain can't be read now: unlock it and try again")
}

/** Returns null for a text that does not have this form. */
export function parseKeychainEntry<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
