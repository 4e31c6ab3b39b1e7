/**
 * The installed Chromium in place of the one inside Electron. Like Electron's, it starts before `ready`, and it opens a
 * debugging port if the program requests one with Chromium's own switch.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { findBrowser } from '../../../electron/host/chromium/browsers.ts'
import { app } from './app.ts'

let context: BrowserContext | null = null

export async function startBrowser(): Promise<void> {
  const executablePath = findBrowser(process.platform, process.env)
  if (executablePath === null) throw new Error('The stand-in for Electron needs an installed Chromium, Chrome or Edge')
  const folder = mkdtempSync(join(tmpdir(), 'electron-stand-in-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  const port = app.commandLine.hasSwitch('remote-debugging-port')
    ? app.commandLine.getSwitchValue('remote-debugging-port')
    : null
  const isRoot = process.getuid?.() === 0
  context = await chromium.launchPersistentContext(folder, {
    executablePath,
    headless: true,
    chromiumSandbox: !isRoot,
    args: [
      '--host-resolver-rules=MAP * ~NOTFOUND',
      '--no-proxy-server',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-gpu',
      '--no-first-run',
      '--window-size=1280,800',
      ...(port === null ? [] : [`--remote-debugging-port=${port}`, '--remote-debugging-address=127.0.0.1']),
    ],
    viewport: null,
    acceptDownloads: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

export function runningBrowser(): BrowserContext {
  if (context === null) throw new Error('Cannot create BrowserWindow before app is ready')
  return context
}

export async function endBrowser(): Promise<void> {
  await context?.close().catch(() => undefined)
}

/**
 * Chromium does not let an external program serve a custom scheme, so the stand-in loads `app://desk/x` as
 * `https://desk.app.invalid/x` and translates addresses in both directions.
 */
export function pageAddress(address: string): string {
  const match = /^([a-z]+):\/\/([^/?#]*)([/?#].*)?$/.exec(address)
  return match === null || match[1] === 'https' || match[1] === 'http'
    ? address
    : `https://${match[2] ?? ''}.${match[1] ?? ''}.invalid${match[3] ?? ''}`
}

export function appAddress(address: string): string {
  return address.replace(/^https:\/\/([a-z]+)\.([a-z]+)\.invalid/, '$2://$1')
}
