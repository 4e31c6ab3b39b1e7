/**
 * Delays the router's writes to the browser's history until the opened page has been painted: the two entries of one
 * step take up to ten milliseconds, a fifth of the time from a key to a customer. The next key, button or turn of the
 * wheel, any of which may lead back, first triggers all writes. Only a reload in between opens the page before,
 * because it uses the address that the browser has then.
 */
import type { RouterHistory } from 'vue-router'
import { nextPaint } from '../lib/afterPaint.ts'

type Entry = Pick<RouterHistory, 'location' | 'state'>

const inputs = ['keydown', 'pointerdown', 'wheel'] as const

/** @param history the browser's history */
export function createLateHistory(history: RouterHistory): RouterHistory {
  const destroyed = new AbortController()
  let waiting: (() => void)[] = []
  /** The entry that will be the present one once all is written. */
  let next: Entry | null = null
  /** A step of the router is under way. A page that is opened meanwhile follows the entry from which the step leads. */
  let isStepping = false
  const present = (): Entry => next ?? history

  function forget(): void {
    waiting = []
    next = null
  }
  function flush(): void {
    const writes = waiting
    forget()
    for (const write of writes) write()
  }
  function later(entry: Entry, write: () => void): void {
    // A window that nobody sees paints no page.
    if (isStepping || document.visibilityState === 'hidden') {
      flush()
      write()
      return
    }
    next = entry
    waiting.push(write)
    if (waiting.length === 1) void nextPaint().then(flush)
  }
  const { signal } = destroyed
  for (const type of inputs) window.addEventListener(type, flush, { capture: true, passive: true, signal })
  document.addEventListener('visibilitychange', flush, { signal })
  // The browser has left the entry that the waiting ones would have followed.
  const arrived = (): void => {
    isStepping = false
    forget()
  }
  window.addEventListener('popstate', arrived, { capture: true, signal })

  return {
    base: history.base,
    get location() {
      return present().location
    },
    get state() {
      return present().state
    },
    push(to, data) {
      const state = { back: present().location, current: to, forward: null, ...data }
      later({ location: to, state }, () => history.push(to, data))
    },
    replace(to, data) {
      const state = { ...present().state, current: to, ...data }
      later({ location: to, state }, () => history.replace(to, data))
    },
    go(delta, triggerListeners) {
      flush()
      // A step without an entry to lead to never arrives.
      isStepping = typeof history.state[delta > 0 ? 'forward' : 'back'] === 'string'
      history.go(delta, triggerListeners)
    },
    listen: history.listen,
    createHref: history.createHref,
    destroy() {
      destroyed.abort()
      forget()
      history.destroy()
    },
  }
}
