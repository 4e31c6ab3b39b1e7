/**
 * Events on their way to the window: parsed against the contract before they leave; one that doesn't fit is logged, not
 * sent. A window asks for the state it needs, so what changed before it was there is dropped; notices are kept for it.
 */
import { type Emit, events, type Events } from '#shared/contract.ts'
import type { Log } from '../log/index.ts'

export interface Emitter {
  readonly emit: Emit
  /** The window listens: events go here from now on. */
  readonly connect: (push: (text: string) => void) => void
  readonly disconnect: () => void
}

const maxStored = 50

export function createEmitter(log: Pick<Log, 'error'>): Emitter {
  let push: ((text: string) => void) | null = null
  let kept: Events['notice'][] = []

  const emit: Emit = (event, payload) => {
    const parsed = events[event].safeParse(payload)
    if (!parsed.success) {
      log.error('An event does not fit the contract', { event, path: parsed.error.issues[0]?.path.join('.') ?? '' })
      return
    }
    if (push !== null) push(JSON.stringify({ event, payload: parsed.data }))
    else if (event === 'notice') kept = [...kept, events.notice.parse(parsed.data)].slice(-maxStored)
  }

  return {
    emit,
    connect(to) {
      push = to
      const waiting = kept
      kept = []
      for (const notice of waiting) emit('notice', notice)
    },
    disconnect() {
      push = null
    },
  }
}
