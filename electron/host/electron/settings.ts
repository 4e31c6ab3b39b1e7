/**
 * Every setting that keeps the window in its place on Electron, as data: the window's preferences, the fuses of the
 * packaged program, the one permission, the scheme. Tested as data; `--self-check` reads the effective ones.
 */
import type { MessageBoxOptions, Privileges, WebPreferences } from 'electron'

export const scheme = 'app'
export const origin = `${scheme}://desk`

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

/** Asked before the window closes while money is in flight. Enter and Escape wait. */
export const closeQuestion = {
  type: 'question',
  buttons: ['Wait', 'Close anyway'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
  message: 'An operation is being sent',
  detail: "The service hasn't answered yet. Closed now, the desk waits for the answer in the background, for a minute or two at most. What stays unclear is looked up at the next start.",
} as const satisfies MessageBoxOptions

/** The answer of `closeQuestion` by which the page is closed. */
export const closesAnyway = 1

/** Shown on a second start while the first program has closed its window and still awaits an answer. */
export const stillWaiting = {
  type: 'info',
  buttons: ['OK'],
  noLink: true,
  message: 'eSIM Desk still waits for an answer of the service',
  detail: 'Its window was closed while an operation was being sent. It ends by itself within a minute or two; start it again then.',
} as const satisfies MessageBoxOptions

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

/** Requests that may leave the window at all. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.protocol === `${scheme}:` && url.host === 'desk'
}
