/**
 * The security settings of the window on Electron, as data: its preferences, the fuses of the packaged program, its
 * only permission and the scheme. They are tested as data; `--self-check` reads the effective ones.
 */
import type { Privileges, WebPreferences } from 'electron'

export const scheme = 'app'
export const origin = `${scheme}://desk`
/** The origin and session of the page that is printed. It shares nothing with the desk's window. */
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
  // Without the prefix `persist:` the session is in memory.
  partition: 'esim-desk-window',
} as const satisfies WebPreferences

/** No dictionary is ever downloaded from here, because the name cannot resolve. */
export const deadDictionaryAddress = 'https://dictionaries.invalid/'

/** The fuses that packaging sets in the binary. */
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

/** The granted permissions: writing to the clipboard, because an agent copies often, but not reading it. */
const permissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

export function isPermitted(permission: string, from: string): boolean {
  return permissions.has(permission) && from === origin
}

/** Whether a window may request this address at all. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.protocol === `${scheme}:` && (url.host === 'desk' || url.host === 'paper')
}
