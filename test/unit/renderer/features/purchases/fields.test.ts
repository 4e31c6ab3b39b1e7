/** The fields of a purchase form, as the user fills them in. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { VueWrapper } from '@vue/test-utils'
import { defaultRules } from '#shared/model/operation/purchase.ts'
import type { OutputOf } from '#shared/contract.ts'
import CountryField from '../../../../../renderer/common/CountryField.vue'
import CustomerField from '../../../../../renderer/features/purchases/CustomerField.vue'
import HowFields from '../../../../../renderer/features/purchases/HowFields.vue'
import NewCustomerFields from '../../../../../renderer/features/purchases/NewCustomerFields.vue'
import PackageField from '../../../../../renderer/features/purchases/PackageField.vue'
import ReferenceField from '../../../../../renderer/features/purchases/ReferenceField.vue'
import { emptyForm, readForm, type PurchaseForm } from '../../../../../renderer/features/purchases/purchaseForm.ts'
import { CountrySetId, CustomerUid } from '#shared/wire/ids.ts'
import { installBridge } from '../../support/bridge.ts'
import { at, recordRequests, flush } from '../../support/deferred.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { inventoryItemId, inventoryRow, now } from '../../support/samples.ts'

const reference = (modelValue: string): VueWrapper =>
  mounted(ReferenceField, { modelValue, malformed: false, disabled: false })
const person = (changes: Partial<PurchaseForm>, rules = defaultRules): VueWrapper => {
  const form = { ...emptyForm, inventoryItemId, ...changes }
  return mounted(NewCustomerFields, { form, issues: readForm(form, rules).issues, rules, disabled: false })
}
const options = (wrapper: VueWrapper): string[] => wrapper.findAll('[role=option]').map(read)

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})

test('10,000 pasted characters are refused with a message, and the earlier text stays', async () => {
  const wrapper = reference('order 17')
  await wrapper.get('input').setValue('x'.repeat(10_000))
  expect(wrapper.emitted('update:modelValue')).toBeUndefined()
  expect(wrapper.get('input').element.value).toBe('order 17')
  expect(read(wrapper)).toContain(text('purchases.reference.tooLong', { count: '10,000', most: 64 }))
  await wrapper.get('input').setValue('order 18')
  expect(wrapper.emitted('update:modelValue')).toEqual([['order 18']])
  expect(read(wrapper)).not.toContain('10,000')
})

test('the reference counts what will be sent', () => {
  expect(read(reference('  order 17 '))).toContain('8 / 64')
})

test('an invalid address is reported when typing pauses or the field is left, and not before', async () => {
  vi.useFakeTimers()
  const wrapper = person({ email: 'ada@' })
  await wrapper.get('input').setValue('ada@e')
  expect(read(wrapper)).not.toContain(text('purchases.email.wrong'))
  await vi.advanceTimersByTimeAsync(600)
  expect(read(wrapper)).toContain(text('purchases.email.wrong'))
  vi.useRealTimers()
  const other = person({ ip: '10.0' })
  await other.findAll('input').at(-1)?.trigger('focusout')
  expect(read(other)).toContain(text('purchases.ip.wrong'))
})

test('the link beside the IP address is the same element when its problem is reported, and text while it is sent', async () => {
  const wrapper = person({ ip: '10.0' })
  const { element } = wrapper.get('a')
  await wrapper.findAll('input').at(-1)?.trigger('focusout')
  expect(read(wrapper)).toContain(`${text('purchases.ip.wrong')} ${text('purchases.ip.fix')}`)
  expect(wrapper.get('a').element).toBe(element)
  await wrapper.setProps({ disabled: true })
  expect(read(wrapper)).toContain(text('purchases.ip.fix'))
  expect(wrapper.find('a').exists()).toBe(false)
})

test('the IP address says where it comes from, and leads to the setting that fixes one', () => {
  const wrapper = person({})
  expect(read(wrapper)).toContain(`${text('purchases.ip.hint')} ${text('purchases.ip.fix')}`)
  expect(wrapper.get('a').attributes('href')).toBe('/settings#buying-address')
  // Tab reaches it after its field.
  const reached = wrapper.findAll('input, a').filter((each) => each.attributes('tabindex') !== '-1')
  expect(reached.slice(-2).map(({ element }) => element.tagName)).toEqual(['INPUT', 'A'])
})

test('a value that the rules of the connection fix is shown and has no field', () => {
  const wrapper = person({}, { ...defaultRules, userCountry: 'FR', userIp: '198.51.100.1' })
  expect(read(wrapper)).toContain(text('purchases.fixed', { value: 'France' }))
  expect(read(wrapper)).toContain(text('purchases.fixed', { value: '198.51.100.1' }))
  expect(wrapper.findAll('input')).toHaveLength(1)
})

const field = { listLabel: '', emptyText: '', placeholder: '', unclear: 'kept' } as const

test('a country is found by its name and by its two letters, and Enter accepts it', async () => {
  const wrapper = mounted(CountryField, { ...field, modelValue: null })
  await wrapper.get('input').setValue('ger')
  expect(options(wrapper)[0]).toBe('Germany')
  await wrapper.get('input').setValue('de')
  expect(options(wrapper)[0]).toBe('Germany')
  await wrapper.get('input').trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('update:modelValue')).toEqual([['DE']])
})

test('Enter takes the chosen country if that was typed once more, and a click offers every country', async () => {
  const wrapper = mounted(CountryField, { ...field, modelValue: 'DE' })
  const input = wrapper.get('input')
  await input.trigger('click')
  expect(options(wrapper)).toContain('France')
  await input.setValue('Germany')
  expect(options(wrapper)).toEqual(['Germany'])
  await input.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('update:modelValue')).toEqual([['DE']])
  await input.trigger('click')
  expect(options(wrapper)).toContain('France')
})

test('a country that was typed in full, or is the only one that fits, is accepted', async () => {
  const wrapper = mounted(CountryField, { ...field, modelValue: 'DE' })
  for (const text of ['france', 'germ']) {
    await wrapper.get('input').setValue(text)
    await wrapper.get('input').trigger('blur')
  }
  expect(wrapper.emitted('update:modelValue')).toEqual([['FR'], ['DE']])
})

/** The form with these changes, as the purchase writes them into it. */
function personOf(start: Partial<PurchaseForm>) {
  let form = { ...emptyForm, inventoryItemId, ...start }
  const given = () => ({ form, issues: readForm(form, defaultRules).issues, rules: defaultRules, disabled: false })
  const wrapper = mounted(NewCustomerFields, {
    ...given(),
    onChange: (changes: Partial<PurchaseForm>) => {
      form = { ...form, ...changes }
      void wrapper.setProps(given())
    },
  })
  return { wrapper, form: () => form }
}

