/** This desk's key pair at a relay, and the signature with which it signs in (Ed25519). */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { challengeText } from '#shared/wire/relay.ts'

interface DeviceKeys {
  /** The raw key of 32 bytes in base64url. */
  readonly publicKey: string
  /** PKCS #8 in base64url. */
  readonly privateKey: string
}

const rawKeyBytes = 32

export function newDeviceKeys(): DeviceKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-rawKeyBytes).toString('base64url'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
  }
}

interface Challenge {
  readonly origin: string
  readonly device: string
  readonly challenge: string
}

/** Throws for a text that is no private key. */
export function signChallenge(privateKey: string, { origin, device, challenge }: Challenge): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64url'), format: 'der', type: 'pkcs8' })
  return sign(null, Buffer.from(challengeText(origin, device, challenge), 'utf8'), key).toString('base64url')
}
