/** The decisions of a person about an update. One decision is carried out at a time. */
import { computed, type ComputedRef, ref } from 'vue'
import { useUpdates } from './updates.store.ts'

export interface UpdateActions {
  readonly check: () => Promise<void>
  readonly download: () => Promise<void>
  readonly installNow: () => Promise<void>
  readonly installOnClose: () => Promise<void>
  readonly postpone: () => Promise<void>
  readonly isBusy: ComputedRef<boolean>
  /** The error of a call that failed. */
  readonly error: ComputedRef<Error | null>
}

export function useUpdateActions(): UpdateActions {
  const updates = useUpdates()
  const isBusy = ref(false)
  const error = ref<Error | null>(null)

  const act = (decide: () => Promise<void>) => async (): Promise<void> => {
    if (isBusy.value) return
    isBusy.value = true
    error.value = null
    try {
      await decide()
    } catch (thrown) {
      error.value = thrown instanceof Error ? thrown : new Error(String(thrown))
    } finally {
      isBusy.value = false
    }
  }

  return {
    check: act(updates.check),
    download: act(updates.download),
    installNow: act(() => updates.install('now')),
    installOnClose: act(() => updates.install('onClose')),
    postpone: act(updates.postpone),
    isBusy: computed(() => isBusy.value),
    error: computed(() => error.value),
  }
}
