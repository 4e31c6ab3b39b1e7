/** The effective security settings of the real window on this host: for `--self-check`. */
import type { Page } from 'playwright-core'
import { probe } from '../probe.ts'
import type { Browser } from './browser.ts'

export async function readSecurity(page: Page, browser: Browser): Promise<Readonly<Record<string, unknown>>> {
  await page.waitForLoadState('load')
  const seen: unknown = await page.evaluate(probe)
  return {
    host: 'chromium',
    browser: browser.context.browser()?.version() ?? 'unknown',
    browserSandbox: browser.isSandboxed,
    debugPort: browser.debugPort,
    page: seen,
  }
}
