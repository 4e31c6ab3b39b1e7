/**
 * The page that is printed, in the real browser: it is closed in any case.
 *
 * @module-tag long
 */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Browser, startBrowser } from '../../../../electron/host/chromium/browser.ts'
import { findBrowser } from '../../../../electron/host/chromium/browsers.ts'
import { print, renderPdf } from '../../../../electron/host/chromium/paper.ts'
import { watchProcess } from '../../../../electron/host/chromium/process.ts'
import { thrownBy } from '../service/support.ts'

let browser: Browser
let pagesBefore: number

beforeAll(async () => {
  const executable = findBrowser(process.platform, process.env)
  if (executable === null) throw new Error('No Chromium is installed')
  const size = { width: 800, height: 600 }
  browser = await startBrowser({
    executable,
    process: watchProcess(executable),
    headless: true,
    debugPort: null,
    ...size,
  })
  pagesBefore = browser.context.pages().length
})
afterAll(() => browser.close())
afterEach(() => expect(browser.context.pages()).toHaveLength(pagesBefore))

/** A job whose page draws with this script. */
const jobOf = (draw: string) => ({
  serve: () =>
    Promise.resolve(
      new Response(`<!doctype html><script>globalThis.drawSheets = async () => { ${draw} }</script>`, {
        headers: { 'content-type': 'text/html' },
      }),
    ),
  job: '{}',
})
const never = new AbortController().signal
const forever = 'globalThis.isPending = true; await new Promise(() => undefined)'
const pdf = (draw: string, signal = never) => renderPdf(browser, { ...jobOf(draw), pageSize: 'A4' }, signal)

/** Resolves to the page of the next job once its script waits forever. */
async function pendingPage(): Promise<Page> {
  const page = await browser.context.waitForEvent('page')
  await page.waitForURL('https://paper.invalid/')
  await page.waitForFunction('globalThis.isPending')
  return page
}

test('a page that was printed or rendered is closed', async () => {
  await print(browser, jobOf('window.print = () => undefined'), { drawing: never, dialog: never })
  expect(
    Buffer.from(await pdf(''))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('a page that can not be served is closed', async () => {
  const missing = {
    serve: () => Promise.resolve(new Response(null, { status: 404 })),
    job: '{}',
    pageSize: 'A4',
  } as const
  await expect(renderPdf(browser, missing, never)).rejects.toThrow()
})

test('a page that can not draw is closed', async () => {
  await expect(pdf('throw new Error("no font")')).rejects.toThrow()
})

test('a page that can not be printed is closed', async () => {
  const failing = jobOf('window.print = () => { throw new Error("no printer") }')
  await expect(print(browser, failing, { drawing: never, dialog: never })).rejects.toThrow()
})

test('a page that is cancelled while it draws is closed', async () => {
  const cancel = new AbortController()
  const pending = pendingPage()
  const rendering = thrownBy(pdf(forever, cancel.signal))
  await pending
  cancel.abort()
  expect(await rendering).toMatchObject({ code: 'aborted' })
})

test('a page that is cancelled while its print dialog is open is closed', async () => {
  const cancel = new AbortController()
  const pending = pendingPage()
  const printing = thrownBy(
    print(browser, jobOf(`window.print = async () => { ${forever} }`), { drawing: never, dialog: cancel.signal }),
  )
  await pending
  cancel.abort()
  expect(await printing).toMatchObject({ code: 'aborted' })
})

test('a page that is cancelled before it is opened is closed', async () => {
  expect(await thrownBy(pdf('', AbortSignal.abort()))).toMatchObject({ code: 'aborted' })
})

test('a page whose process ends is closed', async () => {
  const pending = pendingPage()
  const rendering = pdf(forever)
  const session = await browser.context.newCDPSession(await pending)
  void session.send('Page.crash').catch(() => undefined)
  await expect(rendering).rejects.toThrow('crashed')
})
