/**
 * The desk's window on Chromium: every request of the page is answered by `serve` or aborted; it can't be led away, opens
 * no second window, downloads nothing and is given no permission but to write to the clipboard.
 */
import type { CDPSession, Page } from 'playwright-core'
import { drawnStamps, readStamps } from '../drawn.ts'
import type { DeskWindow, WindowOptions } from '../host.ts'
import { limitedReloads } from '../reloads.ts'
import type { Browser } from './browser.ts'
import { openChannel } from './channel.ts'
import { evaluate } from './evaluate.ts'
import { origin } from './launch.ts'
import { whileItRuns } from './process.ts'
import { answerRequests } from './requests.ts'
import { readSecurity } from './security.ts'

export async function openDeskWindow(browser: Browser, options: WindowOptions, onTrouble: (what: string) => void): Promise<DeskWindow> {
  const { context } = browser
  const page = context.pages()[0] ?? (await context.newPage())
  const session = await context.newCDPSession(page)

  const closed = Promise.race([browser.ended, new Promise<void>((resolve) => page.once('close', () => resolve()))])
  context.on('page', (other) => void other.close().catch(() => undefined))
  if (!browser.headless) leaveClosingToPerson(page)

  const [channel] = await Promise.all([
    openChannel(session, origin, options.answer),
    keepHome(page, session, onTrouble),
    answerRequests(session, async ({ url, method }) => (URL.parse(url)?.origin === origin ? await options.serve(new Request(url, { method })) : 'blocked')),
    context.grantPermissions(['clipboard-write'], { origin }),
  ])
  await page.goto(`${origin}/`, { waitUntil: 'commit' })

  return {
    push: channel.push,
    show: () => void session.send('Page.bringToFront').catch(() => undefined),
    print: async () => void (await whileItRuns(browser, evaluate(session, 'window.print()'))),
    renderPdf: ({ pageSize }) => whileItRuns(browser, renderPdf(session, pageSize)),
    drawnSheets: async () => readStamps(await whileItRuns(browser, evaluate(session, drawnStamps))),
    capture: () => whileItRuns(browser, capture(session)),
    securityReport: () => whileItRuns(browser, readSecurity(session, browser)),
    onClosed: (listener) => void closed.then(listener),
    close: () => browser.close(),
  }
}

/**
 * Where nobody listens, the driver lets a page be closed that asks not to be. On a screen the browser asks the person, and
 * the page itself has no other question.
 */
function leaveClosingToPerson(page: Page): void {
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') void dialog.dismiss().catch(() => undefined)
  })
}

/**
 * A page that was led away, or whose process died, comes home. Both are heard below the driver, which says nothing about
 * a page any more once its process has died.
 */
async function keepHome(page: Page, session: CDPSession, onTrouble: (what: string) => void): Promise<void> {
  let started = false
  const goHome = (): void => void session.send('Page.navigate', { url: `${origin}/` }).catch(() => undefined)
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return
    const isHome = URL.parse(frame.url)?.origin === origin
    if (isHome) started = true
    else if (started) {
      onTrouble('The window was led away and brought back')
      goHome()
    }
  })
  const comeBack = limitedReloads()
  session.on('Inspector.targetCrashed', () => {
    const again = comeBack()
    onTrouble(again ? 'The window crashed and is loaded again' : 'The window crashes again and again and is closed')
    if (again) goHome()
    else void page.close().catch(() => undefined)
  })
  await session.send('Inspector.enable')
}

async function capture(session: CDPSession): Promise<Uint8Array> {
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
  return Buffer.from(data, 'base64')
}

const inches = { A4: { paperWidth: 8.27, paperHeight: 11.69 }, Letter: { paperWidth: 8.5, paperHeight: 11 } } as const

async function renderPdf(session: CDPSession, pageSize: keyof typeof inches): Promise<Uint8Array> {
  const { data } = await session.send('Page.printToPDF', { ...inches[pageSize], printBackground: true, preferCSSPageSize: false })
  return Buffer.from(data, 'base64')
}
