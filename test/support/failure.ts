/** What something throws; null where it doesn't. */
export function failure(act: () => unknown): unknown {
  try {
    act()
    return null
  } catch (thrown) {
    return thrown
  }
}
