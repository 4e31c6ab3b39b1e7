/** The browser of a desk and its processes that show pages, found under /proc: Linux only, as the tests that use it. */
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
  const descends = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === ancestor || descends(parents.get(pid)))
  return renderers.filter(descends)
}

/** The browser that a desk on the Chromium host has started. */
export function browserPids(desk: number): readonly number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((name) => {
      try {
        const isChild = new RegExp(`^PPid:\\s*${String(desk)}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'))
        const isBrowser = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`esim-desk-window-${String(desk)}-`)
        return isChild && isBrowser ? [Number(name)] : []
      } catch {
        // It has ended since the folder was listed.
        return []
      }
    })
}
