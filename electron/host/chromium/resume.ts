/**
 * Detects that the machine woke from sleep: sleep stops the monotonic clock but not the wall clock, so a gap between
 * them is a wake-up (or a corrected clock, which needs the same treatment).
 */
export function watchResume(listener: () => void, everyMs = 5000, gapMs = 15_000): () => void {
  let wall = Date.now()
  let monotonic = performance.now()
  const timer = setInterval(() => {
    const gap = Date.now() - wall - (performance.now() - monotonic)
    wall = Date.now()
    monotonic = performance.now()
    if (Math.abs(gap) > gapMs) listener()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
