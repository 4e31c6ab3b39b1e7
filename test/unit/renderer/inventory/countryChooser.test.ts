/** "What covers Japan?": countries are chosen by name with the keyboard. */
import { expect, test } from 'vitest'
import CountryChooser from '../../../../renderer/components/inventory/CountryChooser.vue'
import { matchCountries, onlyMatch } from '../../../../renderer/composables/inventory/matchCountries.ts'
import { mounted, read } from '../support/mounted.ts'

const countries = [
  { code: 'AZ', name: 'Azerbaijan' },
  { code: 'CI', name: 'Côte d’Ivoire' },
  { code: 'JM', name: 'Jamaica' },
  { code: 'JP', name: 'Japan' },
  { code: 'US', name: 'United States' },
]
const codes = (typed: string): string[] => matchCountries(countries, typed).map((country) => country.code)

test('names that begin with what was typed come first; codes and accents count too', () => {
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
  expect(onlyMatch(countries, typed)?.code ?? null).toBe(code)
})

test('a country that has exactly the name is meant and offered first, even where others contain it', () => {
  const guineas = [
    { code: 'GW', name: 'Guinea-Bissau' },
    { code: 'GN', name: 'Guinea' },
  ]
  expect(onlyMatch(guineas, 'guinea')?.code).toBe('GN')
  expect(matchCountries(guineas, 'guinea').map(({ code }) => code)).toEqual(['GN', 'GW'])
})

test('its name is in sight', () => {
  const wrapper = mounted(CountryChooser, { modelValue: 'JP', countries })
  const field = wrapper.get('[role=combobox]')
  expect(field.attributes('aria-label')).toBeUndefined()
  expect(read(wrapper.get(`label[for="${field.attributes('id') ?? ''}"]`))).toBe('Covers')
  expect(wrapper.get('button').attributes('title')).toBe('Clear the country')
})

test('typing, an arrow and Enter choose a country', async () => {
  const wrapper = mounted(CountryChooser, { modelValue: null, countries })
  const field = wrapper.get('[role=combobox]')
  await field.setValue('ja')
  expect(wrapper.findAll('[role=option]').map(read)).toEqual(['Jamaica', 'Japan', 'Azerbaijan'])
  await field.trigger('keydown', { key: 'ArrowDown' })
  await field.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('update:modelValue')).toEqual([['JP']])
})

test('leaving the field chooses the only country that fits what was typed, and none where several do', async () => {
  const wrapper = mounted(CountryChooser, { modelValue: null, countries })
  const field = wrapper.get<HTMLInputElement>('[role=combobox]')
  await field.setValue('ja')
  await field.trigger('blur')
  expect(field.element.value).toBe('')
  expect(wrapper.emitted('update:modelValue')).toBeUndefined()
  await field.setValue('japan')
  await field.trigger('blur')
  expect(wrapper.emitted('update:modelValue')).toEqual([['JP']])
  expect(field.element.value).toBe('Japan')
})

test('Enter accepts what is typed', async () => {
  const wrapper = mounted(CountryChooser, { modelValue: 'US', countries })
  const field = wrapper.get('[role=combobox]')
  await field.setValue('japan')
  await field.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('update:modelValue')).toEqual([['JP']])
})

test('Escape and leaving keep what was chosen; an emptied field chooses none', async () => {
  const wrapper = mounted(CountryChooser, { modelValue: 'JP', countries })
  const field = wrapper.get<HTMLInputElement>('[role=combobox]')
  await field.setValue('nowhere')
  expect(read(wrapper.get('[role=listbox]'))).toContain('No country of that name')
  await field.trigger('keydown', { key: 'Escape' })
  expect(field.element.value).toBe('Japan')
  expect(wrapper.emitted('update:modelValue')).toBeUndefined()
  await field.setValue('')
  await field.trigger('blur')
  expect(wrapper.emitted('update:modelValue')).toEqual([[null]])
})
