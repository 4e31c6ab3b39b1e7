/** Selects customers of the list for the agent, who is notified where that is not possible. */
import { useI18n } from 'vue-i18n'
import { maxSelected } from '#shared/model/customer/customerList.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import { useFailureToast } from '../../common/useFailureToast.ts'
import { useFormat } from '../../lib/useFormat.ts'
import { useToast } from '../../ui/useToast.ts'
import { useSelection } from './selection.store.ts'

export function useSelecting() {
  const { t } = useI18n()
  const format = useFormat()
  const toast = useToast()
  const attempt = useFailureToast()
  const selection = useSelection()
  const showTooMany = (): void => toast.show(t('customers.selection.tooMany', { max: format.count(maxSelected) }))

  return {
    toggle(row: CustomerRow): void {
      if (!selection.toggle(row)) showTooMany()
    },
    selectRange: (first: number, last: number, begins: boolean): void =>
      void attempt(async () => {
        if (!(await selection.selectRange(first, last, begins))) showTooMany()
      }),
  }
}
