/** Checks an operation with an unknown outcome once. A check never repeats the request. */
import { computed, ref, shallowRef, type ComputedRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { isUnresolved } from '#shared/model/operation/operationStates.ts'
import { desk } from '../../lib/desk.ts'

interface OperationCheck {
  readonly checking: ComputedRef<boolean>
  /** The operation of the last check, which `error` and `unchanged` are about. */
  readonly checked: ComputedRef<string | null>
  readonly error: ComputedRef<DeskError | null>
  /** The last check brought nothing new. */
  readonly unchanged: ComputedRef<boolean>
  readonly run: (id: string) => Promise<void>
}

export function useOperationCheck(
  onChecked: (operation: OperationRow) => void = () => undefined,
  check: (input: { id: string }) => Promise<OperationRow> = desk.operations.check,
): OperationCheck {
  const checking = ref(false)
  const checked = ref<string | null>(null)
  const unchanged = ref(false)
  const error = shallowRef<DeskError | null>(null)

  async function run(id: string): Promise<void> {
    if (checking.value) return
    checking.value = true
    checked.value = id
    error.value = null
    unchanged.value = false
    try {
      const row = await check({ id })
      unchanged.value = isUnresolved(row.state)
      onChecked(row)
    } catch (thrown) {
      error.value = asDeskError(thrown)
    } finally {
      checking.value = false
    }
  }

  return {
    checking: computed(() => checking.value),
    checked: computed(() => checked.value),
    error: computed(() => error.value),
    unchanged: computed(() => unchanged.value),
    run,
  }
}
