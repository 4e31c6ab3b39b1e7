/**
 * The sale of another package to the person on the page, who becomes a new customer.
 *
 * @module-tag long
 */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { defaultRules } from '#shared/model/operation/purchase.ts'
import { CustomerUid, EsimUid } from '#shared/wire/ids.ts'
import SellElsewhere from '../../../../../renderer/features/customer/SellElsewhere.vue'
import BuyDialog from '../../../../../renderer/features/purchases/BuyDialog.vue'
import { useCall } from '../../../../../renderer/lib/call.store.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import {
  customer,
  customerUid,
  inventoryItemId,
  inventoryRow,
  operation,
  purchasePreview,
  settings,
} from '../../support/samples.ts'

const row = inventoryRow({ id: inventoryItemId, name: 'Japan 3 GB' })
const mail = {
  host: 'mail.example.org',
  port: 465,
  security: 'tls' as const,
  user: 'desk',
  auth: 'password' as const,
  from: 'shop@example.org',
  caFile: null,
  secret: 'stored' as const,
}
const newUid = CustomerUid.parse('c-new')
const bought = operation({
  kind: 'register',
  state: 'CONFIRMED',
  customerUid: newUid,
  esimUid: EsimUid.parse('e-new'),
})

async function dialog(
  changes: Parameters<typeof settings>[0],
  rules = { ...defaultRules, userIp: '198.51.100.4' as string | null },
  email: string | null = 'ann@example.org',
  more: { readonly country?: string | null; readonly reference?: string } = {},
) {
  const mailed: unknown[] = []
  const stored: unknown[] = []
  installBridge({
    'settings.get': accept(settings(changes)),
    'settings.set': (input) => (stored.push(input), accept(settings(changes))(input)),
    'operations.rules': accept(rules),
    'operations.setRules': (input) => accept(input)(input),
    'operations.list': accept({ rows: [], total: 0, cursor: null }),
    'operations.preview': accept(purchasePreview()),
    'operations.run': accept(bought),
    'customers.get': accept(customer({ uid: newUid })),
    'installation.email': (input) => (mailed.push(input), new Promise(() => undefined)),
  })
  const isOpen = ref(true)
  const props = { row, rows: [row], uid: customerUid, email, country: 'JP' }
  const wrapper = mounted(
    defineComponent({
      setup() {
        useSettings().settings = settings(changes)
        return () => isOpen.value && h(SellElsewhere, { ...props, ...more })
      },
    }),
  )
  const page = { template: '<i />' }
  wrapper.vm.$router.addRoute({ name: 'customer', path: '/customers/:uid', component: page })
  await flushPromises()
  async function reopen(): Promise<void> {
    isOpen.value = false
    await flushPromises()
    isOpen.value = true
    await flushPromises()
  }
  return { wrapper, mailed, stored, reopen }
}

test('the dialog says that the new customer is a new record for the same person', async () => {
  const { wrapper } = await dialog({})
  expect(read(wrapper)).toContain(text('purchases.who.againText'))
})

test('a package for no country in particular is sold by itself, with the reference that was typed', async () => {
  const rules = { ...defaultRules, userCountry: 'PT', userIp: '198.51.100.4' }
  const { wrapper } = await dialog({}, rules, undefined, { country: null, reference: 'order 17' })
  expect(wrapper.find('[data-field=package]').exists()).toBe(false)
  expect(wrapper.get('[data-field=reference] input').element).toMatchObject({ value: 'order 17' })
  expect(read(wrapper.get('.summary h3'))).toBe('Japan 3 GB')
})

test('an existing customer of another country set leads to nobody else', async () => {
  const { wrapper } = await dialog({})
  const preview = { kind: 'top-up', possible: false, reasons: ['other_country_set'] } as const
  installBridge({
    'operations.preview': (input) =>
      accept(purchasePreview({ ...preview, reasons: [...preview.reasons], customerUid: newUid }))(input),
    'customers.search': accept({ rows: [], total: 0 }),
  })
  wrapper
    .getComponent(BuyDialog)
    .props('purchase')
    .write({ who: 'existing', customer: { uid: newUid, email: null } })
  await expect.poll(() => read(wrapper)).toContain(text('purchases.otherSet.known.what', { package: 'Japan 3 GB' }))
  expect(read(wrapper)).toContain(text('purchases.otherSet.another'))
  expect(read(wrapper)).not.toContain(text('purchases.otherSet.new'))
})

test('without a mail server the box says what is missing', async () => {
  const { wrapper } = await dialog({})
  expect(wrapper.get('[role=checkbox]').classes()).toContain('n-checkbox--disabled')
  expect(wrapper.get('[role=checkbox]').attributes('aria-checked')).toBe('false')
  expect(wrapper.find('a[href="/settings#mail"]').exists()).toBe(true)
})

