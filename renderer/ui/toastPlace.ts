/** Where toasts lie over a dialog, so that they cover neither its heading nor its buttons. */

/** From one horizontal line to another one, in pixels of the window. */
export interface Band {
  readonly top: number
  readonly bottom: number
}

/** From one vertical line to another one, in pixels of the window. */
export interface Span {
  readonly left: number
  readonly right: number
}

/** Whether what lies at one of them may cover what lies at the other one. */
export const meets = (one: Span, other: Span): boolean => one.left < other.right && other.left < one.right

/** The distance of toasts from the edge of the window. */
export const edge = 12

const overlaps = (one: Band, other: Band): boolean => one.top < other.bottom && other.top < one.bottom

/**
 * Returns where toasts of this height begin: at the upper edge of the window, or else at its lower edge beside the
 * dialog, or else over the dialog where none of `kept` is. Returns null in a window that has no such place.
 */
export function freePlace(height: number, windowHeight: number, dialog: Band, kept: readonly Band[]): number | null {
  const at = (top: number): Band => ({ top, bottom: top + height })
  const isFree = (band: Band): boolean =>
    band.top >= 0 && band.bottom <= windowHeight && !kept.some((each) => overlaps(each, band))
  const lower = at(windowHeight - edge - height)
  const besideDialog = overlaps(lower, dialog) ? [] : [lower]
  const fromTheTop = kept.toSorted((one, other) => one.top - other.top)
  const over = fromTheTop.flatMap(({ top, bottom }) => [at(bottom), at(top - height)])
  return [at(edge), ...besideDialog, ...over].find(isFree)?.top ?? null
}
