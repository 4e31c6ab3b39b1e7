/** What was fetched once for a connection: one request for all who ask at the same time, kept until it is old. */
import { raceAbort } from '../raceAbort.ts'
import type { Clock } from '../clock.ts'

export interface Fetched<T> {
  readonly value: T
  /** Milliseconds, by the machine's clock. */
  readonly at: number
}

export interface Cached<T> {
  readonly get: (options?: { readonly refresh?: boolean; readonly signal?: AbortSignal }) => Promise<Fetched<T>>
  /** What is here, however old. */
  readonly peek: () => T | null
}

export function createCached<T>(clock: Clock, maximumAge: number, fetch: () => Promise<T>): Cached<T> {
  let kept: Fetched<T> | null = null
  let pending: Promise<Fetched<T>> | null = null

  const load = (): Promise<Fetched<T>> => {
    pending ??= fetch()
      .then((value) => (kept = { value, at: clock.now() }))
      .finally(() => (pending = null))
    return pending
  }
  const isFresh = ({ at }: Fetched<T>): boolean => Math.abs(clock.now() - at) < maximumAge

  return {
    get: async ({ refresh = false, signal } = {}) =>
      kept !== null && !refresh && isFresh(kept) ? kept : raceAbort(load(), signal),
    peek: () => kept?.value ?? null,
  }
}
