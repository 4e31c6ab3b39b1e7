/** Forwards Ctrl+C to the programs that a script has started. */

/** Milliseconds. This is longer than the desk waits for the answer to an operation. */
const windowsLimit = 150_000

/**
 * Forwards a signal. On Windows the console has sent Ctrl+C to every program in it already, and `kill` would end a
 * program at once, while it may be sending an operation: there a program is killed by the second Ctrl+C, or when it
 * takes too long.
 * @param {() => Iterable<{ kill: (signal?: string) => unknown }>} children returns the running programs
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