test.each([
  ['was left as it began', 0, false],
  ['was left as it began', 0, true],
  ['was unticked', 1, true],
  ['was unticked and ticked again', 2, false],
])(
  'for a person with an address the box begins ticked; if it %s, a new sale still begins with its own choice',
  async (_what, presses, before) => {
    const { wrapper, mailed, stored } = await dialog({ mail, lastSale: { country: 'DE', mailAtOnce: before } })
    const box = wrapper.get('[role=checkbox]')
    expect(box.attributes('aria-checked')).toBe('true')
    for (let press = 0; press < presses; press += 1) await box.trigger('click')
    expect(read(wrapper).includes(text('sales.new.mailUnticked'))).toBe(presses === 1)
    const country = wrapper.get('[data-field=country] input')
    await country.setValue('Portugal')
    await country.trigger('keydown', { key: 'Enter', ctrlKey: true })
    const buy = () => wrapper.findAll('button').find((button) => read(button) === text('purchases.press'))
    await expect.poll(() => buy()?.attributes('disabled')).toBeUndefined()
    const isMailed = presses !== 1
    if (isMailed) expect(read(wrapper)).toContain(text('sales.new.mailTo', { to: 'ann@example.org' }))
    expect(wrapper.findAll('.mail select').map(({ element }) => Reflect.get(element, 'value'))).toEqual(
      isMailed ? ['pt'] : [],
    )
    await buy()?.trigger('click')
    await expect.poll(() => wrapper.vm.$router.currentRoute.value.path).toBe(`/customers/${newUid}`)
    await expect.poll(() => mailed.length).toBe(isMailed ? 1 : 0)
    await flushPromises()
    expect([mailed.length, stored]).toEqual([isMailed ? 1 : 0, []])
    if (isMailed) expect(mailed[0]).toMatchObject({ customerUid: newUid, to: 'ann@example.org', language: 'pt' })
  },
)

test('the mail is in the language that is chosen beside the box, and the facts of the call go with the sale', async () => {
  const { wrapper, mailed } = await dialog({ mail })
  useCall().setFacts(customerUid, { country: 'JP', device: 'Pixel 8' })
  const country = wrapper.get('[data-field=country] input')
  await country.setValue('Portugal')
  await country.trigger('keydown', { key: 'Enter', ctrlKey: true })
  const language = wrapper.get('.mail select')
  expect(read(wrapper.get(`[id="${language.attributes('aria-labelledby') ?? ''}"]`))).toBe(
    text('sales.new.mailLanguage'),
  )
  await language.setValue('ja')
  const buy = () => wrapper.findAll('button').find((button) => read(button) === text('purchases.press'))
  await expect.poll(() => buy()?.attributes('disabled')).toBeUndefined()
  await buy()?.trigger('click')
  await expect.poll(() => mailed).toMatchObject([{ to: 'ann@example.org', language: 'ja' }])
  // The new record begins with the facts of the call.
  expect(useCall().factsOf(newUid)).toMatchObject({ country: 'JP', device: 'Pixel 8' })
})

test.each([true, false])(
  'for a person without an address the box begins as in the last sale: %s',
  async (mailAtOnce) => {
    const { wrapper } = await dialog({ mail, lastSale: { country: 'DE', mailAtOnce } }, undefined, null)
    expect(wrapper.get('[role=checkbox]').attributes('aria-checked')).toBe(String(mailAtOnce))
  },
)

test.each([
  ['the country, which is still needed, if the address is known', 'ann@example.org', null, 'country'],
  ['the address if all that is needed is known', 'ann@example.org', 'JP', 'email'],
  ['the address if that is not known', null, null, 'email'],
])('the focus begins in %s', async (_what, email, userCountry, field) => {
  const rules = { ...defaultRules, userCountry, userIp: '198.51.100.4' }
  const { wrapper } = await dialog({ mail }, rules, email)
  expect(document.activeElement).toBe(wrapper.get(`[data-field=${field}] input`).element)
})

test('the choice of the mail stays with what was typed when the dialog is closed', async () => {
  const { wrapper, reopen } = await dialog({ mail, lastSale: { country: 'DE', mailAtOnce: true } })
  const isChecked = () => wrapper.get('[role=checkbox]').attributes('aria-checked')
  await wrapper.get('[role=checkbox]').trigger('click')
  expect(isChecked()).toBe('false')
  await reopen()
  expect(isChecked()).toBe('false')
})

test('while the mail is wanted, the keys that buy lead to the address that it needs; without the mail it is optional', async () => {
  const { wrapper } = await dialog({ mail, lastSale: { country: 'DE', mailAtOnce: true } }, undefined, null)
  const buy = () => wrapper.findAll('button').find((button) => read(button).startsWith(text('purchases.press')))
  const field = wrapper.get('[data-field=email]')
  const box = wrapper.get<HTMLElement>('[role=checkbox]')
  expect(read(wrapper.get('footer'))).toContain(
    text('purchases.footer.needed', { fields: text('purchases.field.email') }),
  )
  expect(buy()?.attributes('disabled')).toBeDefined()
  expect(read(field.get('label'))).toBe(text('purchases.email.needed'))
  box.element.focus()
  await box.trigger('keydown', { key: 'Enter', ctrlKey: true })
  expect(document.activeElement).toBe(field.get('input').element)
  await box.trigger('click')
  expect(read(field.get('label'))).toBe(text('purchases.email.label'))
  await expect.poll(() => buy()?.attributes('disabled')).toBeUndefined()
  expect(read(wrapper.get('footer'))).not.toContain(text('purchases.field.email'))
})

test('once the typed IP address is that of every sale, the focus is in the dialog', async () => {
  const { wrapper } = await dialog({}, { ...defaultRules, userIp: null })
  const country = wrapper.get('[data-field=country] input')
  await country.setValue('Portugal')
  await country.trigger('keydown', { key: 'Enter' })
  await wrapper.get('[data-field=ip] input').setValue('198.51.100.7')
  const offer = () => wrapper.findAll('button').find((button) => read(button) === text('purchases.ip.alwaysButton'))
  await expect.poll(() => offer()).toBeDefined()
  offer()?.element.focus()
  await offer()?.trigger('click')
  await expect.poll(() => offer()).toBeUndefined()
  expect(document.activeElement).toBe(wrapper.get(`section[aria-label="${text('purchases.summary.label')}"]`).element)
})
