/** Distinguishes a click on the row where the pointer was pressed from one on a row that has taken its place since. */
export function createRowPress() {
  let pressed: { readonly key: string | null; readonly index: number } | null = null
  return {
    /** Called with the row where the pointer was pressed. Its key is `null` while it is not loaded. */
    onPress({ button }: PointerEvent, key: string | null, index: number): void {
      if (button === 0) pressed = { key, index }
    },
    /**
     * Whether a click belongs to this row. One without a pointer, as of assistive technology, always does. Of a row
     * that was not loaded when it was pressed only the position counts: a range may end there, and nothing is opened.
     */
    isOnPressedRow({ detail, shiftKey }: MouseEvent, key: string | null, index: number): boolean {
      const before = pressed
      pressed = null
      if (detail === 0 || before === null) return true
      if (before.key !== null) return before.key === key
      return before.index === index && (key === null || shiftKey)
    },
  }
}
