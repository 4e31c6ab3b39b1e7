/** Runs an action that has no place of its own on the screen for a failure: a toast describes the error. */
import { useDeskError } from '../lib/useDeskError.ts'
import { useToast } from '../ui/useToast.ts'

export function useFailureToast(): (action: () => Promise<unknown>) => Promise<void> {
  const toast = useToast()
  const { describe } = useDeskError()
  return async (action) => {
    try {
      await action()
    } catch (thrown) {
      toast.show(describe(thrown).what)
    }
  }
}
