/** The decimal digits of every script. */
const digit = /^\p{Nd}$/u
const digits = /\p{Nd}/gu
const ascii = /^[\x20-\x7e]*$/

export const isDigit = (character: string): boolean => digit.test(character)

/** Returns a digit as ASCII digit. Unicode has the ten digits of a script one after the other. */
export function asciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let zero = code
  while (isDigit(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** The digits of every script as ASCII digits; everything else stays as it is. */
export const withAsciiDigits = (text: string): string => (ascii.test(text) ? text : text.replaceAll(digits, asciiDigit))
