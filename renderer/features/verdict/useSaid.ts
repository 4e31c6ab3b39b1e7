/**
 * The one sentence to say to the customer. What the agent did last is said first: the sentence about the latest
 * operation replaces that of the verdict, until the agent learns or chooses something else. It does not where it would
 * promise what the verdict rules out.
 */
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
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
  /** Called when the agent learned something: the verdict is newer than every outcome then. */
  readonly onTold: () => void
  /** Called when the agent chose a cause, which is newer as long as this customer is shown. */
  readonly onChosen: () => void
}

/** Another state of an operation is another outcome. */
const outcomeKey = ({ id, state }: OperationRow): string => `${id} ${state}`

export function useSaid(input: () => SaidInput): Said {
  const latest = computed(() => input().operations[0])
  const outcome = computed(() => (latest.value === undefined ? null : outcomeAnswer(latest.value, input().view)))
  const told = useTold()
  const pastChoice = shallowRef<readonly string[]>([])
  watch(
    () => input().view.uid,
    () => (pastChoice.value = []),
    { flush: 'sync' },
  )
  const isPast = computed(() => {
    if (latest.value === undefined) return false
    const key = outcomeKey(latest.value)
    return pastChoice.value.includes(key) || told.of(input().view.uid).past.includes(key)
  })
  return {
    said: computed(() => {
      const { cause } = input()
      return outcome.value === null || isPast.value || isHindered(outcome.value, cause) ? cause : outcome.value
    }),
    onTold() {
      const { view, operations } = input()
      told.change(view.uid, { past: operations.map(outcomeKey) })
    },
    onChosen: () => (pastChoice.value = input().operations.map(outcomeKey)),
  }
}
