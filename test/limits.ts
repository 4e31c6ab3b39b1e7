/**
 * How long tests wait. Tests wait for states; these limits only end a wait for a state that never comes, so they are
 * long enough for a machine that has other work on all its processors.
 */
export const limits = {
  /**
   * Milliseconds that one state may take to come: the default of `expect.poll`, `eventually` and the browser's waits.
   */
  state: 60_000,
  /** Milliseconds that one test may take, and one of those that drive a real desk. */
  test: 120_000,
  desk: 300_000,
} as const
