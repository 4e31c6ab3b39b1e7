/**
 * Reads the open customer again while an agent can see the page. Only this file decides how often.
 *
 * Invariants: no read starts while `mayRead` is false, and at most one is under way. A pause does not restart the
 * interval: a page that is shown again with older data is read at once.
 */
import { onScopeDispose, watch } from 'vue'

export const refreshPace = {
  everyMs: 30_000,
  /** The interval while a phone is awaited that is about to install an eSIM. */
  eagerMs: 12_500,
  /** The largest interval, which failures in a row lead to: each of them doubles it. */
  maxMs: 300_000,
  /** The share by which an interval is shorter or longer at most, so that many desks do not read at the same moment. */
  jitter: 0.2,
} as const

/** @param random from 0 to 1 */
export function refreshDelay(failures: number, random: number, isEager = false): number {
  const { everyMs, eagerMs, maxMs, jitter } = refreshPace
  return Math.min((isEager ? eagerMs : everyMs) * 2 ** failures, maxMs) * (1 - jitter + 2 * jitter * random)
}

interface AutoRefreshOptions {
  /** What identifies the read that the interval is counted from. Another value begins a new interval. */
  readonly since: () => unknown
  /** Whether a read may start now. */
  readonly mayRead: () => boolean
  readonly isEager?: () => boolean
  /** Resolves to whether the read succeeded. */
  readonly read: () => Promise<boolean>
}

export function useAutoRefresh({ since, mayRead, isEager, read }: AutoRefreshOptions): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let dueAt = 0
  let reading = false
  let stopped = false

  function schedule(): void {
    clearTimeout(timer)
    if (stopped || reading || !mayRead()) return
    timer = setTimeout(() => void run(), Math.max(0, dueAt - Date.now()))
  }

  function begin(): void {
    dueAt = Date.now() + refreshDelay(failures, Math.random(), isEager?.())
    schedule()
  }

  async function run(): Promise<void> {
    reading = true
    const succeeded = await read().catch(() => false)
    reading = false
    failures = succeeded ? 0 : failures + 1
    begin()
  }

  watch(
    since,
    () => {
      failures = 0
      begin()
    },
    { immediate: true },
  )
  watch(mayRead, schedule)
  onScopeDispose(() => {
    stopped = true
    clearTimeout(timer)
  })
}