test('the field of a new customer also shows the two letters of each country', async () => {
  const { wrapper } = personOf({ country: null })
  for (const typed of ['ger', 'de']) {
    await wrapper.get('input[role=combobox]').setValue(typed)
    expect(options(wrapper)[0]).toBe('GermanyDE')
  }
})

test('text that names no country stays with the reason until another is typed, and takes the earlier choice away', async () => {
  const { wrapper, form } = personOf({ country: 'DE' })
  const field = wrapper.get('input[role=combobox]')
  const problems = (): string[] => wrapper.findAll('.problem').map(read)
  for (const unclear of ['XQ', 'land', 'Atlantis']) {
    await field.setValue(unclear)
    await field.trigger('blur')
    await field.trigger('focusout')
    await flush()
    expect(form()).toMatchObject({ country: null, unknownCountry: unclear })
  }
  expect(field.element).toHaveProperty('value', 'Atlantis')
  expect(problems()).toEqual([text('places.unclear.none')])
  await field.setValue('Franc')
  expect(problems()).toEqual([])
  await field.trigger('blur')
  await field.trigger('focusout')
  await flush()
  expect(form()).toMatchObject({ country: 'FR', unknownCountry: '' })
  expect(field.element).toHaveProperty('value', 'France')
})

test.each([
  ['Germany', 'Enter'],
  ['France', 'Enter'],
  ['Germany', 'leaving the field'],
  ['France', 'leaving the field'],
])(
  'the country of the last sale is marked as such until one is typed for this customer, as here %s by %s',
  async (name, how) => {
    const { wrapper, form } = personOf({ country: 'DE', countryIsCarried: true })
    const field = wrapper.get('input[role=combobox]')
    const hint = () => read(wrapper.get(`[id="${field.attributes('aria-describedby') ?? ''}"]`))
    expect(hint()).toBe(text('purchases.country.carried'))
    await field.trigger('blur')
    await flush()
    expect(hint()).toBe(text('purchases.country.carried'))
    // A stray key chooses nothing.
    for (const text of ['Germanyx', 'Germany']) await field.setValue(text)
    await field.trigger('blur')
    await flush()
    expect(hint()).toBe(text('purchases.country.carried'))
    // Typed over what was there, or pasted at once.
    for (const text of how === 'Enter' ? [name.slice(0, 1), name] : [name]) await field.setValue(text)
    if (how === 'Enter') await field.trigger('keydown', { key: 'Enter' })
    else await field.trigger('blur')
    await flush()
    expect(form().country).toBe(name === 'Germany' ? 'DE' : 'FR')
    expect(hint()).toBe(text('purchases.country.hint'))
  },
)

