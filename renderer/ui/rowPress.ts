/** Tells a click on the row where the pointer was pressed from one on a row that has come to its place since. */
export function createRowPress() {
  let pressed: { readonly key: string | null } | null = null
  return {
    /** Called with the key of the row where the pointer was pressed, or `null` for one that is not loaded. */
    onPress({ button }: PointerEvent, key: string | null): void {
      if (button === 0) pressed = { key }
    },
    /** Whether a click means this row. A click without a pointer, as of assistive technology, always does. */
    meant({ detail }: MouseEvent, key: string | null): boolean {
      const before = pressed
      pressed = null
      return detail === 0 || before === null || before.key === key
    },
  }
}
