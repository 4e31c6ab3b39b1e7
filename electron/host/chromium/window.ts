/**
 * The desk's window on Chromium: every request of the page is answered by `serve` or aborted. The page cannot navigate
 * away, open a second window or download, and has no permission except writing to the clipboard.
 */
import type { Page } from 'playwright-core'
import type { DeskWindow, WindowOptions } from '../host.ts'
import type { Browser } from './browser.ts'
import { openChannel } from './channel.ts'
import { homePage, keepHome } from './keepHome.ts'
import { origin } from './launch.ts'
import { whileItRuns } from './process.ts'
import { answerRequests } from './requests.ts'
import { readSecurity } from './security.ts'

interface WindowLimits {
  readonly onTrouble: (what: string) => void
  /** Milliseconds in which a crashed window has to be back. */
  readonly reloadTimeoutMs: number
}

export async function openDeskWindow(
  browser: Browser,
  options: WindowOptions,
  { onTrouble, reloadTimeoutMs }: WindowLimits,
): Promise<DeskWindow> {
  const { context } = browser
  const page = context.pages()[0] ?? (await context.newPage())
  const session = await context.newCDPSession(page)

  const closed = Promise.race([browser.ended, new Promise((resolve) => page.once('close', resolve))])
  if (!browser.headless) leaveClosingToPerson(page)

  const [channel] = await Promise.all([
    openChannel(session, origin, options.answer),
    homePage(session).then((home) =>
      keepHome(home, { onTrouble, reloadTimeoutMs, giveUp: () => void page.close().catch(() => undefined) }),
    ),
    answerRequests(session, async ({ url, method }) =>
      URL.parse(url)?.origin === origin ? await options.serve(new Request(url, { method })) : 'blocked',
    ),
    context.grantPermissions(['clipboard-write'], { origin }),
  ])
  await page.goto(`${origin}/`, { waitUntil: 'commit' })

  return {
    push: channel.push,
    shown: Promise.resolve(!browser.headless),
    show: () => void session.send('Page.bringToFront').catch(() => undefined),
    selfCheck: () => whileItRuns(browser, readSecurity(session, browser)),
    onClosed: (listener) => void closed.then(() => listener()),
    close: () => browser.close(),
  }
}

/**
 * Without a listener the driver would close a page that asks to stay. On a screen the browser itself asks the person;
 * all other dialogs are dismissed.
 */
function leaveClosingToPerson(page: Page): void {
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') void dialog.dismiss().catch(() => undefined)
  })
}