test('a country that was typed wrong or deleted is not that of the last sale', async () => {
  for (const text of ['', 'Atlantis']) {
    const { wrapper, form } = personOf({ country: 'DE', countryIsCarried: true })
    await wrapper.get('input[role=combobox]').setValue(text)
    await wrapper.get('input[role=combobox]').trigger('blur')
    expect(form()).toMatchObject({ country: null, countryIsCarried: false })
  }
})

test('a country that is being typed counts when the dialog is submitted from its field, and when it is closed', async () => {
  const { wrapper, form } = personOf({ country: 'DE' })
  const field = wrapper.get('input[role=combobox]')
  await field.setValue('france')
  await field.trigger('keydown', { key: 'Enter', ctrlKey: true })
  expect(form().country).toBe('FR')
  await flush()
  await field.setValue('Atl')
  wrapper.unmount()
  expect(form()).toMatchObject({ country: null, unknownCountry: 'Atl' })
  expect(personOf(form()).wrapper.get('input[role=combobox]').element).toHaveProperty('value', 'Atl')
})

test('on demand is available for worldwide and regional packages only, and the form says so', () => {
  const country = mounted(HowFields, {
    form: emptyForm,
    issues: {},
    row: inventoryRow({ name: 'Japan', coverage: 'country' }),
    disabled: false,
  })
  expect(country.get('input[value=ON_DEMAND]').attributes('disabled')).toBeDefined()
  expect(read(country)).toContain(text('purchases.mode.onDemandNot'))
  const regional = mounted(HowFields, {
    form: emptyForm,
    issues: {},
    row: inventoryRow({ name: 'Europe' }),
    disabled: false,
  })
  expect(regional.get('input[value=ON_DEMAND]').attributes('disabled')).toBeUndefined()
  expect(read(regional)).toContain(text('purchases.mode.ON_DEMANDText', { days: 90 }))
})

test('packages that fit come first, and the others show the reason and can still be chosen', async () => {
  const rows = [
    inventoryRow({ name: 'Asia 1 GB', countrySet: CountrySetId.parse('ASIA') }),
    inventoryRow({ name: 'Europe 1 GB' }),
  ]
  const wrapper = mounted(PackageField, {
    modelValue: null,
    rows,
    set: { certainty: 'probably', countrySet: 'EUROPE' },
    waiting: null,
    disabled: false,
  })
  expect(options(wrapper)[0]).toContain('Europe 1 GB')
  expect(options(wrapper)[1]).toContain(text('purchases.package.probably_other_set'))
  await wrapper.findAll('[role=option]')[1]?.trigger('mousedown')
  expect(wrapper.emitted('update:modelValue')).toEqual([[rows[0]?.id]])
  await wrapper.get('input').setValue('japan')
  expect(options(wrapper)).toEqual([])
  expect(read(wrapper)).toContain(text('purchases.package.none'))
})

type Found = OutputOf<'customers', 'search'>
const found = (...emails: readonly string[]): Found => ({
  rows: emails.map((email) => ({
    uid: CustomerUid.parse(`uid of ${email}`),
    email,
    esims: [],
    totalRemaining: null,
    nextExpiry: null,
    lastSeen: null,
    soldAt: null,
    packages: { active: 0, waiting: 0, over: 0, total: 0 },
    packageNames: [],
    match: null,
  })),
  source: 'directory',
  exact: null,
  serviceProblem: null,
  asOf: now,
})

