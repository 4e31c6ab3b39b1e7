/** Describes a column of a UiTable. */
export interface GridColumn {
  readonly key: string
  readonly label: string
  /** The name of a column whose heading is empty. */
  readonly hiddenLabel?: string
  /** Says what the column shows, where its heading is too short for it. */
  readonly hint?: string
  /** A track of the grid, such as `minmax(160px, 2fr)`. */
  readonly width: string
  readonly align?: 'end'
  readonly sortable?: boolean
}

export interface GridSort {
  readonly column: string
  readonly descending: boolean
}
