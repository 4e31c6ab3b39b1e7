/**
 * Sends events to the window. Each payload is parsed against the contract first; one that does not fit is logged and
 * not sent. A window that starts reads the current state by itself, so events from before it was connected are dropped.
 * Only notices are stored for it.
 */
import { type Emit, events, type Events } from '#shared/contract.ts'
import type { Log } from '../log/index.ts'

interface Emitter {
  readonly emit: Emit
  /** Sends all events from now on to this window, and the stored notices first. */
  readonly connect: (push: (text: string) => void) => void
  readonly disconnect: () => void
}

const maxStoredNotices = 50

export function createEmitter(log: Pick<Log, 'error'>): Emitter {
  let push: ((text: string) => void) | null = null
  let storedNotices: Events['notice'][] = []

  const emit: Emit = (event, payload) => {
    const parsed = events[event].safeParse(payload)
    if (!parsed.success) {
      log.error('An event does not fit the contract', { event, path: parsed.error.issues[0]?.path.join('.') ?? '' })
      return
    }
    if (push !== null) push(JSON.stringify({ event, payload: parsed.data }))
    else if (event === 'notice')
      storedNotices = [...storedNotices, events.notice.parse(parsed.data)].slice(-maxStoredNotices)
  }

  return {
    emit,
    connect(to) {
      push = to
      const waiting = storedNotices
      storedNotices = []
      for (const notice of waiting) emit('notice', notice)
    },
    disconnect() {
      push = null
    },
  }
}
