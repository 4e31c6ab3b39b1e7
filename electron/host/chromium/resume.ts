/** Sleep stops the monotonic clock and not the wall clock: a gap between them is a wake-up (or a corrected clock, which wants the same care). */
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
