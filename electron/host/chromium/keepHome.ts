/**
 * Keeps the desk's page in the window: a page that navigated away or crashed is loaded again. All events are read from
 * the debugging protocol, because the driver reports nothing about a page whose process has crashed once.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import { limitedReloads } from '../reloads.ts'
import { evaluate } from './evaluate.ts'
import { origin } from './launch.ts'

/** The part of the window's page that is needed here. */
export interface HomePage {
  /** Calls the listener with the address of each document that the window shows. */
  readonly onNavigated: (listener: (address: string) => void) => void
  readonly onCrashed: (listener: () => void) => void
  readonly goHome: () => void
  /** Whether the desk's page is loaded. Never settles if the page's process has crashed. */
  readonly isHome: () => Promise<boolean>
}

interface KeepHomeOptions {
  readonly onTrouble: (what: string) => void
  /** Called when the window crashes again and again. */
  readonly giveUp: () => void
  /** Milliseconds in which a reloaded page has to be back. */
  readonly reloadTimeoutMs: number
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

export function keepHome(page: HomePage, { onTrouble, giveUp, reloadTimeoutMs }: KeepHomeOptions): void {
  let started = false
  page.onNavigated((address) => {
    if (URL.parse(address)?.origin === origin) started = true
    else if (started) {
      onTrouble('The window had navigated away and was brought back')
      page.goHome()
    }
  })

  const mayReload = limitedReloads()
  let crashed = Promise.withResolvers<void>()
  let isRecovering = false
  const recover = async (): Promise<void> => {
    while (mayReload()) {
      onTrouble('The window crashed and is being reloaded')
      crashed = Promise.withResolvers()
      page.goHome()
      if (await isBack(page, crashed.promise, reloadTimeoutMs)) return
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

/** Milliseconds between two checks. */
const pollIntervalMs = 100

/**
 * Whether the page is back within the time limit. The limit is needed because a crash is not reported if the process
 * dies before it shows the page; then nothing answers.
 */
async function isBack(page: HomePage, crashed: Promise<void>, timeoutMs: number): Promise<boolean> {
  const end = new AbortController()
  const pollHome = async (): Promise<boolean> => {
    while (!end.signal.aborted) {
      if (await page.isHome()) return true
      await wait(pollIntervalMs)
    }
    return false
  }
  const failed = Promise.race([crashed, wait(timeoutMs, undefined, { ref: false })]).then(() => false)
  return await Promise.race([pollHome(), failed]).finally(() => end.abort())
}
