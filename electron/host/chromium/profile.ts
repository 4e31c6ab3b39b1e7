/**
 * The browser's profile: a private folder (0700) for each start, deleted at exit. Its name holds the pid, so that a
 * later start can delete the folder of a killed desk.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../../base/errorCode.ts'
import { browserPreferences } from './launch.ts'

const prefix = 'esim-desk-window-'

export interface BrowserProfile {
  readonly folder: string
  readonly delete: () => Promise<void>
}

export function createBrowserProfile(parent: string = tmpdir()): BrowserProfile {
  const folder = mkdtempSync(join(parent, `${prefix}${String(process.pid)}-`))
  mkdirSync(join(folder, 'Default'), { mode: 0o700 })
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(browserPreferences), { mode: 0o600 })
  const atExit = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', atExit)
  return {
    folder,
    async delete() {
      // The browser may still be writing its last files.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
      process.off('exit', atExit)
    },
  }
}

/** Deletes the folders of desks that are no longer running. */
export async function sweepBrowserProfiles(parent: string = tmpdir()): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  for (const name of names) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    const folder = join(parent, name)
    if (pid !== undefined && !isRunning(Number(pid)) && (await isOwn(folder)))
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * Whether the folder belongs to this user. Anybody can create such a name in the temporary folder, and could redirect
 * the deletion with links.
 */
async function isOwn(folder: string): Promise<boolean> {
  const state = await lstat(folder).catch(() => null)
  return state !== null && state.isDirectory() && (process.getuid === undefined || state.uid === process.getuid())
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
