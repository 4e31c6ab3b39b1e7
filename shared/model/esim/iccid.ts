/** The digits of an ICCID (ITU-T E.118). */

/** Returns the check digit that follows these digits, by the Luhn algorithm. */
export function luhnDigit(digits: string): number {
  let sum = 0
  for (let at = digits.length - 1, double = true; at >= 0; at -= 1, double = !double) {
    const digit = digits.charCodeAt(at) - 48
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return (10 - (sum % 10)) % 10
}

/** From this length on an ICCID has a check digit, which is its last one. */
const minLengthWithCheck = 19

/** Whether these digits can't be an ICCID as it is printed, because its check digit does not fit the others. */
export const isMisread = (iccid: string): boolean =>
  iccid.length >= minLengthWithCheck && Number(iccid.at(-1)) !== luhnDigit(iccid.slice(0, -1))

/**
 * Returns the first 19 of 20 digits if the last of them is their check digit: then the 20th was probably added by a
 * device or a list. Some operators have ICCIDs of 20 digits, so the whole number is searched first.
 */
export function withoutAddedDigit(iccid: string): string | null {
  const shorter = iccid.slice(0, -1)
  return iccid.length === minLengthWithCheck + 1 && !isMisread(shorter) ? shorter : null
}

/** Returns each number that differs by one digit, or in which two neighbouring digits are swapped. */
export function misreadings(iccid: string): readonly string[] {
  const digits = Array.from(iccid)
  const others = digits.flatMap((digit, at) =>
    Array.from('0123456789', (other) => (other === digit ? iccid : digits.with(at, other).join(''))),
  )
  const swapped = digits.slice(1).map((next, at) =>
    digits
      .with(at, next)
      .with(at + 1, digits[at] ?? '')
      .join(''),
  )
  return [...new Set([...swapped, ...others])].filter((other) => other !== iccid)
}
