/** Secrets of the relay: random tokens of which only hashes are stored, and the key that encrypts bodies. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A random text for an address, a token or a challenge: 128 bits by default. */
export const newSecret = (bytes = 16): string => randomBytes(bytes).toString('base64url')

/**
 * The hash under which a random secret is stored and found. A look-up by the hash takes no time that depends on how
 * much of a guess is right.
 */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest()

const ivLength = 12
const tagLength = 16

export interface Sealer {
  /** Names the key; a body of another key can't be opened. */
  readonly keyId: string
  readonly seal: (plain: Buffer) => Buffer
  /** Returns null for another key's text, or a damaged one. */
  readonly open: (keyId: string, sealed: Buffer) => Buffer | null
  /** A digest that nobody without the key can find the text of. */
  readonly digest: (text: string) => string
}

export function createSealer(key: Buffer): Sealer {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
  // Node prepares a key object once, and the bytes of a key for each body, which takes several times as long.
  const [bodyKey, digestKey] = [createSecretKey(derive('bodies')), createSecretKey(derive('digests'))]
  const keyId = createHash('sha256').update(derive('name')).digest('hex').slice(0, 8)
  return {
    keyId,
    seal: (plain) => {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', bodyKey, iv)
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text])
    },
    open: (id, sealed) => {
      if (id !== keyId || sealed.length < ivLength + tagLength) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', bodyKey, sealed.subarray(0, ivLength))
        decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
        return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
      } catch {
        return null
      }
    },
    digest: (text) => createHmac('sha256', digestKey).update(text, 'utf8').digest('hex').slice(0, 32),
  }
}

/** The form of a key: 32 bytes in hexadecimal. */
export const keyForm = /^[0-9a-f]{64}$/i

/** Where the key comes from: 64 hexadecimal digits, or the folder if they are null. */
interface KeySource {
  readonly key: string | null
  readonly dataFolder: string
}

/** Reads the key. Throws an error for a person if there is none. */
export function readKey({ key, dataFolder }: KeySource): Buffer {
  const file = keyFile(dataFolder)
  if (key === null && !existsSync(file))
    throw new Error(`There is no key: ${file} is missing. Set RELAY_DATA to the folder of the relay, or RELAY_KEY.`)
  const text = key ?? readFileSync(file, 'utf8').trim()
  if (!keyForm.test(text)) throw new Error(`The key in ${file} is not 64 hexadecimal digits.`)
  return Buffer.from(text, 'hex')
}

/** Like `readKey`, but makes a key in the folder, which must exist, if there is none. */
export function readOrMakeKey(source: KeySource): Buffer {
  const file = keyFile(source.dataFolder)
  if (source.key === null && !existsSync(file)) {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    chmodSync(file, 0o600)
  }
  return readKey(source)
}

const keyFile = (folder: string): string => join(folder, 'relay.key')

/** What precedes a raw Ed25519 key in its DER form (RFC 8410). */
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether the signature of a text was made with a raw Ed25519 key. */
export function isSignedBy(publicKey: Buffer, text: string, signature: Buffer): boolean {
  try {
    const key = createPublicKey({ key: Buffer.concat([ed25519Prefix, publicKey]), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text, 'utf8'), key, signature)
  } catch {
    return false
  }
}
