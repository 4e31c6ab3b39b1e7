/** Ctrl+C in a terminal, for the programs that a script has started. */

/** Milliseconds: longer than the desk waits for the answer to an operation. */
const windowsLimit = 150_000

/**
 * Passes a signal on. On Windows the console has given Ctrl+C to every program in it, and `kill` would end a program at
 * once, in the middle of what is being sent: there a program is ended by the second press, or when it takes too long.
 * @param {() => Iterable<{ kill: (signal?: string) => unknown }>} children those that run
 */
export function createInterrupt(children, { platform = process.platform, limit = windowsLimit } = {}) {
  let presses = 0
  const endAll = () => {
    for (const child of children()) child.kill()
  }
  return (signal) => {
    if (platform !== 'win32') {
      for (const child of children()) child.kill(signal)
      return
    }
    presses += 1
    if (presses > 1) endAll()
    else setTimeout(endAll, limit).unref()
  }
}
