/**
 * The order in which deliveries leave: one at a time for each address, in the order of their events. One of them can be
 * held back until the next one has left.
 */

type Task = () => Promise<void>

type Line = {
  /** Resolves when the tasks so far have run. */
  last: Promise<void>
  /** The number of tasks that have not ended, apart from a held one. */
  active: number
  held: Task | null
}

const maxPending = 1000

export class DeliveryQueue {
  readonly #lines = new Map<string, Line>()
  /** The tasks that have not ended, the held ones included. */
  readonly #pending = new Set<Promise<void>>()

  /** Resolves when no task is left. */
  async drain(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  /** Resolves at once, unless very many tasks wait for a slow receiver; then, when there are fewer. */
  async waitForCapacity(): Promise<void> {
    while (this.#pending.size > maxPending)
      await Promise.race([...this.#lines.values()].filter(({ active }) => active > 0).map(({ last }) => last))
  }

  /** Runs the task after those before it, and then the one that is held back. */
  add(address: string, task: Task): void {
    const line = this.#lineOf(address)
    const { held } = line
    line.held = null
    void this.#append(address, line, task)
    if (held !== null) void held()
  }

  /** Runs the task after the next one of the address, or after `milliseconds`. */
  hold(address: string, task: Task, milliseconds: number): void {
    const line = this.#lineOf(address)
    if (line.held !== null) return this.add(address, task)
    this.#track(
      new Promise((resolve) => {
        const release = (): Promise<void> => this.#append(address, line, task).then(resolve)
        line.held = release
        setTimeout(() => {
          if (line.held !== release) return
          line.held = null
          void release()
        }, milliseconds).unref()
      }),
    )
  }

  #lineOf(address: string): Line {
    const known = this.#lines.get(address)
    if (known !== undefined) return known
    const line: Line = { last: Promise.resolve(), active: 0, held: null }
    this.#lines.set(address, line)
    return line
  }

  #append(address: string, line: Line, task: Task): Promise<void> {
    line.active += 1
    const done = line.last.then(task).then(() => {
      line.active -= 1
      if (line.active === 0 && line.held === null) this.#lines.delete(address)
    })
    line.last = done
    this.#track(done)
    return done
  }

  #track(task: Promise<void>): void {
    this.#pending.add(task)
    void task.then(() => this.#pending.delete(task))
  }
}
