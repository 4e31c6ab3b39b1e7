/** What is sold to the person on the page where the package is known before the dialog opens. */
import type { InventoryRow, ItemView } from '#shared/model/customer/views.ts'
import type { ReplaceAction } from '../../rules/cause.ts'

/** A package for the same person as a new customer, and what else there is to choose from. */
export interface Selling {
  readonly row: InventoryRow
  readonly rows: readonly InventoryRow[]
  /** The country for which they are offered, as ISO2 code, or `null` if the package was not chosen for one. */
  readonly country: string | null
  /** What was typed as the reference. */
  readonly reference: string
}

/** What is sold once a package is refunded. */
export interface ReplacementPlan {
  readonly action: ReplaceAction
  /** The package that is refunded, as it was. */
  readonly item: ItemView
  /** What a new record is sold, or `null` for the same customer. */
  readonly selling: Selling | null
}
