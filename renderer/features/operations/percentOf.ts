/** Percentages of amounts, which are decimal strings, for bars and meters. */
const decimal = /^(\d+)(?:\.(\d+))?$/

/**
 * The share of `part` in `whole` in percent, from 0 to 100, calculated with whole numbers. It is 100 if `whole` is
 * zero.
 */
export function percentOf(part: string, whole: string): number {
  const [, partUnits = '', partRest = ''] = decimal.exec(part) ?? []
  const [, wholeUnits = '', wholeRest = ''] = decimal.exec(whole) ?? []
  const scale = Math.max(partRest.length, wholeRest.length)
  const top = BigInt(partUnits + partRest.padEnd(scale, '0') || '0')
  const bottom = BigInt(wholeUnits + wholeRest.padEnd(scale, '0') || '0')
  return bottom === 0n || top >= bottom ? 100 : Number((top * 100n) / bottom)
}
