/** Sanitizes text for a document: it keeps the characters and removes what moves, hides or reverses those of others. */

/**
 * Control characters, line and paragraph separators, characters that change the direction of text, and unpaired
 * surrogates.
 */
const unsafeCharacters = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** Puts the text on one line, because a line break in a name would begin a line of its own, such as another link. */
export const plain = (text: string): string => text.replaceAll(unsafeCharacters, ' ').trim()

/** Cuts a longer text, which has an ellipsis at its end then. */
export const shortened = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed().trim()}…` : text

export const plainLines = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map(plain)
    .join('\n')
    .trim()
