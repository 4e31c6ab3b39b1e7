/** Copies of the sources in a folder of their own, with a bug in them or as they are. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Replacement } from './bug.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** The sandbox judges: it is never part of a copy. */
const judges = ['electron/sandbox', 'electron/host'].map((folder) => join(root, folder))

/** The files as the bug leaves them. Throws where a replacement's text does not stand in its file exactly once: then the bug has to be written anew. */
function changedFiles(changes: readonly Replacement[]): ReadonlyMap<string, string> {
  const changed = new Map<string, string>()
  for (const { file, from, to } of changes) {
    const text = changed.get(file) ?? readFileSync(join(root, file), 'utf8')
    const times = text.split(from).length - 1
    if (times !== 1) throw new Error(`${file} holds this ${String(times)} times, not once: ${from}`)
    changed.set(file, text.replace(from, () => to))
  }
  return changed
}

/** The sources as they are, in a folder of their own. */
export function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'seeded-'))
  for (const parent of ['build', 'test']) mkdirSync(join(folder, parent))
  for (const part of ['shared', 'electron', 'package.json', 'build/nodeVersions.mjs', 'test/limits.ts', 'test/faults', 'test/support']) {
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: (source) => !judges.includes(source) })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

/**
 * Makes a bug in a copy; returns what takes it out again. One copy serves for many bugs, one after another: what Node has
 * compiled of a file is found again at the same place alone.
 */
export function seed(folder: string, changes: readonly Replacement[]): () => void {
  const changed = changedFiles(changes)
  for (const [file, text] of changed) writeFileSync(join(folder, file), text)
  return () => {
    for (const file of changed.keys()) cpSync(join(root, file), join(folder, file))
  }
}
