import { PiniaColada } from '@pinia/colada'
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { defineComponent } from 'vue'
import { verdictOf } from '#shared/rules/verdict.ts'
import { CountrySetId, CustomerUid } from '#shared/wire/ids.ts'
import { useVerdictActions } from '../../../../../renderer/features/customer/useVerdictActions.ts'
import { useOutcomes } from '../../../../../renderer/features/money/outcomes.ts'
import { useTold } from '../../../../../renderer/features/verdict/told.store.ts'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { installBridge } from '../../support/bridge.ts'
import { emptyPages } from '../../support/pages.ts'
import { customer, customerUid, now, operation } from '../../support/samples.ts'

test('the other record of a person opens with where the caller is, and with what it lacks of the rest', async () => {
  installBridge({})
  const router = emptyPages()
  const view = customer()
  let actions: ReturnType<typeof useVerdictActions> | undefined
  const flows = { topUp: () => undefined, activate: () => undefined, copyTicket: () => Promise.resolve() }
  const page = defineComponent(() => {
    actions = useVerdictActions(() => view, flows)
    return () => null
  })
  const wrapper = mount(page, {
    global: { plugins: [createPinia(), [PiniaColada, {}], createDeskI18n(), router] },
  })
  onTestFinished(() => wrapper.unmount())
  const told = useTold()
  const other = CustomerUid.parse('c-2')
  told.change(customerUid, { country: 'JP', device: 'Pixel 8', language: 'fr' })
  told.change(other, { country: 'PT', device: 'Pixel 9' })
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
  actions?.act({ kind: 'openCustomer', uid: other, countrySet: CountrySetId.parse('JP') }, cause)
  await flushPromises()
  expect(router.currentRoute.value.params).toEqual({ uid: other })
  expect(told.of(other)).toEqual({ country: 'JP', device: 'Pixel 9', language: 'fr', past: ['there CONFIRMED'] })
  expect(told.of(customerUid)).toEqual({ country: 'JP', device: 'Pixel 8', language: 'fr', past: [] })
})
