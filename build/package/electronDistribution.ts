/** Where the Electron of a package comes from: a folder or zip file that was given, else Electron's own releases. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { downloadArtifact } from '@electron/get'
import { z } from 'zod'
import { inProject, PackagingProblem, readJson, type Target, textOf } from './project.ts'

/** The version that package.json names. */
export const electronVersion = textOf(
  readJson(inProject('node_modules', 'electron', 'package.json')),
  'version',
  "Electron's package",
)

/** The sums come with Electron's npm package, so that the lock file vouches for the downloaded binary. */
const checksums = z
  .record(z.string(), z.string())
  .parse(readJson(inProject('node_modules', 'electron', 'checksums.json')))

/**
 * Finds the distribution for a target. `given` is what the person named; else the cache of downloads is asked, which
 * `npm start` fills too, and then the release is downloaded.
 */
export async function findElectron(
  { platform, arch }: Target,
  given: string | null,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  if (given !== null) {
    if (existsSync(given)) return given
    throw new PackagingProblem(`There is no Electron distribution at ${given}.`)
  }
  const cacheRoot = env['electron_config_cache']
  try {
    return await downloadArtifact({
      version: electronVersion,
      platform,
      arch,
      artifactName: 'electron',
      checksums,
      ...(cacheRoot !== undefined && { cacheRoot }),
    })
  } catch (error) {
    throw new PackagingProblem(missing({ platform, arch }, error), { cause: error })
  }
}

function missing({ platform, arch }: Target, error: unknown): string {
  return (
    `Electron ${electronVersion} for ${platform}-${arch} is not on this machine ` +
    `and could not be downloaded (${reasonOf(error)}). ` +
    'Run npm run package where github.com can be reached, set ELECTRON_MIRROR to a mirror of its releases, ' +
    'or name its unpacked folder or zip file with --electron-dist=PATH.'
  )
}

/** What went wrong in the first place: `fetch` itself only says that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : (error.message.split('\n')[0] ?? error.name)
}

/** What Electron brings for development: an application of its own, which the fuses forbid to load. */
export function removeDevelopmentFiles(appFolder: string, platform: Target['platform']): void {
  const resources = platform === 'darwin' ? join('Electron.app', 'Contents', 'Resources') : 'resources'
  for (const file of [join(resources, 'default_app.asar'), 'version']) rmSync(join(appFolder, file), { force: true })
}
