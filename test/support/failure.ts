/** Returns what a function throws, or null if it throws nothing. */
export function failure(act: () => unknown): unknown {
  try {
    act()
    return null
  } catch (thrown) {
    return thrown
  }
}
