/** The outcomes of a customer's page when the customer is opened again. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { CustomerUid } from '#shared/wire/ids.ts'
import { useCustomerMoney } from '../../../../../renderer/features/customer/useCustomerMoney.ts'
import { useOutcomes } from '../../../../../renderer/features/money/outcomes.ts'
import { useTold } from '../../../../../renderer/features/verdict/told.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted } from '../../support/mounted.ts'
import { customerUid, operation } from '../../support/samples.ts'

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

test.each([
  [10, ['earlier CONFIRMED']],
  [1, []],
])(
  'an outcome that was seen %i minutes ago stays; what was said about it belongs to its own call',
  async (minutes, past) => {
    installBridge({ 'operations.list': accept({ rows: [], total: 0, cursor: null }) })
    const uid = ref(customerUid)
    mounted(
      defineComponent(() => {
        const money = useCustomerMoney({
          uid: () => uid.value,
          onDone: () => undefined,
          begin: (read) => read(),
          covered: () => false,
        })
        return () => h('i', money.outcomes.value.length)
      }),
    )
    // It was confirmed by what the service shows, so its line stays until it is dismissed.
    const found = { state: 'CONFIRMED', confirmedBy: 'state', updatedAt: minutesAgo(minutes) } as const
    useOutcomes().add(customerUid, [operation({ id: 'earlier', ...found })])
    uid.value = CustomerUid.parse('c-2')
    await flushPromises()
    expect(useTold().of(customerUid).past).toEqual([])
    uid.value = customerUid
    await flushPromises()
    expect(useOutcomes().of(customerUid)).toHaveLength(1)
    expect(useTold().of(customerUid).past).toEqual(past)
  },
)
