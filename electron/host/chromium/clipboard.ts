/** Writes to the clipboard through the window's page, because Node has no clipboard. */
import type { Host } from '../host.ts'
import type { Browser } from './browser.ts'
import { evaluate } from './evaluate.ts'
import { whileItRuns } from './process.ts'

type Content = Parameters<Host['writeClipboard']>[0]

interface Written {
  readonly text: string
  readonly html: string | null
  readonly png: string | null
}

/** Does nothing if there is no page any more. */
export async function writeClipboard(browser: Browser, { text, html, png }: Content): Promise<void> {
  const page = browser.context.pages()[0]
  if (page === undefined) return
  const session = await browser.context.newCDPSession(page)
  const input = { text, html: html ?? null, png: png === undefined ? null : Buffer.from(png).toString('base64') }
  try {
    await whileItRuns(browser, evaluate(session, `(${writeInPage.toString()})(${JSON.stringify(input)})`))
  } finally {
    await session.detach().catch(() => undefined)
  }
}

/** Runs in the page and is sent there as text. */
const writeInPage = async ({ text, html, png }: Written): Promise<void> => {
  const bytes = (base64: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const items: Record<string, Blob> = { 'text/plain': new Blob([text], { type: 'text/plain' }) }
  if (html !== null) items['text/html'] = new Blob([html], { type: 'text/html' })
  if (png !== null) items['image/png'] = new Blob([bytes(png)], { type: 'image/png' })
  const Item: unknown = Reflect.get(globalThis, 'ClipboardItem')
  if (typeof Item !== 'function') throw new TypeError('No clipboard here')
  const clipboard: unknown = Reflect.get(navigator, 'clipboard')
  if (
    typeof clipboard !== 'object' ||
    clipboard === null ||
    !('write' in clipboard) ||
    typeof clipboard.write !== 'function'
  )
    throw new TypeError('No clipboard here')
  await Reflect.apply(clipboard.write, clipboard, [[Reflect.construct(Item, [items])]])
}
