/**
 * The history of the router, which is written once the page that was opened has been painted: for the two entries of
 * one step the browser takes up to ten milliseconds, a fifth of the time from a key to a customer. Before the next key
 * or button of the mouse, which may lead back, all is written.
 */
import type { RouterHistory } from 'vue-router'
import { nextPaint } from '../lib/afterPaint.ts'

type Entry = Pick<RouterHistory, 'location' | 'state'>

/** @param history the browser's history */
export function createLateHistory(history: RouterHistory): RouterHistory {
  const destroyed = new AbortController()
  let waiting: (() => void)[] = []
  /** What is the present entry once all is written. */
  let ahead: Entry | null = null
  const present = (): Entry => ahead ?? history

  function settle(): void {
    const writes = waiting
    waiting = []
    ahead = null
    for (const write of writes) write()
  }
  function later(entry: Entry, write: () => void): void {
    ahead = entry
    waiting.push(write)
    if (waiting.length === 1) void nextPaint().then(settle)
  }
  /** The browser has left the entry on which the waiting ones would have followed. */
  function forget(): void {
    waiting = []
    ahead = null
  }
  const on = (type: string, listener: () => void): void =>
    window.addEventListener(type, listener, { capture: true, signal: destroyed.signal })
  for (const type of ['keydown', 'pointerdown', 'pagehide']) on(type, settle)
  on('popstate', forget)

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
      settle()
      history.go(delta, triggerListeners)
    },
    listen: history.listen,
    createHref: history.createHref,
    destroy() {
      destroyed.abort()
      history.destroy()
    },
  }
}
