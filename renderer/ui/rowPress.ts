/** Tells a click on the row where the pointer was pressed from one on a row that has come to its place since. */
export function createRowPress() {
  let pressed: string | null = null
  return {
    /** Called with the key of the row where the pointer was pressed, or `null` for one that is not loaded. */
    onPress: (key: string | null): void => void (pressed = key),
    /** Whether a click means this row. A click without a pointer, as of assistive technology, always does. */
    meant(key: string): boolean {
      const before = pressed
      pressed = null
      return before === null || before === key
    },
  }
}
