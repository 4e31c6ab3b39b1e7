/** Finds the processes of a desk under /proc, on Linux only. */
import { readdir, readFile } from 'node:fs/promises'

export interface DeskProcess {
  readonly pid: number
  readonly parent: number
  /**
   * Chromium's name for the process: `renderer`, `gpu-process`, `utility` and others; `browser` for all others.
   */
  readonly kind: string
  readonly commandLine: string
  /** The resident memory in bytes. */
  readonly resident: number
  /**
   * The part of it that was written instead of mapped from a file. The rest is mostly the program itself, whose pages
   * the system reads and drops depending on what else the machine does.
   */
  readonly written: number
}

/** Returns null for a process that has ended meanwhile. */
async function readProcess(pid: number): Promise<DeskProcess | null> {
  const read = (name: string): Promise<string> => readFile(`/proc/${String(pid)}/${name}`, 'utf8')
  try {
    const [status, commandLine] = await Promise.all([read('status'), read('cmdline')])
    const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    const [, kind = 'browser'] = /--type=([a-z-]+)/.exec(commandLine) ?? []
    return {
      pid,
      parent: field('PPid'),
      kind,
      commandLine,
      resident: field('VmRSS') * 1024,
      written: (field('RssAnon') + field('RssShmem')) * 1024,
    }
  } catch {
    return null
  }
}

async function allProcesses(): Promise<readonly DeskProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  return (await Promise.all(pids.map(readProcess))).filter((found) => found !== null)
}

/** Returns the desk's main process, whose kind is `main`, and all of its descendants. */
export async function processesOf(desk: number): Promise<readonly DeskProcess[]> {
  const all = await allProcesses()
  const below = (parent: number): readonly DeskProcess[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)])
  return [...all.filter(({ pid }) => pid === desk).map((one) => ({ ...one, kind: 'main' })), ...below(desk)]
}

/** Returns the ids of the renderer processes that descend from a process. */
export async function rendererPids(ancestor: number): Promise<readonly number[]> {
  return (await processesOf(ancestor)).filter(({ kind }) => kind === 'renderer').map(({ pid }) => pid)
}

/** Returns the process ids of the browser that a desk on the Chromium host has started. */
export const browserPids = (desk: number): Promise<readonly number[]> =>
  childrenNamed(desk, `esim-desk-window-${String(desk)}-`)

/** Returns the ids of a process's children whose command line contains a name. */
export async function childrenNamed(parent: number, name: string): Promise<readonly number[]> {
  const all = await allProcesses()
  return all.filter((one) => one.parent === parent && one.commandLine.includes(name)).map(({ pid }) => pid)
}
