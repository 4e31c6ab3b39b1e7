/** Finds the Electron of a package: a given folder or zip file, else Electron's own releases. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { downloadArtifact } from '@electron/get'
import { z } from 'zod'
import { inProject, PackagingProblem, readJson, type Target, textOf } from './project.ts'

/** The version of the installed electron package. */
export const electronVersion = textOf(
  readJson(inProject('node_modules', 'electron', 'package.json')),
  'version',
  "Electron's package",
)

/** The checksums come from Electron's npm package, so that the lock file also protects the downloaded binary. */
const checksums = z
  .record(z.string(), z.string())
  .parse(readJson(inProject('node_modules', 'electron', 'checksums.json')))

/**
 * Finds the distribution for a target. `given` is the path that the person gave. Otherwise it comes from the download
 * cache, which `npm start` fills too, or from Electron's releases.
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

/** Returns the reason of the innermost cause, because the error of `fetch` itself only reports that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : (error.message.split('\n')[0] ?? error.name)
}

/** Removes Electron's own default application, which is for development and which the fuses forbid to load. */
export function removeDevelopmentFiles(appFolder: string, platform: Target['platform']): void {
  const resources = platform === 'darwin' ? join('Electron.app', 'Contents', 'Resources') : 'resources'
  for (const file of [join(resources, 'default_app.asar'), 'version']) rmSync(join(appFolder, file), { force: true })
}
