/**
 * Checks the lock file against the rules for dependencies. Everything is read from the lock file; nothing is installed.
 */
import satisfies from 'spdx-satisfies'
import { z } from 'zod'
import { nameOf } from '../package/shippedPackages.ts'
import { acceptedLicenses, knownInstallScripts } from './rules.ts'

const packageSchema = z.looseObject({
  version: z.string(),
  name: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
})

const lockSchema = z.object({ packages: z.record(z.string(), z.unknown()) })

export interface Dependency {
  readonly name: string
  readonly version: string
  /** An SPDX expression, or null if the package names no licence. */
  readonly license: string | null
  readonly hasIntegrity: boolean
  readonly hasInstallScript: boolean
}

/** Returns every installed package of a parsed package-lock.json, except the project itself, sorted by name. */
export function dependenciesOf(lock: unknown): readonly Dependency[] {
  const { packages } = lockSchema.parse(lock)
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => {
      const { version, name, license, integrity, hasInstallScript } = packageSchema.parse(entry)
      return {
        // An alias is installed under another name than the package's own.
        name: name ?? nameOf(path),
        version,
        license: license ?? null,
        hasIntegrity: integrity?.startsWith('sha512-') === true,
        hasInstallScript: hasInstallScript === true,
      }
    })
    .toSorted(
      (one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en'),
    )
}

/** Returns the violations of the rules as sentences; empty if there are none. */
export function findDependencyProblems(dependencies: readonly Dependency[]): readonly string[] {
  return dependencies.flatMap((dependency) => {
    const label = `${dependency.name} ${dependency.version}`
    return [
      ...(dependency.hasIntegrity ? [] : [`${label} has no SHA-512 checksum in package-lock.json.`]),
      ...(dependency.hasInstallScript && !isKnownInstallScript(dependency)
        ? [
            `${label} brings an install script that nobody has read. List it in build/dependencies/rules.ts or remove it.`,
          ]
        : []),
      ...licenseProblem(dependency),
    ]
  })
}

/** An alias such as `npm:@github/keytar` counts as the package that it refers to. */
function isKnownInstallScript({ name }: Dependency): boolean {
  return (name.split('/').at(-1) ?? name) in knownInstallScripts
}

function licenseProblem({ name, version, license }: Dependency): readonly string[] {
  if (license === null) return [`${name} ${version} names no licence.`]
  if (isAccepted(license)) return []
  return [`${name} ${version} is under ${license}, which nobody has accepted. See build/dependencies/rules.ts.`]
}

function isAccepted(license: string): boolean {
  try {
    return satisfies(license, Object.keys(acceptedLicenses))
  } catch {
    // The text is not an SPDX expression.
    return false
  }
}

/** Returns the list for people: each licence with its packages, one on a line. */
export function licenseList(dependencies: readonly Dependency[]): string {
  const byLicense = Map.groupBy(dependencies, ({ license }) => license ?? 'no licence')
  return [...byLicense]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([license, packages]) =>
      [license, ...packages.map(({ name, version }) => `  ${name} ${version}`), ''].join('\n'),
    )
    .join('\n')
}
