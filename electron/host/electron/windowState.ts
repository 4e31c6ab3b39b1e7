/**
 * Position, size, mode and zoom of the window, stored in the profile folder between two starts.
 *
 * Electron's own `windowStatePersistence` is not used: it is experimental, does not store the zoom, and writes up to
 * ten seconds late, so that changes just before the end are lost.
 */
import { z } from 'zod'
import { asDeskError } from '#shared/errors.ts'
import { createJsonFile } from '../../storage/index.ts'
import { Bounds } from './bounds.ts'
import { maxZoom, minZoom } from './zoom.ts'

export const WindowState = z.strictObject({
  version: z.literal(1),
  /** The normal bounds, neither maximised nor in full screen. */
  bounds: Bounds,
  mode: z.enum(['normal', 'maximized', 'fullScreen']),
  zoom: z.number().min(minZoom).max(maxZoom),
})
export type WindowState = Readonly<z.infer<typeof WindowState>>

interface WindowStateStore {
  /** Resolves to null at the first start, and if the file cannot be read or is invalid. */
  readonly read: () => Promise<WindowState | null>
  /** Writes the state after a short time without changes. */
  readonly set: (state: WindowState) => void
  /** Writes a pending state now. */
  readonly flush: () => Promise<void>
}

interface WindowStateOptions {
  readonly file: string
  /** Receives one sentence for the log. A lost window state is no reason to fail. */
  readonly onTrouble: (what: string) => void
  readonly delayMs?: number
}

const defaultDelayMs = 500

export function createWindowStateStore(options: WindowStateOptions): WindowStateStore {
  const { file, onTrouble, delayMs = defaultDelayMs } = options
  const json = createJsonFile({ file, schema: WindowState.nullable(), empty: null, now: Date.now })
  let stored = ''
  let pending: WindowState | null = null
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    const state = pending
    pending = null
    if (state === null || JSON.stringify(state) === stored) return writing
    stored = JSON.stringify(state)
    writing = json.write(state).catch((error: unknown) => {
      onTrouble(`The window's state could not be stored (${codeOf(error)})`)
    })
    return writing
  }

  return {
    async read() {
      try {
        const { content, movedTo } = await json.read()
        if (movedTo !== null) onTrouble("The file of the window's state was damaged and has been moved to quarantine")
        stored = JSON.stringify(content)
        return content
      } catch (error) {
        onTrouble(`The window's state could not be read (${codeOf(error)})`)
        return null
      }
    },
    set(state) {
      pending = state
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), delayMs)
    },
    flush,
  }
}

/** Returns the system's error code, which is more specific than the desk's. */
const codeOf = (error: unknown): string => String(asDeskError(error).details['code'] ?? asDeskError(error).code)
