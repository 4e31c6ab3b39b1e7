/** Says when nothing has been asked for a while: what may take a moment is done then and in nobody's way. */

export interface Rest {
  /** Something is asked: the while begins anew. */
  readonly touch: () => void
  readonly stop: () => void
}

/** @param after milliseconds */
export function createIdleTimer(onIdle: () => void, after: number): Rest {
  let timer: NodeJS.Timeout | undefined
  return {
    touch() {
      clearTimeout(timer)
      timer = setTimeout(onIdle, after).unref()
    },
    stop: () => clearTimeout(timer),
  }
}
