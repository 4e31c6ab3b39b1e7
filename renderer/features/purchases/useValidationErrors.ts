/**
 * Decides which fields show a validation error. A malformed field shows it once the field loses the focus or typing
 * pauses, and from then on with every key, so that no error appears in the middle of a word. A missing value is only
 * reported beside the button that submits the form.
 */
import { onScopeDispose, ref } from 'vue'
import type { FormIssues, PurchaseField } from './purchaseForm.ts'

const typingPauseMs = 600

interface ValidationErrors {
  readonly of: (field: PurchaseField) => boolean
  readonly typed: (field: PurchaseField) => void
  readonly blurred: (field: PurchaseField) => void
}

export function useValidationErrors(issues: () => FormIssues): ValidationErrors {
  const validated = ref<ReadonlySet<PurchaseField>>(new Set())
  const pauses = new Map<PurchaseField, ReturnType<typeof setTimeout>>()

  function blurred(field: PurchaseField): void {
    clearTimeout(pauses.get(field))
    validated.value = new Set([...validated.value, field])
  }

  function typed(field: PurchaseField): void {
    clearTimeout(pauses.get(field))
    pauses.set(
      field,
      setTimeout(() => blurred(field), typingPauseMs),
    )
  }

  onScopeDispose(() => {
    for (const pause of pauses.values()) clearTimeout(pause)
  })
  return { of: (field) => validated.value.has(field) && issues()[field] === 'malformed', typed, blurred }
}
