/**
 * The values that no log line may contain, in every spelling. A value that was added twice is hidden until it was
 * removed twice.
 */
import { spellings } from './redact.ts'

interface HiddenValues {
  /** Returns the function that removes the value. */
  readonly add: (secret: string) => () => void
  /** Returns all spellings, the longest first. */
  readonly spellings: () => readonly string[]
}

export function createHiddenValues(): HiddenValues {
  const counts = new Map<string, number>()
  let sorted: readonly string[] = []

  const change = (forms: readonly string[], by: 1 | -1): void => {
    for (const form of forms) {
      const count = (counts.get(form) ?? 0) + by
      if (count > 0) counts.set(form, count)
      else counts.delete(form)
    }
    sorted = [...counts.keys()].toSorted((a, b) => b.length - a.length)
  }

  return {
    add(secret) {
      const forms = spellings(secret)
      change(forms, 1)
      let isHidden = true
      return () => {
        if (isHidden) change(forms, -1)
        isHidden = false
      }
    },
    spellings: () => sorted,
  }
}
