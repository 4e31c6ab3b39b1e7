/** Runs one action at a time and holds the error of the last one. */
import { computed, ref, shallowRef, type ComputedRef, type Ref } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'

export interface ExclusiveAction<Action extends string> {
  readonly currentAction: ComputedRef<Action | null>
  readonly error: Ref<DeskError | null>
  /** Runs `act` unless another action is running. Resolves to `null` if it did not run or failed. */
  readonly runExclusively: <T>(action: Action, act: () => Promise<T>) => Promise<T | null>
  /** Runs `act`, whose error is the caller's. The caller ensures that no other action is running. */
  readonly withAction: <T>(action: Action, act: () => Promise<T>) => Promise<T>
}

export function useExclusiveAction<Action extends string>(): ExclusiveAction<Action> {
  const currentAction: Ref<Action | null> = ref(null)
  const error = shallowRef<DeskError | null>(null)

  async function withAction<T>(action: Action, act: () => Promise<T>): Promise<T> {
    currentAction.value = action
    try {
      return await act()
    } finally {
      currentAction.value = null
    }
  }

  return {
    currentAction: computed(() => currentAction.value),
    error,
    async runExclusively(action, act) {
      if (currentAction.value !== null) return null
      error.value = null
      return await withAction(action, act).catch((thrown: unknown) => {
        error.value = asDeskError(thrown)
        return null
      })
    },
    withAction,
  }
}
