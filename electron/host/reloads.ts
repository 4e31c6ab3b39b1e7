/** Limits the reloads of a crashing window: one that crashes again and again would keep the machine busy. */

const maxReloads = 3
/** Milliseconds. */
const periodMs = 60_000

/** Returns a function to call for each crash. It returns false after too many crashes in a minute. */
export function limitedReloads(now: () => number = () => performance.now()): () => boolean {
  let crashes: readonly number[] = []
  return () => {
    const time = now()
    crashes = [...crashes.filter((at) => time - at < periodMs), time]
    return crashes.length <= maxReloads
  }
}
