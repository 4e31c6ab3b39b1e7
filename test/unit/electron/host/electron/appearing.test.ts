/** When a hidden window is shown: Electron's events come in any order, twice, late, or not at all. */
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { drawingMs, showOnceDrawn } from '../../../../../electron/host/electron/appearing.ts'

type Event = 'ready-to-show' | 'closed' | 'did-finish-load' | 'did-fail-load' | 'time' | 'second start'

/** A window whose time passes when a test lets it. */
function hiddenWindow({ isEnding = false } = {}) {
  const window = Object.assign(new EventEmitter(), { webContents: new EventEmitter() })
  const timers = new Set<() => void>()
  const delays: number[] = []
  let shown = 0
  const showLoaded = showOnceDrawn(window, {
    isEnding: () => isEnding,
    show: () => void (shown += 1),
    timer(milliseconds, callback) {
      delays.push(milliseconds)
      timers.add(callback)
      return () => timers.delete(callback)
    },
  })
  const happen = (event: Event): void => {
    if (event === 'time') for (const callback of [...timers]) callback()
    else if (event === 'second start') showLoaded()
    else (event.startsWith('did-') ? window.webContents : window).emit(event)
  }
  return { happen, delays, timers: () => timers.size, shown: () => shown }
}

const shownAfter = (events: readonly Event[], options = {}): number => {
  const window = hiddenWindow(options)
  for (const event of events) window.happen(event)
  return window.shown()
}

test.each<[string, number, readonly Event[]]>([
  ['is shown when it is drawn, before its page is loaded', 1, ['ready-to-show']],
  ['is shown when it is drawn, after its page is loaded', 1, ['did-finish-load', 'ready-to-show']],
  ['is shown soon after its page is loaded, if it is never reported as drawn', 1, ['did-finish-load', 'time']],
  ['is shown soon after its page could not be loaded', 1, ['did-fail-load', 'time']],
  ['waits for its page', 0, ['time']],
  ['waits for its page to be drawn', 0, ['did-finish-load']],
  ['is shown once, if it is reported as drawn twice', 1, ['ready-to-show', 'ready-to-show', 'did-finish-load', 'time']],
  ['is shown once, if it is drawn after it was shown', 1, ['did-finish-load', 'time', 'ready-to-show']],
  ['is shown once, if a failed load is followed by another', 1, ['did-fail-load', 'did-finish-load', 'time', 'time']],
  ['is not shown after it was closed', 0, ['closed', 'ready-to-show', 'did-finish-load', 'time']],
  ['is not shown if it is closed while it is drawn', 0, ['did-finish-load', 'closed', 'time', 'ready-to-show']],
  ['that is loaded is shown by a second start', 1, ['did-finish-load', 'second start', 'time', 'ready-to-show']],
  ['that is not loaded is not shown by a second start', 0, ['second start']],
  ['that was closed is not shown by a second start', 0, ['did-finish-load', 'closed', 'second start']],
])('a window %s', (_what, times, events) => {
  expect(shownAfter(events)).toBe(times)
})

test('a program that is ending shows no window any more', () => {
  for (const event of ['ready-to-show', 'time', 'second start'] as const)
    expect(shownAfter(['did-finish-load', event, 'ready-to-show'], { isEnding: true })).toBe(0)
})

test('a loaded page has 300 milliseconds to be drawn, and no timer outlives the window', () => {
  expect(drawingMs).toBe(300)
  for (const event of ['ready-to-show', 'closed', 'second start'] as const) {
    const window = hiddenWindow()
    window.happen('did-finish-load')
    expect([window.delays, window.timers()]).toEqual([[drawingMs], 1])
    window.happen(event)
    expect(window.timers()).toBe(0)
  }
})
