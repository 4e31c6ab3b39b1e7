/** A bug as edits of the sources, and the proof that catches it. */
import type { Edit } from './edits.ts'
import type { ProofName } from './proofs.ts'

export interface Bug {
  readonly name: string
  readonly proof: ProofName
  /** The message of the proof that catches the bug. */
  readonly message: RegExp
  readonly changes: readonly Edit[]
}

/** Returns the new text of each file that a bug changes. Throws if an edit does not fit the sources any more. */
export function withBug(
  { name, changes }: Pick<Bug, 'name' | 'changes'>,
  read: (file: string) => string,
): ReadonlyMap<string, string> {
  const changed = new Map<string, string>()
  for (const { file, apply } of changes) {
    const problem = (why: string): Error => new Error(`The bug "${name}" does not fit ${file}: ${why}.`)
    changed.set(file, apply(changed.get(file) ?? read(file), problem))
  }
  return changed
}
