/** Reads the effective security settings of the real window on this host, for `--self-check`. */
import type { CDPSession } from 'playwright-core'
import { probe } from '../probe.ts'
import type { Browser } from './browser.ts'
import { evaluate } from './evaluate.ts'

const loaded = `document.readyState === 'complete' ||
  new Promise((resolve) => addEventListener('load', () => resolve(true), { once: true }))`

export async function readSecurity(session: CDPSession, browser: Browser): Promise<Readonly<Record<string, unknown>>> {
  await evaluate(session, loaded)
  const pageReport = await evaluate(session, probe)
  return {
    host: 'chromium',
    browser: browser.context.browser()?.version() ?? 'unknown',
    browserSandbox: browser.isSandboxed,
    debugPort: browser.debugPort,
    page: pageReport,
  }
}
