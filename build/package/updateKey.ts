/**
 * Reads the public key with which a program verifies its updates from ESIM_DESK_UPDATE_PUBLIC_KEY: the text of a PEM
 * file, or its path.
 */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { PemProblem, readPem } from './pem.mjs'
import { PackagingProblem } from './project.ts'

const name = 'ESIM_DESK_UPDATE_PUBLIC_KEY'

/**
 * Returns null if none is value. Throws for a key that the program could not use, and for a private one, which must
 * never be shipped.
 */
export function publicKeyText(value: string | undefined): string | null {
  const text = textOf(value)
  if (text === null) return null
  if (text.includes('PRIVATE KEY')) throw new PackagingProblem(`${name} is a private key. Give the public one.`)
  const key = parseKey(text)
  if (key.asymmetricKeyType !== 'ed25519') throw new PackagingProblem(`${name} has to be an Ed25519 key.`)
  return key.export({ type: 'spki', format: 'pem' }).toString()
}

function parseKey(text: string): KeyObject {
  try {
    return createPublicKey(text)
  } catch (error) {
    throw new PackagingProblem(`${name} is no public key in PEM form.`, { cause: error })
  }
}

function textOf(value: string | undefined): string | null {
  try {
    return readPem(name, value)
  } catch (error) {
    throw error instanceof PemProblem ? new PackagingProblem(error.message) : error
  }
}
