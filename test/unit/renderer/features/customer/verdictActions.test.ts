import { PiniaColada } from '@pinia/colada'
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { defineComponent } from 'vue'
import type { CustomerView } from '#shared/model/customer/views.ts'
import { verdictOf } from '../../../../../renderer/rules/verdict.ts'
import { CountrySetId, CustomerUid } from '#shared/wire/ids.ts'
import { useVerdictActions } from '../../../../../renderer/features/customer/useVerdictActions.ts'
import { useOutcomes } from '../../../../../renderer/features/money/outcomes.ts'
import { useCall } from '../../../../../renderer/lib/call.store.ts'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { installBridge } from '../../support/bridge.ts'
import { emptyPages } from '../../support/pages.ts'
import { customer, customerUid, inventoryRow, now, operation } from '../../support/samples.ts'

function actionsOf(view: CustomerView) {
  installBridge({})
  const router = emptyPages()
  let actions: ReturnType<typeof useVerdictActions> | undefined
  const flows = {
    topUp: () => undefined,
    activate: () => undefined,
    copyTicket: () => Promise.resolve(),
    replace: () => undefined,
  }
  const page = defineComponent(() => {
    actions = useVerdictActions(() => view, flows)
    return () => null
  })
  const wrapper = mount(page, {
    global: { plugins: [createPinia(), [PiniaColada, {}], createDeskI18n(), router] },
  })
  onTestFinished(() => wrapper.unmount())
  if (actions === undefined) throw new Error('Nothing was mounted')
  return { actions, router }
}

test('a package that was chosen for a top-up is sold to a new customer by itself, with what was typed', () => {
  const { actions } = actionsOf(customer())
  const japan = inventoryRow({ name: 'Japan 1 GB', countries: ['JP'] })
  actions.sellNew(japan, 'order 17')
  expect(actions.selling.value).toEqual({ row: japan, rows: [japan], country: null, reference: 'order 17' })
  actions.close()
  expect(actions.selling.value).toBeNull()
})

test('the other record of a person opens with where the caller is, and with what it lacks of the rest', async () => {
  const view = customer()
  const { actions, router } = actionsOf(view)
  const call = useCall()
  const other = CustomerUid.parse('c-2')
  call.setFacts(customerUid, { country: 'JP', device: 'Pixel 8', language: 'fr' })
  call.setFacts(other, { country: 'PT', device: 'Pixel 9' })
  const facts = {
    view,
    now: Date.parse(now),
    operations: [],
    inventory: [],
    visits: [],
    connectivity: [],
    mails: [],
    country: 'JP',
    device: null,
  }
  useOutcomes().add(other, [operation({ id: 'there', state: 'CONFIRMED' })])
  const [cause] = verdictOf(facts)
  actions.act({ kind: 'openCustomer', uid: other, countrySet: CountrySetId.parse('JP') }, cause)
  await flushPromises()
  expect(router.currentRoute.value.params).toEqual({ uid: other })
  expect(call.factsOf(other)).toEqual({ country: 'JP', device: 'Pixel 9', language: 'fr', past: ['there CONFIRMED'] })
  expect(call.factsOf(customerUid)).toEqual({ country: 'JP', device: 'Pixel 8', language: 'fr', past: [] })
})
