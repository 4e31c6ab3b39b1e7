/** The reseller's colour beside letters: a light one carries dark letters, and is none for letters on white paper. */

const dark = '#171b26'
/** WCAG's contrast that text needs. */
const enough = 4.5

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastToWhite = (colour: string): number => 1.05 / (luminance(colour) + 0.05)

/** Of letters on this colour. */
export const contrastOn = (colour: string): string => (contrastToWhite(colour) >= enough ? '#ffffff' : dark)

/** For letters on white. */
export const contrastOf = (colour: string): string => (contrastToWhite(colour) >= enough ? colour : dark)
