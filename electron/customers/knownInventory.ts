/** The packages that are known without waiting long: coverage is a hint, and a customer is shown without it too. */
import type { WireInventoryItem } from '#shared/wire/inventory.ts'

export interface KnownInventory {
  /** What was read last; empty until then. */
  readonly cached: () => readonly WireInventoryItem[]
  /** Resolves when they are read, can't be, or take too long. */
  readonly soon: () => Promise<void>
  /** Another connection was opened. */
  readonly forget: () => void
}

/** Milliseconds. */
const timeoutMs = 1000

export function knownInventory(read: () => Promise<readonly WireInventoryItem[]>): KnownInventory {
  let known: readonly WireInventoryItem[] = []
  let reading: object = {}
  return {
    cached: () => known,
    forget() {
      known = []
      reading = {}
    },
    async soon() {
      const mine = reading
      const done = read().then(
        (items) => {
          if (mine === reading) known = items
        },
        () => undefined,
      )
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, timeoutMs)
      await Promise.race([done, late])
      clearTimeout(timer)
    },
  }
}
