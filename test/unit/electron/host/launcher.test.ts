import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { type LauncherChannel, onLauncherEnd } from '../../../../electron/host/chromium/launcher.ts'

function channel(connected: boolean): LauncherChannel & { readonly disconnect: () => void } {
  const events = new EventEmitter()
  return {
    connected,
    once: (event, listener) => events.once(event, listener),
    disconnect: () => void events.emit('disconnect'),
  }
}

it('reports the end of the launcher once', () => {
  const listener = vi.fn()
  const launcher = channel(true)
  onLauncherEnd(listener, true, launcher)
  expect(listener).not.toHaveBeenCalled()
  launcher.disconnect()
  launcher.disconnect()
  expect(listener).toHaveBeenCalledOnce()
})

it('reports at once that the launcher ended while the desk started, and nothing if there was no launcher', () => {
  const ended = vi.fn()
  onLauncherEnd(ended, true, channel(false))
  expect(ended).toHaveBeenCalledOnce()
  const none = vi.fn()
  onLauncherEnd(none, false, channel(false))
  expect(none).not.toHaveBeenCalled()
})
