/**
 * The columns of a customer's packages. The width of the table chooses the layout. A table below 960 pixels stacks the
 * packages: a column without a place there gets a line of its own, and below 640 pixels all follow each other.
 */
import { widthIn, type TableColumn, type TableLayout } from '../../ui/table.ts'

interface PackageColumn extends TableColumn {
  /** The heading is an abbreviation, the text `${key}Short`, of what is read aloud. */
  readonly short?: true
  /** The place from 640 to 960 pixels, as `grid-area`. */
  readonly place?: string
}

const columns = [
  { key: 'order', width: '42px', short: true },
  // The others are as wide as their content, and the package gets the rest.
  { key: 'package', width: 'auto', place: '1 / 1 / auto / span 3' },
  { key: 'state', width: { wide: '176px', medium: '176px', narrow: '140px' }, place: '2 / 1' },
  { key: 'remaining', width: { wide: '130px', medium: '130px', narrow: '124px' }, place: '2 / 2' },
  { key: 'validity', width: { wide: '152px', medium: '152px', narrow: '140px' }, place: '2 / 3 / auto / span 2' },
  // What identifies a package is more important than its price, which is in its second line then.
  { key: 'sale', width: { wide: '96px' }, place: '2 / 5' },
  // The buttons stand side by side in every language.
  { key: 'actions', width: '204px', align: 'end', place: '1 / 4 / auto / span 2' },
] as const satisfies readonly PackageColumn[]

/** `medium` is below 1100 pixels, `narrow` below 1000. */
const layouts: readonly TableLayout[] = ['wide', 'medium', 'narrow']

export const packageColumns = columns.map((column: (typeof columns)[number] & PackageColumn) => ({
  ...column,
  widths: Object.fromEntries(layouts.map((layout) => [`--${layout}`, widthIn(column, layout)])),
  classes: [
    column.key,
    ...layouts.filter((layout) => widthIn(column, layout) === undefined).map((layout) => `not-${layout}`),
  ],
}))
