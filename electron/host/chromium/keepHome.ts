/**
 * Keeps the desk's page in the window: a page that was led away, or whose process died, comes home. All of it is heard
 * below the driver, which says nothing about a page any more once its process has died.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import { limitedReloads } from '../reloads.ts'
import { evaluate } from './evaluate.ts'
import { origin } from './launch.ts'

/** What is needed of the window's page. */
export interface HomePage {
  /** With the address of each document that the window shows. */
  readonly onNavigated: (listener: (address: string) => void) => void
  readonly onCrashed: (listener: () => void) => void
  readonly goHome: () => void
  /** Whether the desk's page is there. Never answers where the page's process has died. */
  readonly isHome: () => Promise<boolean>
}

export interface KeepHomeOptions {
  readonly onTrouble: (what: string) => void
  /** The window can't be kept: it crashes again and again. */
  readonly giveUp: () => void
  /** Milliseconds in which a page that is loaded again has to be there. */
  readonly reloadLimit: number
}

export async function homePage(session: CDPSession): Promise<HomePage> {
  await session.send('Inspector.enable')
  const isHome = `location.origin === ${JSON.stringify(origin)} && document.readyState !== 'loading'`
  return {
    onNavigated: (listener) =>
      void session.on('Page.frameNavigated', ({ frame }) => {
        if (frame.parentId === undefined) listener(frame.url)
      }),
    onCrashed: (listener) => void session.on('Inspector.targetCrashed', listener),
    goHome: () => void session.send('Page.navigate', { url: `${origin}/` }).catch(() => undefined),
    isHome: async () => (await evaluate(session, isHome).catch(() => false)) === true,
  }
}

export function keepHome(page: HomePage, { onTrouble, giveUp, reloadLimit }: KeepHomeOptions): void {
  let started = false
  page.onNavigated((address) => {
    if (URL.parse(address)?.origin === origin) started = true
    else if (started) {
      onTrouble('The window was led away and brought back')
      page.goHome()
    }
  })

  const comeBack = limitedReloads()
  let crashed = Promise.withResolvers<void>()
  let isRecovering = false
  const recover = async (): Promise<void> => {
    while (comeBack()) {
      onTrouble('The window crashed and is loaded again')
      crashed = Promise.withResolvers()
      page.goHome()
      if (await isBack(page, crashed.promise, reloadLimit)) return
    }
    onTrouble('The window crashes again and again and is closed')
    giveUp()
  }
  page.onCrashed(() => {
    crashed.resolve()
    if (isRecovering) return
    isRecovering = true
    void recover().finally(() => {
      isRecovering = false
    })
  })
}

/** Milliseconds between two questions. */
const pause = 100

/** The death of a process is not reported when it comes before the process shows the page: nothing answers then. */
async function isBack(page: HomePage, crashed: Promise<void>, limit: number): Promise<boolean> {
  const end = new AbortController()
  const answered = async (): Promise<boolean> => {
    while (!end.signal.aborted) {
      if (await page.isHome()) return true
      await wait(pause)
    }
    return false
  }
  const failed = Promise.race([crashed, wait(limit, undefined, { ref: false })]).then(() => false)
  return await Promise.race([answered(), failed]).finally(() => end.abort())
}
