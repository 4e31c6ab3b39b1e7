/**
 * Finds the profile folder and describes why it cannot be used. It imports little, because the entries need it before
 * the browser starts.
 */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { errorCode } from '../base/errorCode.ts'
import type { Flags } from './flags.ts'
import { HostProblem } from '../host/index.ts'
import { product } from '../base/product.ts'

export function profilePath(flags: Pick<Flags, 'userData'>): string {
  return resolve(flags.userData ?? defaultProfile(process.platform, process.env))
}

/** Returns the system's default folder for the data of programs. */
export function defaultProfile(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  const home = homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', product.name)
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), product.name)
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'esim-desk')
}

/**
 * Returns the system's folder for the state of programs, which no copy of a profile folder has. XDG_STATE_HOME decides
 * on every system where it is set.
 */
export function stateFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  const home = homedir()
  const chosen = env['XDG_STATE_HOME']
  if (chosen !== undefined && chosen !== '') return join(chosen, 'esim-desk')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', `${product.name} State`)
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), `${product.name} State`)
  return join(home, '.local', 'state', 'esim-desk')
}

export function unusableProfile(path: string, error: unknown): HostProblem {
  return new HostProblem(`The profile folder ${path} can't be used (${errorCode(error) ?? 'unknown'}).`, {
    cause: error,
  })
}
