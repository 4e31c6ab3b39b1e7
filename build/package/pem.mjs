/** Keys in environment variables: each variable holds the text of a PEM file, or its path. */
import { readFileSync } from 'node:fs'

/** What is wrong with a variable. The message names the variable and never holds its value, which may be a private key. */
export class PemProblem extends Error {}

/**
 * @param {string} name of the variable
 * @param {string | undefined} value of the variable
 * @returns {string | null} the text; null where the variable is not set
 */
export function readPem(name, value = '') {
  const given = value.trim()
  if (given === '') return null
  if (given.includes('-----BEGIN')) return given
  try {
    return readFileSync(given, 'utf8')
  } catch (error) {
    throw new PemProblem(
      `${name} is neither the text of a PEM file nor the path of one that can be read (${error.code}).`,
    )
  }
}
