/**
 * The profile folder of a desk with a debugging port. Every program of this machine can reach the window by that port,
 * so the folder has to be one that never held anything of a live service: a new one, which gets a mark, or one with the
 * mark. A desk without a port removes the mark when it opens the folder: from then on live data may get into it.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HostProblem } from './host/index.ts'
import { unusableProfile } from './profilePath.ts'

export const debugMark = 'debug-folder'

/** Chromium's own data, which Electron makes before anything else: it holds nothing of a service. */
const harmless: ReadonlySet<string> = new Set(['electron'])

/**
 * To be called before anything opens the port; synchronous, because Electron waits for nothing before that.
 * @throws HostProblem where the folder can't be used
 */
export function claimDebugFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const names = readdirSync(path)
    if (names.includes(debugMark)) return
    if (names.some((name) => !harmless.has(name))) throw new HostProblem(usedSentence(path))
    writeFileSync(join(path, debugMark), '', { mode: 0o600 })
  } catch (error) {
    if (error instanceof HostProblem) throw error
    throw unusableProfile(path, error)
  }
}

function usedSentence(path: string): string {
  const why = 'With --debug-port other programs of this machine can reach the window'
  const what = 'Give --user-data=DIR with a new folder, or with one that was made with --debug-port.'
  return `${why}, and the profile folder ${path} has been used without it. ${what}`
}

export async function releaseDebugFolder(path: string): Promise<void> {
  await rm(join(path, debugMark), { force: true })
}
