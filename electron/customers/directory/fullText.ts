/** Queries of SQLite's full-text indexes. */

/** Returns a query of what has one of these words. */
export const anyOf = (words: readonly string[]): string =>
  words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ')
