/**
 * Asks a person in a separate browser window that the host opens, on another origin than the desk's. The desk's page
 * cannot reach it, and the answer is a request that only the host receives.
 */
import { randomBytes } from 'node:crypto'
import type { Theme } from '#shared/model/settings.ts'
import type { HostQuestion } from '../host.ts'
import type { Browser } from './browser.ts'
import { questionPage } from './questionPage.ts'
import { answerRequests } from './requests.ts'

export const questionOrigin = 'https://question.invalid'
const size = { width: 560, height: 520 } as const

/** Resolves to whether the answer was yes. A page that is closed, navigated away or withdrawn counts as no. */
export async function askInOwnWindow(
  browser: Browser,
  question: HostQuestion,
  theme: Theme,
  signal: AbortSignal,
): Promise<boolean> {
  const page = await browser.ownPages.open(size)
  const answered = Promise.withResolvers<boolean>()
  const answerNo = (): void => answered.resolve(false)
  page.once('close', answerNo)
  page.once('crash', answerNo)
  signal.addEventListener('abort', answerNo, { once: true })
  if (signal.aborted) answerNo()
  try {
    const session = await browser.context.newCDPSession(page)
    const base = `${questionOrigin}/${randomBytes(16).toString('hex')}/`
    await answerRequests(session, async ({ url, method, isDocument }) => {
      if (!isDocument || method !== 'GET') return 'blocked'
      if (url === base) return questionPage(question, theme, randomBytes(16).toString('base64'))
      if (!url.startsWith(`${base}answer?`)) return 'aborted'
      answered.resolve(url === `${base}answer?answer=yes`)
      return 'aborted'
    })
    await page.goto(base, { waitUntil: 'commit' })
    return (await answered.promise) && !signal.aborted
  } finally {
    signal.removeEventListener('abort', answerNo)
    await page.close().catch(() => undefined)
    // Return to the desk's window. The driver refuses this for a page whose process has crashed once.
    await browser.context
      .pages()[0]
      ?.bringToFront()
      .catch(() => undefined)
  }
}
