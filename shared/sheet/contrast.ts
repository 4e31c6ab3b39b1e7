/** The contrast of the reseller's colour with white paper: a light colour is not used for text on it. */

const dark = '#171b26'
/** The contrast that WCAG requires for text. */
const minContrast = 4.5

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastToWhite = (colour: string): number => 1.05 / (luminance(colour) + 0.05)

/** The colour of text on white. */
export const contrastOf = (colour: string): string => (contrastToWhite(colour) >= minContrast ? colour : dark)
