import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createWebHashHistory, type RouterHistory } from 'vue-router'
import { createLateHistory } from '../../../../renderer/app/lateHistory.ts'

/** The frame of the window, which a test paints by calling it. */
let paint: () => void
beforeEach(() => {
  const frames: FrameRequestCallback[] = []
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  paint = () => {
    for (const frame of frames.splice(0)) frame(0)
    vi.advanceTimersByTime(0)
  }
  return () => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
})

function open(): { readonly history: RouterHistory; readonly browser: RouterHistory } {
  // Otherwise the state of the previous entry would be taken for that of this one.
  window.history.replaceState(null, '', '#/customers')
  const browser = createWebHashHistory()
  const history = createLateHistory(browser)
  onTestFinished(history.destroy)
  return { history, browser }
}
const written = (): string => window.location.hash
const settled = async (): Promise<void> => {
  paint()
  await Promise.resolve()
}

test('an entry is present at once, and is written once the page is painted', async () => {
  const { history, browser } = open()
  history.push('/customers/c-1', { isForSearch: true })
  expect([history.location, history.state['back'], history.state['isForSearch']]).toEqual([
    '/customers/c-1',
    '/customers',
    true,
  ])
  expect([written(), browser.location]).toEqual(['#/customers', '/customers'])
  await settled()
  expect([written(), browser.location]).toEqual(['#/customers/c-1', '/customers/c-1'])
  expect(history.state).toMatchObject({ back: '/customers', current: '/customers/c-1', isForSearch: true })
  expect(window.history.state).toEqual(history.state)
})

test('several entries of one frame are written in their order', async () => {
  const { history } = open()
  const { length } = window.history
  history.push('/customers/c-1')
  history.replace(history.location, { isForSearch: false })
  history.push('/inventory')
  expect([history.location, history.state['back']]).toEqual(['/inventory', '/customers/c-1'])
  await settled()
  expect([window.history.length - length, written()]).toEqual([2, '#/inventory'])
  expect(history.state['back']).toBe('/customers/c-1')
})

test.each(['keydown', 'pointerdown', 'wheel'])('all is written before what follows %s', (type) => {
  const { history } = open()
  history.push('/customers/c-1')
  window.dispatchEvent(new Event(type))
  expect(written()).toBe('#/customers/c-1')
})

test('in a hidden window, which paints no page, the history is written at once', () => {
  const { history } = open()
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  history.push('/customers/c-1')
  visibility.mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(written()).toBe('#/customers/c-1')
  history.push('/inventory')
  expect([written(), history.state['back']]).toEqual(['#/inventory', '/customers/c-1'])
})

test('a step of the router is taken from the entry that was written before it', () => {
  const { history } = open()
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => expect(written()).toBe('#/customers/c-1'))
  history.push('/customers/c-1')
  history.go(-1)
  expect(go).toHaveBeenCalledWith(-1)
})

test('what is opened before a step has arrived is written before it, as by the browser itself', async () => {
  const { history } = open()
  vi.spyOn(window.history, 'go').mockReturnValue()
  history.push('/customers/c-1')
  history.go(-1, false)
  history.push('/inventory')
  expect(written()).toBe('#/inventory')
  window.dispatchEvent(new PopStateEvent('popstate', { state: { position: 0 } }))
  await settled()
  expect(written()).toBe('#/inventory')
  history.push('/devices')
  expect(written()).toBe('#/inventory')
  await settled()
  expect(written()).toBe('#/devices')
})

test('a step forward from the last entry arrives nowhere, and the history is late as before', async () => {
  const { history } = open()
  history.push('/customers/c-1')
  history.go(1)
  await settled()
  history.push('/inventory')
  expect([history.location, written()]).toEqual(['/inventory', '#/customers/c-1'])
  await settled()
  expect(written()).toBe('#/inventory')
})

test('a step forward to an entry that was left is on its way until it arrives', async () => {
  const { history } = open()
  const replace = vi.spyOn(window.history, 'replaceState')
  history.push('/customers/c-1')
  await settled()
  const state: unknown = replace.mock.calls[0]?.[0]
  expect(state).toMatchObject({ current: '/customers', forward: '/customers/c-1' })
  vi.spyOn(window.history, 'go').mockReturnValue()
  history.go(-1)
  window.dispatchEvent(new PopStateEvent('popstate', { state }))
  history.go(1)
  history.push('/inventory')
  expect(written()).toBe('#/inventory')
})

test('what was to follow an entry that the browser has left is not written', async () => {
  const { history } = open()
  history.push('/customers/c-1')
  window.dispatchEvent(new PopStateEvent('popstate', { state: { position: 0 } }))
  await settled()
  expect([written(), history.location]).toEqual(['#/customers', '/customers'])
})

test('a history that is destroyed writes and listens no more', async () => {
  const { history } = open()
  history.push('/customers/c-1')
  history.destroy()
  window.dispatchEvent(new Event('keydown'))
  await settled()
  expect(written()).toBe('#/customers')
})
