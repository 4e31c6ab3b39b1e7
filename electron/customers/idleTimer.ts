/** Says when nothing has been asked for a while: what may take a moment is done then and in nobody's way. */

export interface Rest {
  /** Something is asked: the while begins anew. */
  readonly disturb: () => void
  readonly stop: () => void
}

/** @param after milliseconds */
export function createRest(onRest: () => void, after: number): Rest {
  let timer: NodeJS.Timeout | undefined
  return {
    disturb() {
      clearTimeout(timer)
      timer = setTimeout(onRest, after).unref()
    },
    stop: () => clearTimeout(timer),
  }
}
