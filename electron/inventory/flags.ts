/** Flag pictures in memory: one request for a code at a time, the least recently used ones go first. */
import type { Log } from '../log/index.ts'

export interface Flags {
  /** PNG bytes; null where there is none or it can't be had now. */
  readonly get: (iso2: string) => Promise<Uint8Array | null>
}

const maxFlags = 300
const maxBytes = 8 * 1024 * 1024

export function createFlags(fetch: (iso2: string) => Promise<Uint8Array | null>, log: Log): Flags {
  const kept = new Map<string, Uint8Array | null>()
  const pending = new Map<string, Promise<Uint8Array | null>>()
  let bytes = 0

  const keep = (code: string, picture: Uint8Array | null): void => {
    kept.set(code, picture)
    bytes += picture?.length ?? 0
    for (const [oldest, old] of kept) {
      if (kept.size <= maxFlags && bytes <= maxBytes) break
      kept.delete(oldest)
      bytes -= old?.length ?? 0
    }
  }
  const load = async (code: string): Promise<Uint8Array | null> => {
    try {
      const picture = await fetch(code)
      keep(code, picture)
      return picture
    } catch (error) {
      log.debug('flag not fetched', { code, error })
      return null
    } finally {
      pending.delete(code)
    }
  }

  return {
    async get(iso2) {
      const code = iso2.toUpperCase()
      if (!/^[A-Z]{2}$/.test(code)) return null
      const found = kept.get(code)
      if (found !== undefined) {
        kept.delete(code)
        kept.set(code, found)
        return found
      }
      const work = pending.get(code) ?? load(code)
      if (!kept.has(code)) pending.set(code, work)
      return work
    },
  }
}
