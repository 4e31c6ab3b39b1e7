/**
 * Asks a person in a browser window of its own: another page than the desk's, of another origin, opened by the host. The
 * desk's page has no way to it, and its answer is a request that nobody but the host receives.
 */
import { randomBytes } from 'node:crypto'
import type { Theme } from '#shared/model/settings.ts'
import type { HostQuestion } from '../host.ts'
import type { Browser } from './browser.ts'
import { questionPage } from './questionPage.ts'
import { answerRequests } from './requests.ts'

export const questionOrigin = 'https://question.invalid'
const size = { width: 560, height: 520 } as const

/** Resolves to whether the answer was yes. A page that is closed, led elsewhere or taken back says no. */
export async function askInOwnWindow(
  browser: Browser,
  question: HostQuestion,
  theme: Theme,
  signal: AbortSignal,
): Promise<boolean> {
  const page = await browser.ownPages.open(size)
  const answered = Promise.withResolvers<boolean>()
  const sayNo = (): void => answered.resolve(false)
  page.once('close', sayNo)
  page.once('crash', sayNo)
  signal.addEventListener('abort', sayNo, { once: true })
  if (signal.aborted) sayNo()
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
    signal.removeEventListener('abort', sayNo)
    await page.close().catch(() => undefined)
    // The person goes on where they were; the driver refuses this for a page whose process has died once.
    await browser.context
      .pages()[0]
      ?.bringToFront()
      .catch(() => undefined)
  }
}
