/** Starts the installed browser as the desk's one window, on a profile of its own, driven over a pipe. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserContext, chromium } from 'playwright-core'
import { displayEnvironment } from '../environment.ts'
import { browserArguments, withoutDefaults } from './launch.ts'
import { createOwnPages, type OwnPages } from './ownPages.ts'
import { type BrowserProcess, whileItRuns } from './process.ts'
import { type BrowserProfile, createBrowserProfile } from './profile.ts'

export interface BrowserWish {
  readonly executable: string
  readonly process: BrowserProcess
  readonly headless: boolean
  readonly debugPort: number | null
  readonly width: number
  readonly height: number
}

export interface Browser {
  readonly context: BrowserContext
  readonly ownPages: OwnPages
  readonly isSandboxed: boolean
  readonly headless: boolean
  /** The port that was asked for, or the free one that the browser took. */
  readonly debugPort: number | null
  /** Resolves when the browser has ended, for whatever reason: it was closed, it crashed, it was killed. */
  readonly ended: Promise<void>
  readonly close: () => Promise<void>
}

/** Milliseconds. A browser that doesn't react any more is killed by the driver when this process exits. */
export const closeLimit = 5000

export async function startBrowser(wish: BrowserWish): Promise<Browser> {
  const profile = createBrowserProfile()
  try {
    return await whileItRuns(wish.process, launch(wish, profile))
  } catch (error) {
    await profile.delete()
    throw error
  }
}

async function launch(
  { executable, process: { ended }, headless, debugPort, width, height }: BrowserWish,
  profile: BrowserProfile,
): Promise<Browser> {
  const isRoot = process.getuid?.() === 0
  const context = await chromium.launchPersistentContext(profile.folder, {
    executablePath: executable,
    headless,
    args: [...browserArguments({ headless, debugPort, width, height, isRoot })],
    ignoreDefaultArgs: [...withoutDefaults],
    chromiumSandbox: !isRoot,
    env: displayEnvironment(process.env),
    viewport: null,
    acceptDownloads: false,
    serviceWorkers: 'block',
    // The desk closes the window itself, in its own order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: 30_000,
  })
  return {
    context,
    ownPages: createOwnPages(context),
    isSandboxed: !isRoot,
    headless,
    debugPort: debugPort === null ? null : await actualPort(debugPort, profile.folder),
    ended,
    async close() {
      await Promise.race([context.close().catch(() => undefined), wait(closeLimit, undefined, { ref: false })])
      await profile.delete()
    },
  }
}

/** Asked for port 0 the browser takes a free one and writes it down. */
async function actualPort(asked: number, folder: string): Promise<number> {
  if (asked !== 0) return asked
  const [port] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8')).split('\n')
  return Number(port)
}
