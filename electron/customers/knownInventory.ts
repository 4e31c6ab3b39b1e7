/** The packages that are known without a long wait. Coverage is only a hint, so a customer is shown without it too. */
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { endsWithin } from '../base/withTimeout.ts'

export interface KnownInventory {
  /** The packages that were read last; empty before the first read. */
  readonly cached: () => readonly WireInventoryItem[]
  /** Reads the packages. Resolves when they are read, cannot be read, or take too long. */
  readonly refresh: () => Promise<void>
  /** Drops the packages, because another connection was opened. */
  readonly forget: () => void
}

/** Milliseconds that `refresh` waits. */
const timeoutMs = 1000

export function knownInventory(read: () => Promise<readonly WireInventoryItem[]>): KnownInventory {
  let known: readonly WireInventoryItem[] = []
  let currentRead: object = {}
  return {
    cached: () => known,
    forget() {
      known = []
      currentRead = {}
    },
    async refresh() {
      const current = currentRead
      const done = read().then(
        (items) => {
          if (current === currentRead) known = items
        },
        () => undefined,
      )
      await endsWithin(done, timeoutMs)
    },
  }
}
