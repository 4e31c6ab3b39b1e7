/** Rows that a timeline lists newest first, and the position in it at which a page of them begins. */

export interface RowPosition {
  /** Epoch milliseconds. */
  readonly at: number
  /** The id of the last listed row of that time; `null` if none of that time was listed. */
  readonly beforeId: number | null
}

/** The number of a row as text. All have one length, so that they sort as their numbers. */
export const rowId = (id: number): string => String(id).padStart(16, '0')
