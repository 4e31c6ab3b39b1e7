/** Shares of amounts, which are decimal strings, for what is drawn. */
const decimal = /^(\d+)(?:\.(\d+))?$/

/** How much of the whole the part is, in percent from 0 to 100, by whole numbers; 100 where the whole is nothing. */
export function percentOf(part: string, whole: string): number {
  const [, partUnits = '', partRest = ''] = decimal.exec(part) ?? []
  const [, wholeUnits = '', wholeRest = ''] = decimal.exec(whole) ?? []
  const scale = Math.max(partRest.length, wholeRest.length)
  const top = BigInt(partUnits + partRest.padEnd(scale, '0') || '0')
  const bottom = BigInt(wholeUnits + wholeRest.padEnd(scale, '0') || '0')
  return bottom === 0n || top >= bottom ? 100 : Number((top * 100n) / bottom)
}
