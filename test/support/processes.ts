/** The processes of a desk, as Linux lists them in /proc. */
import { readdir, readFile } from 'node:fs/promises'

export interface DeskProcess {
  readonly pid: number
  readonly parent: number
  /** `main`, or what Chromium calls the process: `renderer`, `gpu-process`, `utility` and others. */
  readonly kind: string
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
    return { pid, parent: field('PPid'), kind, resident: field('VmRSS') * 1024 }
  } catch {
    return null
  }
}

/** The desk's main process and all below it. */
export async function processesOf(desk: number): Promise<readonly DeskProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const all = (await Promise.all(pids.map(readProcess))).filter((found) => found !== null)
  const below = (parent: number): readonly DeskProcess[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)])
  return [...all.filter(({ pid }) => pid === desk).map((one) => ({ ...one, kind: 'main' })), ...below(desk)]
}
