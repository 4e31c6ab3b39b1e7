/** The outcomes of a customer's page when the customer is opened again. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { CustomerUid } from '#shared/wire/ids.ts'
import { useCustomerMoney } from '../../../../../renderer/features/customer/useCustomerMoney.ts'
import { useOutcomes } from '../../../../../renderer/features/money/outcomes.ts'
import { useCall } from '../../../../../renderer/lib/call.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted } from '../../support/mounted.ts'
import { customerUid, operation } from '../../support/samples.ts'

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

test.each([
  [10, true, ['earlier CONFIRMED']],
  [10, false, ['earlier CONFIRMED']],
  [1, true, []],
  [1, false, []],
])(
  'an outcome that was seen %i minutes ago stays (one page: %s); the reply about it belongs to its own call',
  async (minutes, isKept, past) => {
    installBridge({ 'operations.list': accept({ rows: [], total: 0, cursor: null }) })
    const money = defineComponent({
      props: { uid: { type: String, required: true } },
      setup: (props) => {
        const { outcomes } = useCustomerMoney({
          uid: () => CustomerUid.parse(props.uid),
          onDone: () => undefined,
          begin: (read) => read(),
          pausesUpdates: () => false,
        })
        return () => h('i', outcomes.value.length)
      },
    })
    const uid = ref<string>(customerUid)
    // The window has a page for each customer; another customer may also take the place of the first on a page.
    mounted(defineComponent(() => () => h(money, { uid: uid.value, key: isKept ? 'page' : uid.value })))
    // It was confirmed by what the service shows, so its line stays until it is dismissed.
    const found = { state: 'CONFIRMED', confirmedBy: 'state', updatedAt: minutesAgo(minutes) } as const
    useOutcomes().add(customerUid, [operation({ id: 'earlier', ...found })])
    uid.value = 'c-2'
    await flushPromises()
    expect(useCall().factsOf(customerUid).past).toEqual([])
    uid.value = customerUid
    await flushPromises()
    expect(useOutcomes().of(customerUid)).toHaveLength(1)
    expect(useCall().factsOf(customerUid).past).toEqual(past)
  },
)
