/** Reads keys from environment variables: each variable holds the text of a PEM file, or its path. */
import { readFileSync } from 'node:fs'

/** An invalid variable. The message names the variable and never contains its value, which may be a private key. */
export class PemProblem extends Error {}

/**
 * @param {string} name of the variable
 * @param {string | undefined} value of the variable
 * @returns {string | null} the text; null if the variable is not set
 */
export function readPem(name, value = '') {
  const text = value.trim()
  if (text === '') return null
  if (text.includes('-----BEGIN')) return text
  try {
    return readFileSync(text, 'utf8')
  } catch (error) {
    throw new PemProblem(
      `${name} is neither the text of a PEM file nor the path of one that can be read (${error.code}).`,
    )
  }
}
