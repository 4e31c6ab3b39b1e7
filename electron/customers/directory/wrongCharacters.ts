/**
 * How many characters of a word are mistyped, compared with the part of a text that resembles the word most. Digits are
 * never wrong: a number with another digit, or with one digit more, is another number. For the domain of an address the
 * caller ignores this rule.
 */

export const isDigit = (character: string | undefined): boolean => character !== undefined && /^\d$/.test(character)

/**
 * Returns the number of characters that are wrong, missing, too many or swapped with the next one. It is infinite if
 * the text does not have each number of the word as a whole.
 */
export function wrongCharacters(word: string, text: string): number {
  const digitsOfText = Array.from({ length: text.length }, (_, at) => isDigit(text[at]))
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: text.length + 1 }, () => 0)
  for (let at = 1; at <= word.length; at += 1) {
    const isInNumber = isDigit(word[at - 1])
    const row = [isInNumber ? Infinity : at]
    for (let to = 1; to <= text.length; to += 1) {
      const isOther = isInNumber || digitsOfText[to - 1] === true
      const isSame = isInNumber ? isSameDigit(word, at - 1, text, to - 1) : word[at - 1] === text[to - 1]
      const isSwapped = at > 1 && to > 1 && word[at - 1] === text[to - 2] && word[at - 2] === text[to - 1]
      row.push(
        Math.min(
          (last[to - 1] ?? 0) + (isSame ? 0 : isOther ? Infinity : 1),
          isInNumber ? Infinity : (last[to] ?? 0) + 1,
          digitsOfText[to - 1] === true ? Infinity : (row[to - 1] ?? 0) + 1,
          isSwapped && !isOther && !isDigit(word[at - 2]) ? (beforeLast[to - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    beforeLast = last
    last = row
  }
  return Math.min(...last)
}

/** Whether both have the same digit, and at the same end of a number if it is at one. */
const isSameDigit = (word: string, at: number, text: string, to: number): boolean =>
  word[at] === text[to] &&
  isDigit(word[at - 1]) === isDigit(text[to - 1]) &&
  isDigit(word[at + 1]) === isDigit(text[to + 1])
