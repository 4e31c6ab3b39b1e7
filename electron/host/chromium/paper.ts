/** Printing on Chromium: a page of another origin than the desk's, in a window that exists only while it is needed. */
import type { CDPSession } from 'playwright-core'
import type { Paper, PaperOptions } from '../host.ts'
import { drawExpression, paperAddress } from '../paper.ts'
import type { Browser } from './browser.ts'
import { evaluate } from './evaluate.ts'
import { origin } from './launch.ts'
import { answerRequests } from './requests.ts'

const paperOrigin = 'https://paper.invalid'
const size = { width: 900, height: 700 } as const

export async function openPaper(browser: Browser, { serve, job }: PaperOptions): Promise<Paper> {
  const page = await browser.ownPages.open(size)
  const close = async (): Promise<void> => {
    await page.close().catch(() => undefined)
    await browser.context
      .pages()[0]
      ?.bringToFront()
      .catch(() => undefined)
  }
  try {
    const session = await browser.context.newCDPSession(page)
    await answerRequests(session, async ({ url, method }) =>
      URL.parse(url)?.origin === paperOrigin
        ? await serve(new Request(paperAddress(origin, url), { method }))
        : 'blocked',
    )
    await page.goto(`${paperOrigin}/`, { waitUntil: 'load' })
    await evaluate(session, drawExpression(job))
    return {
      print: async () => void (await evaluate(session, 'window.print()')),
      renderPdf: ({ pageSize }) => renderPdf(session, pageSize),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const inches = { A4: { paperWidth: 8.27, paperHeight: 11.69 }, Letter: { paperWidth: 8.5, paperHeight: 11 } } as const

async function renderPdf(session: CDPSession, pageSize: keyof typeof inches): Promise<Uint8Array> {
  const { data } = await session.send('Page.printToPDF', {
    ...inches[pageSize],
    printBackground: true,
    preferCSSPageSize: false,
  })
  return Buffer.from(data, 'base64')
}
