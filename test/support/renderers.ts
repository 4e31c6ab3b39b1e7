/** Processes of a browser that show its pages, found under /proc: Linux only, as the tests that use it. */
import { readdirSync, readFileSync } from 'node:fs'

/** Ids of the page processes that descend from this process. */
export function rendererPids(ancestor: number): readonly number[] {
  const parents = new Map<number, number>()
  const renderers: number[] = []
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const pid = Number(name)
      parents.set(pid, Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]))
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer')) renderers.push(pid)
    } catch {
      // It has ended since the folder was listed.
    }
  }
  const descends = (pid: number | undefined): boolean => pid !== undefined && (pid === ancestor || descends(parents.get(pid)))
  return renderers.filter(descends)
}
