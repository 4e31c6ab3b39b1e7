/**
 * Removes the characters that `isTrimmed` selects from the end of a text in one pass. An expression such as `/x+$/`
 * starts again at every `x`.
 */
export function trimEnd(text: string, isTrimmed: (character: string) => boolean): string {
  let end = text.length
  while (end > 0 && isTrimmed(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

export const trimSlashes = (text: string): string => trimEnd(text, (character) => character === '/')
