/** Returns a count with the noun in its number. */
export const plural = (count: number, one: string, other: string): string =>
  `${String(count)} ${count === 1 ? one : other}`
