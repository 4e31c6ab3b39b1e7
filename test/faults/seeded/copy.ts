/** Copies of the sources in a temporary folder, with or without a bug. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withBug, type Bug } from './bug.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** The sandbox verifies the desk, so it is never part of a copy. */
const excluded = ['electron/sandbox', 'electron/host'].map((folder) => join(root, folder))

/** Reads a file of the project. */
export const source = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Copies the unchanged sources to a temporary folder and returns its path. */
export function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'seeded-'))
  for (const parent of ['build', 'test']) mkdirSync(join(folder, parent))
  for (const part of [
    'shared',
    'electron',
    'package.json',
    'build/nodeVersions.mjs',
    'test/limits.ts',
    'test/faults',
    'test/support',
  ]) {
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: (path) => !excluded.includes(path) })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

/**
 * Writes a bug into a copy and returns a function that removes it. One copy is used for many bugs in turn, because
 * Node's compile cache depends on the path of a file.
 */
export function seed(folder: string, bug: Pick<Bug, 'name' | 'changes'>): () => void {
  const changed = withBug(bug, source)
  for (const [file, text] of changed) writeFileSync(join(folder, file), text)
  return () => {
    for (const file of changed.keys()) cpSync(join(root, file), join(folder, file))
  }
}
