/**
 * Runs a program as Electron would: `node --import register.ts run.ts`, with its settings in the environment. It sets
 * the properties that Electron sets on `process`, loads the entry, and emits `ready` once the entry has run to its end.
 */
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { app, settings } from './app.ts'
import { endBrowser, startBrowser } from './browser.ts'
import { listenForCommands } from './commands.ts'
import { report } from './reports.ts'
import { settingsVariable } from './settings.ts'

/** Returns the file that Electron loads: for a folder, the one that its package.json names. */
function entryOf(target: string): string {
  const path = resolve(settings.folder, target)
  if (!statSync(path).isDirectory()) return path
  const packageJson: { readonly main?: string } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  return join(path, packageJson.main ?? 'index.js')
}

const isSwitch = (argument: string): boolean => argument.startsWith('-')
const target = settings.packaged ? '.' : settings.args.find((argument) => !isSwitch(argument))
if (target === undefined) throw new Error('The stand-in needs a program: a folder or a file')

Reflect.deleteProperty(process.env, settingsVariable)
process.argv = [process.execPath, ...settings.args]
Object.defineProperty(process, 'type', { value: 'browser' })
Object.defineProperty(process, 'resourcesPath', { value: join(settings.folder, 'resources'), writable: true })
if (!settings.packaged) Object.defineProperty(process, 'defaultApp', { value: true })
Object.defineProperty(process.versions, 'electron', { value: '0.0.0-stand-in' })
// Chromium's switches precede the program; Electron's command line contains all of them.
for (const argument of settings.args.filter(isSwitch)) {
  const [name = '', value = ''] = argument.replace(/^-+/, '').split(/=(.*)/s)
  app.commandLine.appendSwitch(name, value)
}
app.onExit = endBrowser
// Electron's `process.exit` returns, although its type declares that it never does.
Reflect.set(process, 'exit', (code?: number) => app.exit(code))
listenForCommands()
// A test run that is killed must not leave a desk without a window behind.
process.once('disconnect', () => void endBrowser().finally(() => process.kill(process.pid, 'SIGKILL')))

// Electron shows a message box for an uncaught exception, and continues.
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') === 1) report('uncaught-exception-box', { message: error.message })
})
process.on('unhandledRejection', (reason) => {
  if (process.listenerCount('unhandledRejection') === 1) report('unhandled-rejection', { message: String(reason) })
})

await import(pathToFileURL(entryOf(target)).href)
if (settings.readyAfterMs > 0) await wait(settings.readyAfterMs)
await app.becomeReady(startBrowser)
