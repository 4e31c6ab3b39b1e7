/** The pages that the host opens beside the desk's own. Every other page that appears is closed. */
import type { BrowserContext, Page } from 'playwright-core'

export interface OwnPages {
  /** Opens an empty page in a window of its own. */
  readonly open: (size: { readonly width: number; readonly height: number }) => Promise<Page>
}

export function createOwnPages(context: BrowserContext): OwnPages {
  const expected = new Map<string, (page: Page) => void>()
  /** Until the browser has reported the target id of the page that it opens, a new page cannot be attributed. */
  let opening: Promise<unknown> = Promise.resolve()

  const targetOf = async (page: Page): Promise<string> => {
    const session = await context.newCDPSession(page)
    const { targetInfo } = await session.send('Target.getTargetInfo')
    await session.detach()
    return targetInfo.targetId
  }
  const adoptOrClose = async (page: Page): Promise<void> => {
    await opening.catch(() => undefined)
    const target = await targetOf(page).catch(() => '')
    const adopt = expected.get(target)
    expected.delete(target)
    if (adopt === undefined) await page.close().catch(() => undefined)
    else adopt(page)
  }
  context.on('page', (page) => void adoptOrClose(page))

  return {
    async open({ width, height }) {
      const result = Promise.withResolvers<Page>()
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
          expected.set(targetId, result.resolve)
        } finally {
          await session.detach()
        }
      })()
      opening = opened
      await opened
      return await result.promise
    },
  }
}
