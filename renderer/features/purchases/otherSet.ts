/** What a preview shows about a package that belongs to another country set than the customer (interface 2.5). */
import type { OperationPreview } from '#shared/model/operation/operation.ts'
import type { ActionReason } from '#shared/model/customer/views.ts'

export interface OtherSet {
  readonly certainty: 'known' | 'probably'
  /** The reason or note of the preview. */
  readonly reason: ActionReason
}

/** Nobody can be sold such a package, whatever the country set. */
const unsellable: ReadonlySet<ActionReason> = new Set(['package_gone', 'package_inactive'])

/** `null` if it shows nothing about that, or if the package can't be sold to anybody. */
export function otherSetOf({ reasons, notes }: Pick<OperationPreview, 'reasons' | 'notes'>): OtherSet | null {
  if (reasons.some((reason) => unsellable.has(reason))) return null
  if (reasons.includes('other_country_set')) return { certainty: 'known', reason: 'other_country_set' }
  return notes.includes('probably_other_country_set')
    ? { certainty: 'probably', reason: 'probably_other_country_set' }
    : null
}
