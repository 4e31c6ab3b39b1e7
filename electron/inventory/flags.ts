/**
 * Caches flag pictures in memory: one request at a time for each code; the least recently used pictures are evicted
 * first.
 */
import type { Log } from '../log/index.ts'

export interface Flags {
  /** Returns PNG bytes, or null if there is no picture or it cannot be loaded now. */
  readonly get: (iso2: string) => Promise<Uint8Array | null>
}

const maxFlags = 300
const maxBytes = 8 * 1024 * 1024

export function createFlags(fetch: (iso2: string) => Promise<Uint8Array | null>, log: Log): Flags {
  const cache = new Map<string, Uint8Array | null>()
  const pending = new Map<string, Promise<Uint8Array | null>>()
  let bytes = 0

  const store = (code: string, picture: Uint8Array | null): void => {
    cache.set(code, picture)
    bytes += picture?.length ?? 0
    for (const [oldest, old] of cache) {
      if (cache.size <= maxFlags && bytes <= maxBytes) break
      cache.delete(oldest)
      bytes -= old?.length ?? 0
    }
  }
  const load = async (code: string): Promise<Uint8Array | null> => {
    try {
      const picture = await fetch(code)
      store(code, picture)
      return picture
    } catch (error) {
      log.debug('A flag could not be loaded', { code, error })
      return null
    } finally {
      pending.delete(code)
    }
  }

  return {
    async get(iso2) {
      const code = iso2.toUpperCase()
      if (!/^[A-Z]{2}$/.test(code)) return null
      const cached = cache.get(code)
      if (cached !== undefined) {
        cache.delete(code)
        cache.set(code, cached)
        return cached
      }
      const work = pending.get(code) ?? load(code)
      if (!cache.has(code)) pending.set(code, work)
      return work
    },
  }
}
