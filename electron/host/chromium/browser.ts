/** Starts the installed browser as the desk's only window, with a profile of its own, driven over a pipe. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { endsWithin } from '../../base/withTimeout.ts'
import { displayEnvironment } from '../environment.ts'
import { browserArguments, ignoredDefaults } from './launch.ts'
import { createOwnPages, type OwnPages } from './ownPages.ts'
import { type BrowserProcess, whileItRuns } from './process.ts'
import { type BrowserProfile, createBrowserProfile } from './profile.ts'

interface BrowserOptions {
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
  /** The port that was requested, or the free port that the browser chose. */
  readonly debugPort: number | null
  /** Resolves when the browser has ended, whether it was closed, crashed or was killed. */
  readonly ended: BrowserProcess['ended']
  readonly close: () => Promise<void>
}

/**
 * Milliseconds that closing may take. A browser that no longer reacts is killed by the driver when this process exits.
 */
export const closeTimeoutMs = 5000

export async function startBrowser(options: BrowserOptions): Promise<Browser> {
  const profile = createBrowserProfile()
  try {
    return await whileItRuns(options.process, launch(options, profile))
  } catch (error) {
    // A later start deletes it. The reason of the failure is worth more.
    await profile.delete().catch(() => undefined)
    throw error
  }
}

async function launch(
  { executable, process: { ended }, headless, debugPort, width, height }: BrowserOptions,
  profile: BrowserProfile,
): Promise<Browser> {
  const isRoot = process.getuid?.() === 0
  const context = await chromium.launchPersistentContext(profile.folder, {
    executablePath: executable,
    headless,
    args: [...browserArguments({ headless, debugPort, width, height, isRoot })],
    ignoreDefaultArgs: [...ignoredDefaults],
    chromiumSandbox: !isRoot,
    env: displayEnvironment(process.env),
    viewport: null,
    acceptDownloads: false,
    serviceWorkers: 'block',
    // The desk handles these signals itself and closes the window in its own order.
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
      await endsWithin(
        context.close().catch(() => undefined),
        closeTimeoutMs,
      )
      await profile.delete()
    },
  }
}

/** Returns the real port: with port 0 the browser takes a free one and writes it to a file. */
async function actualPort(requested: number, folder: string): Promise<number> {
  if (requested !== 0) return requested
  const [port] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8')).split('\n')
  return Number(port)
}
