/**
 * When work of the start may begin. The connection waits until the window has its page. What the first screen does not
 * need waits until the window has had the time to draw it: each page of 200 customers, for example, would block the
 * main process for about 10 ms.
 */
import { scriptType, styleType } from '../assets.ts'

export interface StartSignals {
  /**
   * Resolves when the script and the styles of the page were served, when the page calls without its styles, or when an
   * open window has waited for its page too long. While the page compiles them, this process has nothing else to do;
   * before that, other work would slow the browser's start down.
   */
  readonly pageServed: Promise<void>
  /** Resolves when the window has drawn its first screen, or the desk ends. */
  readonly started: Promise<void>
  /** To be called when the window is open. */
  readonly onWindow: () => void
  /** To be called with each response to the window. */
  readonly onResponse: (response: Response) => void
  /** To be called with each call of the window. */
  readonly onCall: () => void
  readonly end: () => void
}

/** Milliseconds from a window's first call until it has drawn its first screen and deferred work may begin. */
const firstScreenMs = 1000
/** Milliseconds that an open window may be without its page before the connection is opened all the same. */
const pageMs = 5000

export function createStartSignals(): StartSignals {
  const started = Promise.withResolvers<void>()
  const pageServed = Promise.withResolvers<void>()
  const unserved = new Set([scriptType, styleType])
  let hasCalled = false
  return {
    pageServed: pageServed.promise,
    started: started.promise,
    onWindow: () => void setTimeout(pageServed.resolve, pageMs).unref(),
    onResponse({ headers }) {
      // The host has begun to send the response by then.
      if (unserved.delete(headers.get('content-type') ?? '') && unserved.size === 0) setImmediate(pageServed.resolve)
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
