/**
 * What the desk copies may be an activation code, and every program can read the clipboard. So it is taken away again
 * after a minute and when the desk ends, unless something else was copied since. The text itself is not kept: a keyed
 * hash is enough to recognize it.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Host } from '../host/index.ts'

type ClipboardHost = Pick<Host, 'writeClipboard' | 'clearClipboard'>
/** Calls back after so many milliseconds; returns what cancels that. */
export type Schedule = (act: () => void, milliseconds: number) => () => void

export interface Clipboard {
  readonly write: (content: Parameters<Host['writeClipboard']>[0]) => Promise<void>
  /** Takes away what is still there. */
  readonly close: () => Promise<void>
}

export const keptMs = 60_000

const systemSchedule: Schedule = (act, milliseconds) => {
  const timer = setTimeout(act, milliseconds)
  timer.unref()
  return () => clearTimeout(timer)
}

export function createClipboard(host: ClipboardHost, schedule: Schedule = systemSchedule): Clipboard {
  const key = randomBytes(32)
  // Windows has lines of another end than the desk.
  const hashOf = (text: string): string => {
    const lines = text.replaceAll('\r\n', '\n')
    return createHmac('sha256', key).update(lines).digest('base64')
  }
  let last: string | null = null
  let cancel = (): void => undefined

  const takeAway = async (): Promise<void> => {
    cancel()
    const hash = last
    if (hash === null) return
    await host.clearClipboard((text) => hashOf(text) === hash)
    if (last === hash) last = null
  }

  return {
    async write(content) {
      await host.writeClipboard(content)
      cancel()
      last = hashOf(content.text)
      // A clipboard that can't be read now is tried once more when the desk ends.
      cancel = schedule(() => void takeAway().catch(() => undefined), keptMs)
    },
    close: () => takeAway().catch(() => undefined),
  }
}
