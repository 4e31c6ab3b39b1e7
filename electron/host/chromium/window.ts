/**
 * The desk's window on Chromium: every request of the page is answered by `serve` or aborted; it can't be led away, opens
 * no second window, downloads nothing and is given no permission but to write to the clipboard.
 */
import type { CDPSession, Page } from 'playwright-core'
import { drawnStamps, readStamps } from '../drawn.ts'
import type { DeskWindow, WindowOptions } from '../host.ts'
import type { Browser } from './browser.ts'
import { openChannel } from './channel.ts'
import { evaluate } from './evaluate.ts'
import { homePage, keepHome } from './keepHome.ts'
import { origin } from './launch.ts'
import { whileItRuns } from './process.ts'
import { answerRequests } from './requests.ts'
import { readSecurity } from './security.ts'

export interface WindowLimits {
  readonly onTrouble: (what: string) => void
  /** Milliseconds in which a window that crashed has to be there again. */
  readonly reloadLimit: number
}

export async function openDeskWindow(browser: Browser, options: WindowOptions, { onTrouble, reloadLimit }: WindowLimits): Promise<DeskWindow> {
  const { context } = browser
  const page = context.pages()[0] ?? (await context.newPage())
  const session = await context.newCDPSession(page)

  const closed = Promise.race([browser.ended, new Promise<void>((resolve) => page.once('close', () => resolve()))])
  if (!browser.headless) leaveClosingToPerson(page)

  const [channel] = await Promise.all([
    openChannel(session, origin, options.answer),
    homePage(session).then((home) => keepHome(home, { onTrouble, reloadLimit, giveUp: () => void page.close().catch(() => undefined) })),
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

async function capture(session: CDPSession): Promise<Uint8Array> {
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
  return Buffer.from(data, 'base64')
}

const inches = { A4: { paperWidth: 8.27, paperHeight: 11.69 }, Letter: { paperWidth: 8.5, paperHeight: 11 } } as const

async function renderPdf(session: CDPSession, pageSize: keyof typeof inches): Promise<Uint8Array> {
  const { data } = await session.send('Page.printToPDF', { ...inches[pageSize], printBackground: true, preferCSSPageSize: false })
  return Buffer.from(data, 'base64')
}
