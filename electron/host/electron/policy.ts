/** Puts the settings in force: on the session of the window, and on whatever web contents this program ever makes. */
import { app, type Session, type WebContents } from 'electron'
import { isOwnAddress, isPermitted, origin } from './settings.ts'

export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => answer(isPermitted(permission, originOf(details.requestingUrl))))
  session.setPermissionCheckHandler((_contents, permission, from) => isPermitted(permission, originOf(from)))
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler(null)
  session.on('will-download', (event) => event.preventDefault())
  session.setSpellCheckerEnabled(false)
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !isOwnAddress(details.url) }))
}

export function guardContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/** `app://desk/…` has no origin for Node's URL, so it is put together. */
function originOf(address: string): string {
  return isOwnAddress(address) ? origin : ''
}

/** What the real contents were made with. */
export function effectivePreferences(contents: WebContents): unknown {
  const read: unknown = Reflect.get(contents, 'getLastWebPreferences')
  return typeof read === 'function' ? Reflect.apply(read, contents, []) : null
}
