/**
 * The profile folder of a desk with a debugging port. Every program of this machine can reach the window through that
 * port, so the folder must never have held data of a live service: it is either new, and then gets a mark, or has the
 * mark. A desk without a port removes the mark when it opens the folder, because live data may be stored there from
 * then on.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HostProblem } from '../host/index.ts'
import { unusableProfile } from './profilePath.ts'

export const debugMark = 'debug-folder'

/** Chromium's own data, which Electron creates first. It holds nothing of a service. */
const ignoredNames: ReadonlySet<string> = new Set(['electron'])

/**
 * Call this before anything opens the port. It is synchronous, because Electron waits for nothing before that.
 * @throws HostProblem if the folder cannot be used
 */
export function claimDebugFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const names = readdirSync(path)
    if (names.includes(debugMark)) return
    if (names.some((name) => !ignoredNames.has(name))) throw new HostProblem(usedSentence(path))
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
