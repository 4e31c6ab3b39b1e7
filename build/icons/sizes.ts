/** The sizes of the icons, in pixels. */

/** Up to this size the simplified drawing is used, because the detailed one would be blurred. */
export const largestSimplified = 32

/** The sizes of the hicolor icon theme. */
export const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const

/** The sizes that the Windows shell uses. */
export const icoSizes = [16, 24, 32, 48, 64, 128, 256] as const

/** The entries of a macOS icon set with their sizes in pixels. */
export const icnsTypes = [
  { type: 'ic12', size: 64 },
  { type: 'ic07', size: 128 },
  { type: 'ic13', size: 256 },
  { type: 'ic08', size: 256 },
  { type: 'ic04', size: 16 },
  { type: 'ic14', size: 512 },
  { type: 'ic09', size: 512 },
  { type: 'ic05', size: 32 },
  { type: 'ic10', size: 1024 },
  { type: 'ic11', size: 32 },
] as const
