/** "What covers Japan?": countries are chosen by name with the keyboard. */
import { expect, test } from 'vitest'
import CountryChooser from '../../../../../renderer/features/inventory/CountryChooser.vue'
import { matchCountries, typedCountry } from '../../../../../renderer/lib/matchCountries.ts'
import { mounted, read, text } from '../../support/mounted.ts'

const countries = [
  { code: 'AZ', name: 'Azerbaijan' },
  { code: 'CI', name: 'Côte d’Ivoire' },
  { code: 'JM', name: 'Jamaica' },
  { code: 'JP', name: 'Japan' },
  { code: 'US', name: 'United States' },
]
const codes = (typed: string): string[] => matchCountries(countries, typed).map((country) => country.code)

test('names that begin with the typed text come first, and codes and accents are recognized', () => {
  expect(codes('ja')).toEqual(['JM', 'JP', 'AZ'])
  expect(codes('states')).toEqual(['US'])
  expect(codes('us')).toEqual(['US'])
  expect(codes('COTE')).toEqual(['CI'])
  expect(codes('az')).toEqual(['AZ'])
  expect(codes('')).toHaveLength(5)
})

test.each([
  ['japan', 'JP'],
  ['jap', 'JP'],
  ['us', 'US'],
  ['ja', null],
  ['nowhere', null],
  ['', null],
])('"%s" alone means %s', (typed, code) => {
  expect(typedCountry(countries, typed, 'inside')?.code ?? null).toBe(code)
})

test('an exact name is chosen and offered first, even if other names contain it', () => {
  const guineas = [
    { code: 'GW', name: 'Guinea-Bissau' },
    { code: 'GN', name: 'Guinea' },
  ]
  expect(typedCountry(guineas, 'guinea', 'inside')?.code).toBe('GN')
  expect(matchCountries(guineas, 'guinea').map(({ code }) => code)).toEqual(['GN', 'GW'])
})

test('a country that is not offered, or is chosen already, is not taken for another one', async () => {
  const some = [
    { code: 'DO', name: 'Dominican Republic' },
    { code: 'NE', name: 'Niger' },
    { code: 'NG', name: 'Nigeria' },
  ]
  const wrapper = mounted(CountryChooser, { modelValue: ['NE'], countries: some })
  const field = wrapper.get<HTMLInputElement>('[role=combobox]')
  for (const name of ['Dominica', 'Niger', 'Guinea']) {
    await field.setValue(name)
    expect([name, wrapper.findAll('[role=option]').map(read)]).toEqual([name, []])
    await field.trigger('keydown', { key: 'Enter' })
    await field.trigger('blur')
  }
  expect(wrapper.emitted('update:modelValue')).toBeUndefined()
  await field.setValue('Nigeria')
  await field.trigger('blur')
  expect(wrapper.emitted('update:modelValue')).toEqual([[['NE', 'NG']]])
})

test('its label is visible, and each chosen country has a button that removes it', async () => {
  const wrapper = mounted(CountryChooser, { modelValue: ['JP', 'US'], countries })
  const field = wrapper.get('[role=combobox]')
  expect(field.attributes('aria-label')).toBeUndefined()
  expect(read(wrapper.get(`label[for="${field.attributes('id') ?? ''}"]`))).toBe(text('inventory.country'))
  const buttons = wrapper.findAll('button')
  expect(buttons.map((button) => button.attributes('title'))).toEqual([
    text('inventory.countryClear', { country: 'Japan' }),
    text('inventory.countryClear', { country: 'United States' }),
  ])
  await buttons[0]?.trigger('click')
  expect(wrapper.emitted('update:modelValue')).toEqual([[['US']]])
})

test('typing, an arrow and Enter add a country, and a chosen one is not offered again', async () => {
  const wrapper = mounted(CountryChooser, { modelValue: ['JM'], countries })
  const field = wrapper.get<HTMLInputElement>('[role=combobox]')
  await field.setValue('ja')
  expect(wrapper.findAll('[role=option]').map(read)).toEqual(['Japan', 'Azerbaijan'])
  await field.trigger('keydown', { key: 'ArrowDown' })
  await field.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('update:modelValue')).toEqual([[['JM', 'AZ']]])
  expect(field.element.value).toBe('')
})

test('leaving the field adds the only matching country, and none if several match', async () => {
  const wrapper = mounted(CountryChooser, { modelValue: [], countries })
  const field = wrapper.get<HTMLInputElement>('[role=combobox]')
  await field.setValue('ja')
  await field.trigger('blur')
  expect(field.element.value).toBe('')
  expect(wrapper.emitted('update:modelValue')).toBeUndefined()
  await field.setValue('japan')
  await field.trigger('blur')
  expect(wrapper.emitted('update:modelValue')).toEqual([[['JP']]])
})

test('Enter accepts the typed text', async () => {
  const wrapper = mounted(CountryChooser, { modelValue: ['US'], countries })
  const field = wrapper.get('[role=combobox]')
  await field.setValue('japan')
  await field.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('update:modelValue')).toEqual([[['US', 'JP']]])
})

test('the arrow down and Enter choose the first country, for the next one as well', async () => {
  const wrapper = mounted(CountryChooser, { modelValue: [] as string[], countries })
  const field = wrapper.get('[role=combobox]')
  for (const code of ['AZ', 'CI']) {
    await field.trigger('keydown', { key: 'ArrowDown' })
    await field.trigger('keydown', { key: 'Enter' })
    const chosen = wrapper.emitted<[string[]]>('update:modelValue')?.at(-1)?.[0] ?? []
    expect(chosen.at(-1)).toBe(code)
    await wrapper.setProps({ modelValue: chosen })
  }
})

test('Escape and an emptied field change nothing', async () => {
  const wrapper = mounted(CountryChooser, { modelValue: ['JP'], countries })
  const field = wrapper.get<HTMLInputElement>('[role=combobox]')
  await field.setValue('nowhere')
  expect(read(wrapper.get('[role=listbox]'))).toContain(text('inventory.countryNone'))
  await field.trigger('keydown', { key: 'Escape' })
  expect(field.element.value).toBe('')
  await field.setValue('')
  await field.trigger('blur')
  expect(wrapper.emitted('update:modelValue')).toBeUndefined()
})
