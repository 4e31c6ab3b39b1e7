/**
 * Every setting that keeps the window in its place on Electron, as data: the window's preferences, the fuses of the
 * packaged program, the one permission, the scheme. Tested as data; `--self-check` reads the effective ones.
 */
import type { Privileges, WebPreferences } from 'electron'

export const scheme = 'app'
export const origin = `${scheme}://desk`
/** Of the page that is printed: nothing of it is the desk's window's. */
export const paperOrigin = `${scheme}://paper`
export const paperPartition = 'esim-desk-paper'

export const privileges = {
  standard: true,
  secure: true,
  supportFetchAPI: true,
  codeCache: true,
  bypassCSP: false,
  allowServiceWorkers: false,
  corsEnabled: false,
  stream: false,
} as const satisfies Privileges

export const webPreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  spellcheck: false,
  autoplayPolicy: 'user-gesture-required',
  // No `persist:` in front: this session lives in memory.
  partition: 'esim-desk-window',
} as const satisfies WebPreferences

/** No dictionary is ever fetched from here: the name can't exist. */
export const deadDictionaryAddress = 'https://dictionaries.invalid/'

/** Set in the binary when it is packaged. */
export const fuses = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
} as const

/** Writing to the clipboard, because an agent copies all day; reading it isn't among them. */
const permissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

export function isPermitted(permission: string, from: string): boolean {
  return permissions.has(permission) && from === origin
}

/** Requests that may leave a window at all. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.protocol === `${scheme}:` && (url.host === 'desk' || url.host === 'paper')
}
