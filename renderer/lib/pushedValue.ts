/** A value that the main process both pushes and returns from calls. */

interface PushedValue<Value> {
  /** Stores a value that was pushed. */
  readonly push: (value: Value) => void
  /** Stores the answer of a call, unless a value was pushed meanwhile: that one is newer. */
  readonly load: (request: () => Promise<Value>) => Promise<void>
}

export function pushedValue<Value>(store: (value: Value) => void): PushedValue<Value> {
  let pushes = 0
  return {
    push(value) {
      pushes += 1
      store(value)
    },
    async load(request) {
      const before = pushes
      const answer = await request()
      if (pushes === before) store(answer)
    },
  }
}
