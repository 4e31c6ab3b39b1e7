/** The verdict of a customer, as the page of the customer makes it and gives it to the bar. */
import type { VueWrapper } from '@vue/test-utils'
import { defineComponent, h, type PropType } from 'vue'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import { useVerdict, type Verdict } from '../../../../renderer/features/verdict/useVerdict.ts'
import VerdictBar from '../../../../renderer/features/verdict/VerdictBar.vue'
import { mounted } from './mounted.ts'

interface VerdictProps {
  /** `null` while no customer is shown. */
  readonly view: CustomerView | null
  readonly now: string
  readonly operations: readonly OperationRow[]
  readonly settled: boolean
}

/** The wrapper emits what the verdict starts (`act`) and the operations that a check has changed (`changed`). */
export function mountVerdict(given: VerdictProps): { readonly wrapper: VueWrapper; readonly verdict: Verdict } {
  let made: Verdict | undefined
  const page = defineComponent({
    props: {
      view: { type: Object as PropType<CustomerView | null>, default: null },
      now: { type: String, required: true },
      operations: { type: Array as PropType<readonly OperationRow[]>, required: true },
      settled: { type: Boolean, required: true },
    },
    emits: ['act', 'changed'],
    setup(props, { emit }) {
      const input = () =>
        props.view === null ? null : { view: props.view, now: props.now, operations: props.operations }
      const verdict = useVerdict(input, {
        act: (...act) => emit('act', ...act),
        changed: (operation) => emit('changed', operation),
      })
      made = verdict
      return () => {
        const { value: content } = verdict.content
        if (props.view === null || content === null) return null
        return h(VerdictBar, { view: props.view, verdict, content, settled: props.settled })
      }
    },
  })
  const wrapper = mounted(page, { ...given })
  if (made === undefined) throw new Error('The page has made no verdict')
  return { wrapper, verdict: made }
}
