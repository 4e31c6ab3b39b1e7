/**
 * Decides whether the window may close and the program may quit. While money is in flight, a person is asked first, in
 * a box that does not block the main process, which has to read the service's answer meanwhile.
 */

interface CloseGuardOptions {
  /** Resolves once no money request is in flight; null if there is none. */
  readonly moneyInFlight: () => Promise<void> | null
  /**
   * Shows the question until it is answered or the signal aborts it. Resolves to whether the person wants to close
   * anyway.
   */
  readonly ask: (signal: AbortSignal) => Promise<boolean>
}

export interface CloseGuard {
  /** Answers synchronously, because Electron's events need an answer at once. */
  readonly mayClose: () => boolean
  /**
   * Asks the person; calls during an open question share its answer. Resolves to whether to close although money is in
   * flight.
   */
  readonly confirm: () => Promise<boolean>
}

export function createCloseGuard({ moneyInFlight, ask }: CloseGuardOptions): CloseGuard {
  let asking: Promise<boolean> | null = null

  const confirm = async (): Promise<boolean> => {
    const moneySettled = moneyInFlight()
    if (moneySettled === null) return true
    const questionAbort = new AbortController()
    // The outcome is on the page now, which is what the person waited for, so the window stays open.
    void moneySettled.then(() => questionAbort.abort())
    const wantsToClose = await ask(questionAbort.signal)
    return wantsToClose && !questionAbort.signal.aborted
  }

  return {
    mayClose: () => moneyInFlight() === null,
    confirm: () =>
      (asking ??= confirm().finally(() => {
        asking = null
      })),
  }
}

/** The part of Electron's window that is needed to hide it. */
interface HidingWindow {
  readonly isFullScreen: () => boolean
  readonly setFullScreen: (flag: boolean) => void
  readonly hide: () => void
  once(event: 'leave-full-screen', listener: () => void): unknown
}

/** macOS shows a black screen in place of a window that is hidden in full screen, so that window leaves it first. */
export function hideAtEnd(window: HidingWindow, platform: NodeJS.Platform): void {
  if (platform !== 'darwin' || !window.isFullScreen()) return window.hide()
  window.once('leave-full-screen', () => window.hide())
  window.setFullScreen(false)
}

interface SecondStartState {
  readonly hasWindow: boolean
  /** Whether the person has quit the program; its hidden windows close with it. */
  readonly isEnding: boolean
  readonly moneyInFlight: boolean
}

/**
 * Decides what the running program shows a person who starts it again: its window, a notice why there is none, or
 * nothing.
 */
export function answerToSecondStart({
  hasWindow,
  isEnding,
  moneyInFlight,
}: SecondStartState): 'window' | 'notice' | 'nothing' {
  if (hasWindow && !isEnding) return 'window'
  return moneyInFlight ? 'notice' : 'nothing'
}
