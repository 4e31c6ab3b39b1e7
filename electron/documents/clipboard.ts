/**
 * The clipboard. A copied text may be an activation code, and every program can read the clipboard, so the desk clears
 * it after a minute and when it ends, unless something else was copied since. It does not store the text itself: a
 * keyed hash is enough to recognize it.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Host } from '../host/index.ts'

type ClipboardHost = Pick<Host, 'writeClipboard' | 'clearClipboard'>
/** Calls back after the given milliseconds. Returns the function that cancels this. */
export type Schedule = (callback: () => void, milliseconds: number) => () => void

interface Clipboard {
  readonly write: (content: Parameters<Host['writeClipboard']>[0]) => Promise<void>
  /** Clears the clipboard if the copied text is still there. */
  readonly close: () => Promise<void>
}

export const clearAfterMs = 60_000

const systemSchedule: Schedule = (callback, milliseconds) => {
  const timer = setTimeout(callback, milliseconds)
  timer.unref()
  return () => clearTimeout(timer)
}

export function createClipboard(host: ClipboardHost, schedule: Schedule = systemSchedule): Clipboard {
  const key = randomBytes(32)
  // Windows returns other line ends than the desk wrote.
  const hashOf = (text: string): string => {
    const lines = text.replaceAll('\r\n', '\n')
    return createHmac('sha256', key).update(lines).digest('base64')
  }
  let lastHash: string | null = null
  let cancel = (): void => undefined

  const clear = async (): Promise<void> => {
    cancel()
    const hash = lastHash
    if (hash === null) return
    await host.clearClipboard((text) => hashOf(text) === hash)
    if (lastHash === hash) lastHash = null
  }

  return {
    async write(content) {
      await host.writeClipboard(content)
      cancel()
      lastHash = hashOf(content.text)
      // If the clipboard cannot be read now, it is tried once more when the desk ends.
      cancel = schedule(() => void clear().catch(() => undefined), clearAfterMs)
    },
    close: () => clear().catch(() => undefined),
  }
}
