/**
 * The key by which a program judges its updates, from ESIM_DESK_UPDATE_PUBLIC_KEY: the text of a PEM file, or its path.
 */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PackagingProblem } from './project.ts'

/**
 * Null where none is given. Throws for a key that the program could not use, and for a private one, which must never be
 * shipped.
 */
export function publicKeyText(given: string | undefined): string | null {
  if (given === undefined || given === '') return null
  const text = given.startsWith('-----BEGIN') ? given : readKey(given)
  if (text.includes('PRIVATE KEY'))
    throw new PackagingProblem('ESIM_DESK_UPDATE_PUBLIC_KEY is a private key. Give the public one.')
  const key = parseKey(text)
  if (key.asymmetricKeyType !== 'ed25519')
    throw new PackagingProblem('ESIM_DESK_UPDATE_PUBLIC_KEY has to be an Ed25519 key.')
  return key.export({ type: 'spki', format: 'pem' }).toString()
}

function parseKey(text: string): KeyObject {
  try {
    return createPublicKey(text)
  } catch (error) {
    throw new PackagingProblem('ESIM_DESK_UPDATE_PUBLIC_KEY is no public key in PEM form.', { cause: error })
  }
}

function readKey(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new PackagingProblem(`ESIM_DESK_UPDATE_PUBLIC_KEY names a file that can't be read: ${path}`, { cause: error })
  }
}
