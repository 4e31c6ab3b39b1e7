/**
 * Runs works one after another, in the order in which they were handed in, whatever became of those before. One that
 * takes longer than the limit loses its turn, so that it can't keep the others for ever.
 */
import { DeskError } from '#shared/errors.ts'
import { withTimeout } from '../withTimeout.ts'

/** `turn` is aborted when the turn is lost: whatever comes of the work after that must change nothing any more. */
export type Mutex = <T>(work: (turn: AbortSignal) => Promise<T>) => Promise<T>

export function createMutex(limit: number): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(() => {
      const turn = new AbortController()
      const lose = (): Error => {
        const error = new DeskError('bridge_timeout', 'This took too long and was given up')
        turn.abort(error)
        return error
      }
      return withTimeout(work(turn.signal), limit, lose)
    })
    last = mine.catch(() => undefined)
    return mine
  }
}
