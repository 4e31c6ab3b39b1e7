/** One option of a radio group. */
export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** The effect of the option, or why it can't be chosen. */
  readonly text?: string
  readonly disabled?: boolean
}
