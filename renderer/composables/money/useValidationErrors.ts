/**
 * Which fields are complained about: nobody is told off in the middle of a word, so a malformed field is said to be so once
 * it is left or typing has paused, and from then on at every key. What is missing is said beside the press alone.
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
