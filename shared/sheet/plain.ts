/** What somebody wrote, as it may stand on a document: its letters, and nothing that moves, hides or turns those of others. */

/** Controls; line and paragraph separators; what turns the direction of a text around; what no encoding has. */
const unwritten = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** On one line: a name that holds a line break would otherwise begin a line of its own, such as another link. */
export const plain = (text: string): string => text.replaceAll(unwritten, ' ').trim()

export const plainLines = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map(plain)
    .join('\n')
    .trim()
