/** The hidden window that is printed on Electron: it is destroyed in any case. */
import type { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { print, renderPdf, visibleWindows } from '../../../../../electron/host/electron/paper.ts'
import { thrownBy } from '../../service/support.ts'

type PrintEnd = (success: boolean, failureReason: string) => void

/** What Electron's windows do in a test, and the windows that exist. */
const electron = vi.hoisted(() => ({
  windows: new Set<object>(),
  load: (): Promise<void> => Promise.resolve(),
  draw: (): Promise<unknown> => Promise.resolve(),
  print: (end: PrintEnd): void => end(true, ''),
  pdf: (): Promise<Uint8Array> => Promise.resolve(new Uint8Array([37])),
}))
const contents = vi.hoisted((): { last: EventEmitter | null } => ({ last: null }))
/** The options of the last window. */
const made = vi.hoisted((): { options: { readonly parent?: object } } => ({ options: {} }))

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events')
  class WebContents extends EventEmitter {
    executeJavaScript = () => electron.draw()
    print = (_options: unknown, end: PrintEnd) => electron.print(end)
    printToPDF = () => electron.pdf()
  }
  class BrowserWindow {
    webContents = new WebContents()
    constructor(options: { readonly parent?: object }) {
      made.options = options
      electron.windows.add(this)
      contents.last = this.webContents
    }
    static getAllWindows = () => [...electron.windows]
    loadURL = () => electron.load()
    isDestroyed = () => !electron.windows.has(this)
    destroy = () => void electron.windows.delete(this)
  }
  const protocol = { isProtocolHandled: () => true }
  return { BrowserWindow, session: { fromPartition: () => ({ protocol }) } }
})

const never = new AbortController().signal
const forever = <T>(): Promise<T> => new Promise<T>(() => undefined)
const job = { serve: () => Promise.resolve(new Response()), job: '{}' }
const pdf = (signal = never) => renderPdf({ ...job, pageSize: 'A4' }, signal)

beforeEach(() => {
  electron.windows.clear()
  electron.load = () => Promise.resolve()
  electron.draw = () => Promise.resolve()
  electron.print = (end) => end(true, '')
  electron.pdf = () => Promise.resolve(new Uint8Array([37]))
})

test('a window that was printed or rendered is destroyed', async () => {
  await print(job, { drawing: never, dialog: never })
  expect(electron.windows.size).toBe(0)
  expect(await pdf()).toEqual(new Uint8Array([37]))
  expect(electron.windows.size).toBe(0)
})

test('it is none of the windows that a person sees', async () => {
  let during: readonly unknown[] = [null]
  electron.draw = () => Promise.resolve((during = visibleWindows()))
  await pdf()
  expect(during).toEqual([])
})

test('where a dialog belongs to a window, that of printing is above the desk’s window, and nothing else is', async () => {
  const desk = {}
  electron.windows.add(desk)
  for (const [platform, parent] of [
    ['win32', desk],
    ['linux', desk],
    ['darwin', undefined],
  ] as const) {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform)
    await print(job, { drawing: never, dialog: never })
    expect(made.options.parent, platform).toBe(parent)
    await pdf()
    expect(made.options.parent, platform).toBeUndefined()
  }
  vi.restoreAllMocks()
})

test('cancelling the dialog of the system is no failure, and the window is destroyed', async () => {
  electron.print = (end) => end(false, 'Print job canceled')
  await print(job, { drawing: never, dialog: never })
  expect(electron.windows.size).toBe(0)
})

test.each([
  ['can not be loaded', () => (electron.load = () => Promise.reject(new Error('ERR_FAILED')))],
  ['can not draw', () => (electron.draw = () => Promise.reject(new Error('no font')))],
  ['can not be printed', () => (electron.print = (end) => end(false, 'Print job failed'))],
] as const)('a window that %s is destroyed', async (_what, fail) => {
  fail()
  await expect(print(job, { drawing: never, dialog: never })).rejects.toThrow()
  expect(electron.windows.size).toBe(0)
})

test('a window that can not be rendered is destroyed', async () => {
  electron.pdf = () => Promise.reject(new Error('no memory'))
  await expect(pdf()).rejects.toThrow()
  expect(electron.windows.size).toBe(0)
})

test.each([
  ['loads', () => (electron.load = forever)],
  ['draws', () => (electron.draw = forever)],
  ['is rendered', () => (electron.pdf = forever)],
] as const)('a window that is cancelled while it %s is destroyed', async (_when, hang) => {
  hang()
  const cancel = new AbortController()
  const rendering = thrownBy(pdf(cancel.signal))
  await new Promise(setImmediate)
  expect(electron.windows.size).toBe(1)
  cancel.abort()
  expect(await rendering).toMatchObject({ code: 'aborted' })
  expect(electron.windows.size).toBe(0)
})

test('a window that is cancelled while the dialog of the system is open is destroyed', async () => {
  electron.print = () => undefined
  const cancel = new AbortController()
  const printing = thrownBy(print(job, { drawing: never, dialog: cancel.signal }))
  await new Promise(setImmediate)
  cancel.abort()
  expect(await printing).toMatchObject({ code: 'aborted' })
  expect(electron.windows.size).toBe(0)
})

test('the end of the call leaves the dialog of the system open, and closing the dialog destroys the window', async () => {
  let closeDialog: PrintEnd = () => undefined
  electron.print = (end) => (closeDialog = end)
  const call = new AbortController()
  const printing = print(job, { drawing: call.signal, dialog: never })
  await new Promise(setImmediate)
  call.abort()
  await new Promise(setImmediate)
  expect(electron.windows.size).toBe(1)
  closeDialog(true, '')
  await printing
  expect(electron.windows.size).toBe(0)
})

test('a window whose process ends is destroyed', async () => {
  electron.draw = forever
  const rendering = pdf()
  await new Promise(setImmediate)
  contents.last?.emit('render-process-gone')
  await expect(rendering).rejects.toThrow('crashed')
  expect(electron.windows.size).toBe(0)
})
