/**
 * Lists the packages of node_modules in a packaged program: those that the main process reaches from `dependencies`.
 * The optional dependencies of the project are Node programs for its scripts. They are never shipped, because a second
 * Node beside Electron would have no fuses.
 */
import { z } from 'zod'
import { inProject, readJson } from './project.ts'

const dependencyNames = z.record(z.string(), z.string()).optional()
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      name: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      dependencies: dependencyNames,
      optionalDependencies: dependencyNames,
    }),
  ),
})

export type LockedPackages = z.infer<typeof lockSchema>['packages']

export interface ShippedPackage {
  /** The path at which it is installed: `node_modules/keytar`. */
  readonly path: string
  /** The folder's name, which is what modules import. */
  readonly name: string
  readonly version: string
}

/** Dependencies that a package declares but does not load while the desk runs. */
const notLoaded: Readonly<Record<string, readonly string[]>> = {
  // These are headers for compiling the native module.
  'better-sqlite3-multiple-ciphers': ['node-addon-api'],
  keytar: ['node-addon-api'],
  // It parses the arguments of a command-line program.
  qrcode: ['yargs'],
}

export function readLock(): LockedPackages {
  return lockSchema.parse(readJson(inProject('package-lock.json'))).packages
}

/** Returns the name of the package that is installed at this path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Returns where Node finds a package that the one at `from` imports. */
function locate(packages: LockedPackages, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return null
  }
}

export function shippedPackages(packages: LockedPackages): readonly ShippedPackage[] {
  const found = new Map<string, ShippedPackage>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    const { version, dependencies = {}, optionalDependencies = {} } = packages[path] ?? {}
    if (version === undefined) throw new Error(`package-lock.json has no version of ${path}`)
    const name = nameOf(path)
    found.set(path, { path, name, version })
    const skipped = notLoaded[name] ?? []
    for (const dependency of Object.keys(dependencies)) {
      if (skipped.includes(dependency)) continue
      const at = locate(packages, path, dependency)
      if (at !== null) visit(at)
      else if (!(dependency in optionalDependencies))
        throw new Error(`${path} needs ${dependency}, which package-lock.json lacks`)
    }
  }
  const { dependencies = {}, optionalDependencies = {} } = packages[''] ?? {}
  // npm's lock file may list an optional dependency twice; it counts as optional then.
  for (const name of Object.keys(dependencies)) if (!(name in optionalDependencies)) visit(`node_modules/${name}`)
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Returns the names of installed packages that are neither development dependencies nor shipped. */
export function unshippedNames(packages: LockedPackages): readonly string[] {
  const shipped = new Set(shippedPackages(packages).map(({ name }) => name))
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true)
  return [...new Set(installed.map(([path]) => nameOf(path)))].filter((name) => !shipped.has(name)).sort()
}
