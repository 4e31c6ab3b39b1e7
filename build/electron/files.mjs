/** The location of Electron's binary in its package. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../lib.mjs'

export const electronFolder = at('node_modules', 'electron')

/** Returns the path of the program inside an unpacked distribution. */
export function executablePath(platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return platform === 'win32' ? 'electron.exe' : 'electron'
}

/**
 * Returns the path of Electron's binary, or null. A binary of another version than the package's does not count; a
 * folder that ELECTRON_OVERRIDE_DIST_PATH names is used unchecked, as in the electron package itself.
 */
export function findElectron({ folder = electronFolder, env = process.env } = {}) {
  const override = env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return existing(join(override, executablePath(process.platform)))
  const unpacked = read(join(folder, 'path.txt'))
  const version = read(join(folder, 'dist', 'version'))
  const manifest = read(join(folder, 'package.json'))
  if (unpacked === null || version === null || manifest === null) return null
  return version.replace(/^v/, '') === JSON.parse(manifest).version ? existing(join(folder, 'dist', unpacked)) : null
}

const existing = (path) => (existsSync(path) ? path : null)

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}
