/** The first load of the page, with a window that emits Electron's events in the order that a test wants. */
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { loadPage } from '../../../../../electron/host/electron/load.ts'

const aborted = new Error('ERR_ABORTED (-3) loading app://desk/')

function fakeWindow(loadURL: () => Promise<void>) {
  const webContents = new EventEmitter()
  return Object.assign(new EventEmitter(), { loadURL, webContents })
}

test.each([
  ['before', true],
  ['after', false],
])('a process that crashes %s the load is aborted is no failure if the page is reloaded', async (_when, isFirst) => {
  const window = fakeWindow(async () => {
    if (isFirst) window.webContents.emit('render-process-gone')
    else setImmediate(() => window.webContents.emit('render-process-gone'))
    throw aborted
  })
  const loading = loadPage(window, 'app://desk/')
  setTimeout(() => window.webContents.emit('did-finish-load'), 20)
  await loading
  expect(window.webContents.eventNames()).toEqual([])
  expect(window.eventNames()).toEqual([])
})

test('a window that is given up after its crashes fails with what ended the first load', async () => {
  const window = fakeWindow(async () => {
    window.webContents.emit('render-process-gone')
    throw aborted
  })
  const loading = loadPage(window, 'app://desk/')
  setTimeout(() => window.emit('closed'), 20)
  await expect(loading).rejects.toBe(aborted)
})

test('a page that cannot be loaded fails, without any crash', async () => {
  await expect(
    loadPage(
      fakeWindow(() => Promise.reject(aborted)),
      'app://desk/',
    ),
  ).rejects.toBe(aborted)
})

test('a page that is loaded leaves no listener behind', async () => {
  const window = fakeWindow(() => Promise.resolve())
  await loadPage(window, 'app://desk/')
  expect([...window.eventNames(), ...window.webContents.eventNames()]).toEqual([])
})
