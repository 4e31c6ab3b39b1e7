/**
 * Where an installed Chromium, Chrome or Edge is. The environment's search path on Linux, fixed places elsewhere. The list
 * of names is data, because the set-up reads it on Node versions that can't load this module.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import browsers from './browsers.json' with { type: 'json' }

/** Every place worth looking at, the likeliest first. */
export function browserPlaces(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
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
  return browserPlaces(platform, env).find(isExecutable) ?? null
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
  const how =
    platform === 'linux' ? 'On Debian or Ubuntu: apt-get install chromium.' : 'Install Chrome, Edge or Chromium.'
  return `No Chromium, Chrome or Edge is installed, and the desk needs one to show its window. ${how}`
}
