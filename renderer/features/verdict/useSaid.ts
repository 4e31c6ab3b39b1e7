/**
 * The one sentence to say to the customer. What the agent did last is said first: the sentence about the latest
 * operation replaces that of the verdict, until the agent learns or chooses something else. It does not where it would
 * promise what the verdict rules out.
 */
import { computed, type ComputedRef } from 'vue'
import type { OperationRow } from '#shared/model/operation.ts'
import type { CustomerView } from '#shared/model/views.ts'
import type { Cause, CustomerAnswer } from '#shared/rules/cause.ts'
import { isHindered, outcomeAnswer } from '#shared/rules/outcomeAnswer.ts'
import { useTold } from './told.store.ts'

export interface SaidInput {
  readonly view: CustomerView
  /** Newest first. */
  readonly operations: readonly OperationRow[]
  /** The cause that the verdict shows. */
  readonly cause: Cause
}

export interface Said {
  readonly said: ComputedRef<CustomerAnswer>
  /** Called when the agent learned something, or chose a cause: the verdict is newer than every outcome then. */
  readonly onNews: () => void
}

/** Another state of an operation is another outcome. */
const outcomeKey = ({ id, state }: OperationRow): string => `${id} ${state}`

export function useSaid(input: () => SaidInput): Said {
  const latest = computed(() => input().operations[0])
  const outcome = computed(() => (latest.value === undefined ? null : outcomeAnswer(latest.value, input().view)))
  const told = useTold()
  const isPast = computed(
    () => latest.value !== undefined && told.of(input().view.uid).past.includes(outcomeKey(latest.value)),
  )
  return {
    said: computed(() => {
      const { cause } = input()
      return outcome.value === null || isPast.value || isHindered(outcome.value, cause) ? cause : outcome.value
    }),
    onNews() {
      const { view, operations } = input()
      told.change(view.uid, { past: operations.map(outcomeKey) })
    },
  }
}
