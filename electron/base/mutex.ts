/**
 * Runs units of work one after another in the order of their submission, whether those before succeeded or failed. Work
 * that takes longer than the limit loses its turn, so that it cannot block the others forever.
 */
import { DeskError } from '#shared/errors.ts'
import { withTimeout } from './withTimeout.ts'

/** `turn` is aborted when the work loses its turn: the work must not change anything after that. */
export type Mutex = <T>(work: (turn: AbortSignal) => Promise<T>) => Promise<T>

export function createMutex(limit: number): Mutex {
  let previous: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = previous.then(() => {
      const turn = new AbortController()
      const lose = (): Error => {
        const error = new DeskError('bridge_timeout', 'This took too long and was given up')
        turn.abort(error)
        return error
      }
      return withTimeout(work(turn.signal), limit, lose)
    })
    previous = result.catch(() => undefined)
    return result
  }
}