function customerField() {
  const searches = recordRequests<unknown, Found>()
  installBridge({ 'customers.search': async (input) => ({ ok: true, value: await searches.send(input) }) })
  const wrapper = mounted(CustomerField, { modelValue: null, disabled: false })
  const answer = async (index: number, page: Found): Promise<void> => {
    at(searches.requests, index).answer(page)
    await flush()
  }
  return {
    wrapper,
    answer,
    enter: () => wrapper.get('input').trigger('keydown', { key: 'Enter' }),
    chosen: () => wrapper.emitted('update:modelValue'),
  }
}

test('Enter does not choose a customer that an earlier text had found', async () => {
  const { wrapper, answer, enter, chosen } = customerField()
  await wrapper.get('input').setValue('a')
  await answer(0, found('ivana@example.org', 'anna@example.org'))
  await wrapper.get('input').setValue('an')
  expect(options(wrapper)[0]).toContain('ivana@example.org')
  await enter()
  expect(chosen()).toBeUndefined()
  await answer(1, found('anna@example.org'))
  await enter()
  expect(chosen()).toEqual([[{ uid: 'uid of anna@example.org', email: 'anna@example.org' }]])
})

test('a list of customers that is cut off says so below the last of them', async () => {
  const { wrapper, answer } = customerField()
  const more = text('customers.offers.more')
  await wrapper.get('input').trigger('click')
  await wrapper.get('input').setValue('a')
  await answer(0, { ...found('ivana@example.org', 'anna@example.org'), cursor: 'next' })
  expect(read(wrapper.get('[role=listbox] > li:last-child'))).toBe(more)
  await wrapper.get('input').setValue('an')
  await answer(1, found('anna@example.org'))
  expect(read(wrapper.get('[role=listbox]'))).not.toContain(more)
})

test('the focus moves from the field to the button that replaces it, and back', async () => {
  const { wrapper, answer, enter, chosen } = customerField()
  wrapper.get('input').element.focus()
  await wrapper.get('input').setValue('ada')
  await answer(0, found('ada@example.org'))
  await enter()
  await wrapper.setProps({ modelValue: chosen()?.[0]?.[0] })
  expect(document.activeElement).toBe(wrapper.get('button').element)
  await wrapper.get('button').trigger('click')
  await wrapper.setProps({ modelValue: null })
  expect(document.activeElement).toBe(wrapper.get('input').element)
})

test('a country that does not exist has the border of a wrong field, as a wrong address has', async () => {
  const wrapper = person({ unknownCountry: 'Atlantis', email: 'ada@' })
  const invalid = (): readonly (string | undefined)[] =>
    wrapper.findAll('input').map((input) => input.attributes('aria-invalid'))
  expect(read(wrapper)).toContain(text('places.unclear.none'))
  expect(invalid()).toEqual(['false', 'true', 'false'])
  await wrapper.get('input').trigger('focusout')
  expect(invalid()).toEqual(['true', 'true', 'false'])
})

test.each([
  ['Atlantis', text('places.unclear.none')],
  ['kingdom', text('places.unclear.suggestion', { countries: 'United Kingdom' })],
  ['ivory', text('places.unclear.suggestion', { countries: 'Côte d’Ivoire' })],
  ['Congo', text('places.unclear.several', { countries: 'Congo - Brazzaville and Congo - Kinshasa' })],
  ['slov', text('places.unclear.several', { countries: 'Slovakia and Slovenia' })],
  [
    'united',
    text('places.unclear.several', {
      countries: `United Arab Emirates, United Kingdom, and ${text('places.unclear.others', { count: 1 })}`,
    }),
  ],
  [
    'unit',
    text('places.unclear.several', {
      countries: `United Arab Emirates, United Kingdom, and ${text('places.unclear.others', { count: 1 })}`,
    }),
  ],
])('the text %s, which is no country, is answered with: %s', (unknownCountry, problem) => {
  expect(read(person({ unknownCountry }))).toContain(problem)
})
