/**
 * A package's name to sort by: the sizes in it as what they amount to, because "500 MB" is less than "1 GB" whatever the
 * digits say. To be compared by a numeric collator, which takes the other numbers (days) for what they are.
 */
const kilobytes = { KB: 1, MB: 1024, GB: 1024 ** 2, TB: 1024 ** 3 } as const

export function naturalName(name: string): string {
  return name.replace(/(\d{1,15}(?:[.,]\d{1,15})?)\s{0,9}([KMGT]B)\b/gi, (whole, amount: string, unit: string) => {
    const found = Object.entries(kilobytes).find(([each]) => each === unit.toUpperCase())
    return found === undefined ? whole : String(Math.round(Number(amount.replace(',', '.')) * found[1]))
  })
}
