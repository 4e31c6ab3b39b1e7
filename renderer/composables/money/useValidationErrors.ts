/**
 * Decides which fields show a validation error. A malformed field shows it once the field loses the focus or typing
 * pauses, and from then on with every key, so that no error appears in the middle of a word. A missing value is only
 * reported beside the button that submits the form.
 */
import { onScopeDispose, ref } from 'vue'
import type { FormIssues, PurchaseField } from './purchaseForm.ts'

const typingPause = 600

export interface Complaints {
  readonly of: (field: PurchaseField) => boolean
  readonly typed: (field: PurchaseField) => void
  readonly left: (field: PurchaseField) => void
}

export function useValidationErrors(issues: () => FormIssues): Complaints {
  const judged = ref<ReadonlySet<PurchaseField>>(new Set())
  const pauses = new Map<PurchaseField, ReturnType<typeof setTimeout>>()

  function left(field: PurchaseField): void {
    clearTimeout(pauses.get(field))
    judged.value = new Set([...judged.value, field])
  }

  function typed(field: PurchaseField): void {
    clearTimeout(pauses.get(field))
    pauses.set(
      field,
      setTimeout(() => left(field), typingPause),
    )
  }

  onScopeDispose(() => {
    for (const pause of pauses.values()) clearTimeout(pause)
  })
  return { of: (field) => judged.value.has(field) && issues()[field] === 'malformed', typed, left }
}
