/** A bug as replacements in the sources, and the proof that catches it. */
import type { ProofName } from './proofs.ts'

export interface Replacement {
  readonly file: string
  readonly from: string
  readonly to: string
}

export interface Bug {
  readonly name: string
  readonly proof: ProofName
  /** What the proof says then. */
  readonly says: RegExp
  readonly changes: readonly Replacement[]
}

export const change = (file: string, from: string, to: string): Replacement => ({ file: `electron/${file}`, from, to })
