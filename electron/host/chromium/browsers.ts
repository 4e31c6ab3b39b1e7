/** Where an installed Chromium, Chrome or Edge is. The environment's search path on Linux, fixed places elsewhere. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const linuxNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable', 'microsoft-edge']

const macPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

const windowsPlaces = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
]

/** Every place worth looking at, the likeliest first. */
export function browserPlaces(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'darwin') return macPlaces
  if (platform === 'win32') {
    const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].filter((root) => root !== undefined)
    return windowsPlaces.flatMap((place) => roots.map((root) => join(root, ...place)))
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return linuxNames.flatMap((name) => folders.map((folder) => join(folder, name)))
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
  const how = platform === 'linux' ? 'On Debian or Ubuntu: apt-get install chromium.' : 'Install Chrome, Edge or Chromium.'
  return `No Chromium, Chrome or Edge is installed, and the desk needs one to show its window. ${how}`
}
