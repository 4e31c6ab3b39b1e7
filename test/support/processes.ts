/** The processes of a desk, found under /proc: Linux only, as the tests that use it. */
import { readdir, readFile } from 'node:fs/promises'

export interface DeskProcess {
  readonly pid: number
  readonly parent: number
  /**
   * What Chromium calls the process: `renderer`, `gpu-process`, `utility` and others; `browser` for every other one.
   */
  readonly kind: string
  readonly commandLine: string
  /** Bytes. */
  readonly resident: number
}

/** Null for a process that has ended meanwhile. */
async function readProcess(pid: number): Promise<DeskProcess | null> {
  const read = (name: string): Promise<string> => readFile(`/proc/${String(pid)}/${name}`, 'utf8')
  try {
    const [status, commandLine] = await Promise.all([read('status'), read('cmdline')])
    const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    const [, kind = 'browser'] = /--type=([a-z-]+)/.exec(commandLine) ?? []
    return { pid, parent: field('PPid'), kind, commandLine, resident: field('VmRSS') * 1024 }
  } catch {
    return null
  }
}

async function allProcesses(): Promise<readonly DeskProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  return (await Promise.all(pids.map(readProcess))).filter((found) => found !== null)
}

/** The desk's main process, called `main`, and all below it. */
export async function processesOf(desk: number): Promise<readonly DeskProcess[]> {
  const all = await allProcesses()
  const below = (parent: number): readonly DeskProcess[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)])
  return [...all.filter(({ pid }) => pid === desk).map((one) => ({ ...one, kind: 'main' })), ...below(desk)]
}

/** Ids of the page processes that descend from a process. */
export async function rendererPids(ancestor: number): Promise<readonly number[]> {
  return (await processesOf(ancestor)).filter(({ kind }) => kind === 'renderer').map(({ pid }) => pid)
}

/** The browser that a desk on the Chromium host has started. */
export const browserPids = (desk: number): Promise<readonly number[]> =>
  childrenNamed(desk, `esim-desk-window-${String(desk)}-`)

/** The children of a process whose command line holds a name. */
export async function childrenNamed(parent: number, name: string): Promise<readonly number[]> {
  const all = await allProcesses()
  return all.filter((one) => one.parent === parent && one.commandLine.includes(name)).map(({ pid }) => pid)
}
