/**
 * The sort key of a package's name, in which every size is replaced by its amount, because "500 MB" is less than "1 GB"
 * whatever the digits say. It needs a numeric collator, which compares the other numbers (days) by value.
 */
const kilobytes = { KB: 1, MB: 1024, GB: 1024 ** 2, TB: 1024 ** 3 } as const

export function naturalName(name: string): string {
  return name.replace(/(\d{1,15}(?:[.,]\d{1,15})?)\s{0,9}([KMGT]B)\b/gi, (whole, amount: string, unit: string) => {
    const found = Object.entries(kilobytes).find(([each]) => each === unit.toUpperCase())
    return found === undefined ? whole : String(Math.round(Number(amount.replace(',', '.')) * found[1]))
  })
}
