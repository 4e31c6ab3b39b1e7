/**
 * Reads the packaged configuration of updates: `app-update.yml`, which electron-builder writes if an address was given,
 * and `update-key.pem`, the public key that verifies published updates.
 */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere } from '../../../base/readIfThere.ts'
import { updateAddress } from './address.ts'

export const configFile = 'app-update.yml'
export const keyFile = 'update-key.pem'

export interface UpdateConfig {
  readonly url: URL
  readonly channel: string | null
  readonly useMultipleRangeRequest: boolean
  /** The public key; null if published updates need no signature of their own. */
  readonly key: KeyObject | null
}

const Content = z.object({
  provider: z.literal('generic'),
  url: z.string(),
  channel: z.string().nullish(),
  useMultipleRangeRequest: z.boolean().optional(),
})

/** Resolves to null if no address was packaged. Throws for an invalid address or key. */
export async function readUpdateConfig(resources: string): Promise<UpdateConfig | null> {
  const text = await readIfThere(join(resources, configFile))
  if (text === null) return null
  const { load } = await import('js-yaml')
  const { url, channel, useMultipleRangeRequest } = Content.parse(load(text))
  const pem = await readIfThere(join(resources, keyFile))
  return {
    url: updateAddress(url),
    channel: channel ?? null,
    useMultipleRangeRequest: useMultipleRangeRequest ?? true,
    key: pem === null ? null : signingKey(pem),
  }
}

function signingKey(pem: string): KeyObject {
  const key = createPublicKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError(`${keyFile} has to be an Ed25519 key`)
  return key
}
