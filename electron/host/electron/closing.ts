/**
 * Whether the window may close and the program may quit. While money is in flight a person is asked first, in a box that
 * doesn't block the main process: the answer of the service has to be read meanwhile.
 */

export interface CloseGuardOptions {
  /** Resolves once no money request awaits its answer any more; null where none does. */
  readonly moneyInFlight: () => Promise<void> | null
  /** Shows the question until it is answered or the signal ends it. Resolves to whether the person wants to close anyway. */
  readonly ask: (signal: AbortSignal) => Promise<boolean>
}

export interface CloseGuard {
  /** Electron's events want an answer at once. */
  readonly mayClose: () => boolean
  /** Asks once, however often it is called until the answer. Resolves to whether to close although money is in flight. */
  readonly confirm: () => Promise<boolean>
}

export function createCloseGuard({ moneyInFlight, ask }: CloseGuardOptions): CloseGuard {
  let asking: Promise<boolean> | null = null

  const confirm = async (): Promise<boolean> => {
    const settled = moneyInFlight()
    if (settled === null) return true
    const ended = new AbortController()
    // The outcome is on the page now, and that is what the person waited for: the window stays.
    void settled.then(() => ended.abort())
    const wantsToClose = await ask(ended.signal)
    return wantsToClose && !ended.signal.aborted
  }

  return {
    mayClose: () => moneyInFlight() === null,
    confirm: () =>
      (asking ??= confirm().finally(() => {
        asking = null
      })),
  }
}

export interface AtSecondStart {
  readonly hasWindow: boolean
  /** The person has quit the program; its windows are hidden and go with it. */
  readonly isEnding: boolean
  readonly moneyInFlight: boolean
}

/** What the running program shows a person who starts it once more: its window, why there is none, or nothing. */
export function answerToSecondStart({
  hasWindow,
  isEnding,
  moneyInFlight,
}: AtSecondStart): 'window' | 'notice' | 'nothing' {
  if (hasWindow && !isEnding) return 'window'
  return moneyInFlight ? 'notice' : 'nothing'
}
