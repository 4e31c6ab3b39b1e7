/** Finds out how this program was installed, which decides how it is updated. */
import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

export type PackageKind = 'nsis' | 'mac' | 'appImage' | LinuxPackage
/** A package of one of Linux's package managers. */
export type LinuxPackage = 'deb' | 'rpm'

interface ProgramEnvironment {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly execPath: string
  /** The folder of the program's resources. */
  readonly resources: string
}

/** Returns null for a program that cannot replace itself, such as an unpacked folder. */
export function packageKind({ platform, env, execPath, resources }: ProgramEnvironment): PackageKind | null {
  switch (platform) {
    case 'win32':
      return env['PORTABLE_EXECUTABLE_FILE'] === undefined ? 'nsis' : null
    case 'darwin':
      return 'mac'
    case 'linux':
      if (isWithinAppImage(env, execPath)) return 'appImage'
      return linuxPackage(resources)
    default:
      return null
  }
}

/**
 * Compares paths, because the variables alone are not enough: a program started from the terminal of another AppImage
 * inherits them.
 */
function isWithinAppImage(env: NodeJS.ProcessEnv, execPath: string): boolean {
  const { APPIMAGE: file, APPDIR: folder } = env
  return file !== undefined && folder !== undefined && folder !== '' && execPath.startsWith(folder + sep)
}

/** Reads the type that electron-builder writes into packages of Linux's package managers. */
function linuxPackage(resources: string): LinuxPackage | null {
  const file = join(resources, 'package-type')
  const type = existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  return type === 'deb' || type === 'rpm' ? type : null
}
