/** How this program was installed, which decides how it is replaced. */
import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

export type PackageKind = 'nsis' | 'mac' | 'appImage' | 'deb'

export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly execPath: string
  /** The folder of the program's resources. */
  readonly resources: string
}

/** Null for a program that can't replace itself, such as an unpacked folder. */
export function packageKind({ platform, env, execPath, resources }: Surroundings): PackageKind | null {
  switch (platform) {
    case 'win32':
      return env['PORTABLE_EXECUTABLE_FILE'] === undefined ? 'nsis' : null
    case 'darwin':
      return 'mac'
    case 'linux':
      if (isWithinAppImage(env, execPath)) return 'appImage'
      return packageType(resources) === 'deb' ? 'deb' : null
    default:
      return null
  }
}

/** The variables alone do not tell: a program started from the terminal of another AppImage inherits them. */
function isWithinAppImage(env: NodeJS.ProcessEnv, execPath: string): boolean {
  const { APPIMAGE: file, APPDIR: folder } = env
  return file !== undefined && folder !== undefined && folder !== '' && execPath.startsWith(folder + sep)
}

/** Written by electron-builder into the packages of Linux's package managers. */
function packageType(resources: string): string | null {
  const file = join(resources, 'package-type')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}
