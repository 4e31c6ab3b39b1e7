/** Tells the window about changed events: at most ten times a second, however many there are. */
import type { Emit } from '#shared/contract.ts'
import type { Timer } from '../base/timer.ts'
import type { EventStore } from './store.ts'

export interface Pushes {
  readonly arrived: (seqs: readonly number[]) => void
  readonly updated: (seqs: readonly number[]) => void
  /** Everything may have changed. */
  readonly all: () => void
  readonly stop: () => void
}

const pauseMs = 100
/** Of more rows the window shows only a part, so it loads that. */
const maxRows = 50

export function createPushes(store: Pick<EventStore, 'bySeq' | 'unread'>, emit: Emit, timer: Timer): Pushes {
  const arrivedSeqs = new Set<number>()
  const updatedSeqs = new Set<number>()
  let mustReload = false
  let cancel: (() => void) | null = null
  let stopped = false

  const push = (): void => {
    cancel = null
    const tooMany = arrivedSeqs.size + updatedSeqs.size > maxRows
    const rowsOf = (seqs: ReadonlySet<number>) => (tooMany ? [] : [...store.bySeq([...seqs])])
    try {
      const [arrived, updated] = [rowsOf(arrivedSeqs), rowsOf(updatedSeqs)]
      emit('events.changed', { arrived, updated, reload: mustReload || tooMany, unread: store.unread() })
      mustReload = false
    } catch {
      // The file cannot be read now. The next push makes the window load everything.
      mustReload = true
    }
    arrivedSeqs.clear()
    updatedSeqs.clear()
  }
  const schedule = (): void => {
    if (!stopped) cancel ??= timer(pauseMs, push)
  }

  return {
    arrived(seqs) {
      for (const seq of seqs) arrivedSeqs.add(seq)
      if (seqs.length > 0) schedule()
    },
    updated(seqs) {
      for (const seq of seqs) if (!arrivedSeqs.has(seq)) updatedSeqs.add(seq)
      if (seqs.length > 0) schedule()
    },
    all() {
      mustReload = true
      schedule()
    },
    stop() {
      stopped = true
      cancel?.()
    },
  }
}
