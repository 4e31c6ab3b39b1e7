/** Applies the settings to every session that the program creates and to all of its web contents. */
import { app, type Session, type WebContents } from 'electron'
import { deadDictionaryAddress, isOwnAddress, isPermitted, origin } from './settings.ts'

/** Call this before `app` is ready, so that no session and no contents are created without it. */
export function guardEverything(): void {
  app.on('session-created', guardSession)
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
}

function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isPermitted(permission, originOf(details.requestingUrl))),
  )
  session.setPermissionCheckHandler((_contents, permission, from) => isPermitted(permission, originOf(from)))
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler(null)
  session.on('will-download', (event) => event.preventDefault())
  session.setSpellCheckerEnabled(false)
  // A session downloads dictionaries from the internet even while its spell checker is off.
  session.setSpellCheckerLanguages([])
  session.setSpellCheckerDictionaryDownloadURL(deadDictionaryAddress)
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !mayRequest(details.url) }))
}

/** Developer tools, which are available in development only, load their own pages. */
function mayRequest(address: string): boolean {
  return isOwnAddress(address) || (!app.isPackaged && address.startsWith('devtools://'))
}

function guardContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

/** Node's URL has no origin for `app://desk/…`, so it is derived here. */
function originOf(address: string): string {
  return isOwnAddress(address) ? origin : ''
}

/** Returns the preferences that the contents were created with. */
export function effectivePreferences(contents: WebContents): unknown {
  const read: unknown = Reflect.get(contents, 'getLastWebPreferences')
  return typeof read === 'function' ? Reflect.apply(read, contents, []) : null
}
