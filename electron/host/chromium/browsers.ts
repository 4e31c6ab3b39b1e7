/**
 * Finds an installed Chromium, Chrome or Edge: on the search path on Linux, at fixed paths elsewhere. The list of names
 * is a JSON file, because the set-up reads it on Node versions that cannot load this module.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import browsers from './browsers.json' with { type: 'json' }

/** Returns all candidate paths, the most likely first. */
export function candidatePaths(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'darwin') return browsers.darwin
  if (platform === 'win32') {
    const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].filter(
      (root) => root !== undefined,
    )
    return browsers.win32.flatMap((place) => roots.map((root) => join(root, place)))
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return browsers.linux.flatMap((name) => folders.map((folder) => join(folder, name)))
}

export function findBrowser(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | null {
  return candidatePaths(platform, env).find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export function missingBrowser(platform: NodeJS.Platform): string {
  const how = `Install Chrome, Edge or Chromium${platform === 'linux' ? ' (on Debian: apt-get install chromium)' : ''}.`
  return `No Chromium, Chrome or Edge is installed, and the desk needs one to show its window. ${how}`
}
