/**
 * When work of the start may begin. The connection waits until the window has its page. What the first screen does not
 * need waits until the window has had the time to draw it: each page of 200 customers, for example, would block the
 * main process for about 10 ms.
 */
import { scriptType, styleType } from '../assets.ts'

export interface StartSignals {
  /**
   * Resolves when the script and the styles of the page were served, or when the page calls without its styles. While
   * the page compiles them, this process has nothing else to do; before that, other work would slow the browser's start
   * down.
   */
  readonly pageServed: Promise<void>
  /** Resolves when the window has drawn its first screen, or the desk ends. */
  readonly started: Promise<void>
  /** To be called with each response to the window. */
  readonly onResponse: (response: Response) => void
  /** To be called with each call of the window. */
  readonly onCall: () => void
  readonly end: () => void
}

/** Milliseconds from a window's first call until it has drawn its first screen and deferred work may begin. */
const firstScreenMs = 1000

export function createStartSignals(): StartSignals {
  const started = Promise.withResolvers<void>()
  const pageServed = Promise.withResolvers<void>()
  const unserved = new Set([scriptType, styleType])
  let hasCalled = false
  return {
    pageServed: pageServed.promise,
    started: started.promise,
    onResponse({ headers }) {
      unserved.delete(headers.get('content-type') ?? '')
      // The host has begun to send the response by then.
      if (unserved.size === 0) setImmediate(pageServed.resolve)
    },
    onCall() {
      if (hasCalled) return
      hasCalled = true
      pageServed.resolve()
      setTimeout(started.resolve, firstScreenMs).unref()
    },
    end: started.resolve,
  }
}
