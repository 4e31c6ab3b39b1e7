/** How much room the window, or the table, has. */
export type TableLayout = 'wide' | 'medium' | 'narrow'

/** One column of a table: all that is known of it but for its cells. Its heading has the key of the column. */
export interface TableColumn<
  Sort extends string = string,
  Layout extends string = TableLayout,
  Key extends string = string,
> {
  readonly key: Key
  /** A track of the grid, such as `minmax(160px, 2fr)`; or one for each layout that does not leave the column out. */
  readonly width: string | Readonly<Partial<Record<Layout, string>>>
  /** The heading is too short to describe the column. The text `${key}Hint` does. */
  readonly hint?: true
  readonly align?: 'end'
  /** The order that the heading sorts by. */
  readonly sort?: Sort
  /** The first click on the heading shows the latest at the top. */
  readonly latestFirst?: true
}

/** A column as a UiTable shows it. */
export interface GridColumn<Key extends string = string, Sort extends string = string> extends Omit<
  TableColumn<Sort, string, Key>,
  'hint'
> {
  readonly label: string
  /** The name of a column whose heading is empty. */
  readonly hiddenLabel?: string
  readonly hint?: string | undefined
  readonly width: string
}

export interface GridSort<Sort extends string = string> {
  readonly sort: Sort
  readonly descending: boolean
}

/** Returns `undefined` if the layout leaves the column out. */
export const widthIn = <Layout extends string>(
  { width }: TableColumn<string, Layout>,
  layout?: Layout,
): string | undefined => (typeof width === 'string' ? width : layout && width[layout])
