/** A window that crashes is loaded again, but not for ever: one that dies again and again would burn the machine. */

const most = 3
/** Milliseconds. */
const withTimeout = 60_000

/** Each call is one crash; false where there were too many in a minute. */
export function limitedReloads(now: () => number = () => performance.now()): () => boolean {
  let crashes: readonly number[] = []
  return () => {
    const present = now()
    crashes = [...crashes.filter((at) => present - at < withTimeout), present]
    return crashes.length <= most
  }
}
