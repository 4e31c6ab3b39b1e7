/** Recognises stale answers: the answer to an earlier request may arrive after that to a later one. */
import { getCurrentScope, onScopeDispose } from 'vue'

/** Whether the answer of a request still counts. */
export type IsLatest = () => boolean

interface Latest {
  /** Begins a request, after which the answers of all earlier ones are stale. */
  readonly begin: () => IsLatest
  /** Joins the request that began last. */
  readonly join: () => IsLatest
  /** All answers that have not arrived are stale, as they are when the scope ends. */
  readonly drop: () => void
}

export function useLatest(): Latest {
  let latest = 0
  const join = (): IsLatest => {
    const request = latest
    return () => request === latest
  }
  const drop = (): void => void (latest += 1)
  if (getCurrentScope() !== undefined) onScopeDispose(drop)
  return {
    begin() {
      drop()
      return join()
    },
    join,
    drop,
  }
}
