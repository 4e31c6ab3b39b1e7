/** Printing on Chromium: a page of another origin than the desk's, in a window that exists only while it is needed. */
import type { CDPSession } from 'playwright-core'
import { raceAbort } from '../../base/raceAbort.ts'
import type { PaperOptions, PdfOptions, PrintSignals } from '../host.ts'
import { drawExpression, paperAddress } from '../paper.ts'
import type { Browser } from './browser.ts'
import { evaluate } from './evaluate.ts'
import { origin } from './launch.ts'
import { answerRequests } from './requests.ts'

/** What printing needs of the browser. */
export type PaperBrowser = Pick<Browser, 'context' | 'ownPages'>

const paperOrigin = 'https://paper.invalid'
const size = { width: 900, height: 700 } as const
const inches = { A4: { paperWidth: 8.27, paperHeight: 11.69 }, Letter: { paperWidth: 8.5, paperHeight: 11 } } as const

export const print = (browser: PaperBrowser, options: PaperOptions, { drawing, dialog }: PrintSignals): Promise<void> =>
  withPaper(browser, options, drawing, dialog, async (session) => void (await evaluate(session, 'window.print()')))

export const renderPdf = (
  browser: PaperBrowser,
  { pageSize, ...options }: PdfOptions,
  signal: AbortSignal,
): Promise<Uint8Array> =>
  withPaper(browser, options, signal, signal, async (session) => {
    const { data } = await session.send('Page.printToPDF', {
      ...inches[pageSize],
      printBackground: true,
      preferCSSPageSize: false,
    })
    return Buffer.from(data, 'base64')
  })

/** Runs `act` on a page that has drawn the job, and closes the page in any case. */
async function withPaper<T>(
  { context, ownPages }: PaperBrowser,
  { serve, job }: PaperOptions,
  drawing: AbortSignal,
  acting: AbortSignal,
  act: (session: CDPSession) => Promise<T>,
): Promise<T> {
  const page = await ownPages.open(size)
  const draw = async (): Promise<CDPSession> => {
    const session = await context.newCDPSession(page)
    await answerRequests(session, async ({ url, method }) =>
      URL.parse(url)?.origin === paperOrigin
        ? await serve(new Request(paperAddress(origin, url), { method }))
        : 'blocked',
    )
    await page.goto(`${paperOrigin}/`, { waitUntil: 'load' })
    await evaluate(session, drawExpression(job))
    return session
  }
  // What runs in a page whose process has ended may stay pending forever.
  const crash = new Promise<never>((_resolve, reject) => {
    page.once('crash', () => reject(new Error('The page that is printed crashed')))
  })
  try {
    const session = await raceAbort(Promise.race([draw(), crash]), drawing)
    return await raceAbort(Promise.race([act(session), crash]), acting)
  } finally {
    await page.close().catch(() => undefined)
    await context
      .pages()[0]
      ?.bringToFront()
      .catch(() => undefined)
  }
}
