/** Caches a value of a connection: concurrent callers share one request, and the value is used until it is too old. */
import { raceAbort } from './raceAbort.ts'
import type { Clock } from './clock.ts'

interface Fetched<T> {
  readonly value: T
  /** Epoch milliseconds by the machine's clock. */
  readonly at: number
}

export interface Cached<T> {
  readonly get: (options?: { readonly refresh?: boolean; readonly signal?: AbortSignal }) => Promise<Fetched<T>>
  /** Returns the cached value, however old, or null. */
  readonly peek: () => T | null
  /** Returns the cached value with its time, however old, or null. */
  readonly latest: () => Fetched<T> | null
}

export function createCached<T>(clock: Clock, maxAgeMs: number, fetch: () => Promise<T>): Cached<T> {
  let cached: Fetched<T> | null = null
  let pending: Promise<Fetched<T>> | null = null

  const load = (): Promise<Fetched<T>> => {
    pending ??= fetch()
      .then((value) => (cached = { value, at: clock.now() }))
      .finally(() => (pending = null))
    return pending
  }
  const isFresh = ({ at }: Fetched<T>): boolean => Math.abs(clock.now() - at) < maxAgeMs

  return {
    get: async ({ refresh = false, signal } = {}) =>
      cached !== null && !refresh && isFresh(cached) ? cached : raceAbort(load(), signal),
    peek: () => cached?.value ?? null,
    latest: () => cached,
  }
}
