/** The pages beside the desk's own that the host opens itself. Every other page that appears is closed. */
import type { BrowserContext, Page } from 'playwright-core'

export interface OwnPages {
  /** Opens an empty page in a window of its own. */
  readonly open: (size: { readonly width: number; readonly height: number }) => Promise<Page>
}

export function createOwnPages(context: BrowserContext): OwnPages {
  const awaited = new Map<string, (page: Page) => void>()
  /** Until the browser has said which page it opens, nobody can tell whose a new one is. */
  let opening: Promise<unknown> = Promise.resolve()

  const targetOf = async (page: Page): Promise<string> => {
    const session = await context.newCDPSession(page)
    const { targetInfo } = await session.send('Target.getTargetInfo')
    await session.detach()
    return targetInfo.targetId
  }
  const judge = async (page: Page): Promise<void> => {
    await opening.catch(() => undefined)
    const target = await targetOf(page).catch(() => '')
    const take = awaited.get(target)
    awaited.delete(target)
    if (take === undefined) await page.close().catch(() => undefined)
    else take(page)
  }
  context.on('page', (page) => void judge(page))

  return {
    async open({ width, height }) {
      const found = Promise.withResolvers<Page>()
      const opened = (async () => {
        const session = await context.browser()?.newBrowserCDPSession()
        if (session === undefined) throw new Error('The browser of a context is not known')
        try {
          const { targetId } = await session.send('Target.createTarget', {
            url: 'about:blank',
            newWindow: true,
            width,
            height,
          })
          awaited.set(targetId, found.resolve)
        } finally {
          await session.detach()
        }
      })()
      opening = opened
      await opened
      return await found.promise
    },
  }
}
