/**
 * `node packages.mjs FOLDER`: copies the installed packages that the relay loads, with what they depend on, so that its
 * container contains neither the desk's packages nor the tools that build it.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What the sources of the relay import; a test compares it with them. */
export const relayPackages = [
  '@fastify/rate-limit',
  '@fastify/under-pressure',
  'better-sqlite3-multiple-ciphers',
  'fastify',
  'node-pg-migrate',
  'pg',
  'prom-client',
  'undici',
  'zod',
]

/** Finds a package as Node does: beside the one that needs it, or further up. */
function find(root, from, name) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(root, path, 'package.json'))) return path
    if (folder === '.' || folder === '') return null
  }
}

/** Returns the folders of the packages and of what they depend on, relative to the project. */
function packageFolders(root) {
  const found = new Set()
  const add = (from, name) => {
    const path = find(root, from, name)
    // A peer that is optional may be missing.
    if (path === null || found.has(path)) return
    found.add(path)
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
    } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      add(path, needed)
  }
  for (const name of relayPackages) add('.', name)
  return [...found].sort()
}

const [, script, target] = process.argv
if (script === import.meta.filename && target !== undefined)
  for (const path of packageFolders(process.cwd()))
    cpSync(path, join(target, path), {
      recursive: true,
      filter: (source) => source === path || !source.slice(path.length).includes('node_modules'),
    })
