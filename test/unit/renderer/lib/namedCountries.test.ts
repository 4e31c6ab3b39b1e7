/** Countries that a typed text names one after another. */
import { expect, test } from 'vitest'
import type { DeskLanguage } from '#shared/language.ts'
import { countriesByName, isoCountries } from '../../../../renderer/lib/isoCountries.ts'
import { readNamedCountries } from '../../../../renderer/lib/namedCountries.ts'

const countries = [
  { code: 'JP', name: 'Japan' },
  { code: 'KR', name: 'South Korea' },
  { code: 'GN', name: 'Guinea' },
  { code: 'GQ', name: 'Equatorial Guinea' },
  { code: 'GW', name: 'Guinea-Bissau' },
  { code: 'BA', name: 'Bosnia & Herzegovina' },
  { code: 'CI', name: 'Côte d’Ivoire' },
  { code: 'IS', name: 'Iceland' },
  { code: 'MK', name: 'North Macedonia' },
  { code: 'US', name: 'United States' },
]
const codes = (typed: string, conjunction = ' and '): string =>
  readNamedCountries(typed, { countries, conjunction, world: countriesByName('en') })
    .named.map(({ code }) => code)
    .join()

test.each([
  ['Japan', 'JP'],
  ['japan korea', 'JP,KR'],
  ['Japan and South Korea', 'JP,KR'],
  ['South Korea, Japan/JP', 'KR,JP'],
  ['jp+kr', 'JP,KR'],
  ['equatorial guinea guinea', 'GQ,GN'],
  ['Bosnia & Herzegovina', 'BA'],
  ['cote d’ivoire; iceland', 'CI,IS'],
  ['japan usa', 'JP,US'],
  ['Ivory Coast', 'CI'],
  ['macedonia', 'MK'],
])('%j names %s', (typed, named) => expect(codes(typed)).toBe(named))

test('the word between two names is that of the language', () => {
  expect(codes('Japan und Korea', ' und ')).toBe('JP,KR')
  expect(codes('Japan und Korea')).toBe('')
})

test.each([
  '',
  '  ',
  'japan 3 gb',
  'anna',
  'and',
  'is it japan',
  'eq guinea bissau x',
  'north korea',
  'japan, north korea',
  'uk',
])('%j names none', (typed) => expect(codes(typed)).toBe(''))

/** The countries that a text names in a language, of these or of all countries. */
function namedIn(language: DeskLanguage, typed: string, sold: readonly string[] = isoCountries) {
  const world = countriesByName(language)
  const list = world.filter(({ code }) => sold.includes(code))
  const conjunction = new Intl.ListFormat(language).formatToParts(['a', 'b'])[1]?.value ?? ''
  const { whole, begun, named } = readNamedCountries(typed, { countries: list, conjunction, world })
  return [whole, begun, named].map((found) => found.map(({ code }) => code).join())
}
const all = (codes: string) => [codes, codes, codes]

test.each([
  ['en', 'north america'],
  ['en', 'central america'],
  ['en', 'latin america'],
  ['en', 'south america'],
  ['en', 'north ireland'],
  ['es', 'América del Norte'],
  ['es', 'América del Sur'],
  ['es', 'América Latina'],
  ['es', 'América Central'],
  ['fr', 'Amérique du Nord'],
  ['fr', 'Amérique du Sud'],
  ['fr', 'Amérique centrale'],
] as const)('in %s the region %j names no country, whichever are sold', (language, region) => {
  for (const sold of [isoCountries, ['GB', 'US', 'CF'], ['CF', 'GB', 'IE', 'KR', 'MK', 'US', 'ZA']])
    expect(namedIn(language, region, sold)).toEqual(all(''))
})

test('the last name may still be a part, and the others are whole', () => {
  expect(namedIn('en', 'japan and south kor')).toEqual(['', 'JP,KR', 'JP,KR'])
  expect(namedIn('en', 'japan, apore')).toEqual(['', '', 'JP,SG'])
  expect(namedIn('en', 'guinea b')).toEqual(['', 'GW', 'GW'])
  expect(namedIn('en', 'trini')).toEqual(['', 'TT', 'TT'])
  expect(namedIn('en', 'jap south korea')).toEqual(all(''))
})

test('the beginning of an alias names no country', () => {
  expect(namedIn('en', 'ivory')).toEqual(all(''))
  expect(namedIn('en', 'japan northern')).toEqual(['', 'JP,MP', 'JP,MP'])
})

test.each([
  ['en', 'Bosnia and Herzegovina', 'BA'],
  ['en', "trinidad and tobago, cote d'ivoire", 'TT,CI'],
  ['en', 'Antigua and Barbuda and St. Lucia', 'AG,LC'],
  ['de', 'Bosnien & Herzegowina und Japan', 'BA,JP'],
  ['es', 'Trinidad y Tobago y Jamaica', 'TT,JM'],
  ['fr', 'Trinité et Tobago et Sainte Lucie', 'TT,LC'],
  ['fr', 'Japon et', 'JP'],
  ['en', 'fr et', 'FR,ET'],
] as const)('in %s, %j names %s', (language, typed, codes) => expect(namedIn(language, typed)).toEqual(all(codes)))

test('a name of an unsold country is known as one name', () => {
  const { phrases } = readNamedCountries('japan, north korea', {
    countries,
    world: countriesByName('en'),
    conjunction: ' and ',
  })
  expect(phrases.map(({ text, country }) => [text, country?.code])).toEqual([
    ['japan', 'JP'],
    ['north korea', undefined],
  ])
})
