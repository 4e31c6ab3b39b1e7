import { vi } from 'vitest'
import { limits } from '../limits.ts'

/** Repeats the check until it passes, and resolves to its result. Fails with the check's last error. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: limits.state, interval: 5 })
