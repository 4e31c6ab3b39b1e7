/** Countries that a typed text names. */
import { expect, test } from 'vitest'
import { countriesByName } from '../../../../renderer/lib/isoCountries.ts'
import { matchCountries, namedCountries, onlyMatch, typedCountry } from '../../../../renderer/lib/matchCountries.ts'

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
  namedCountries(countries, typed, { conjunction, world: countriesByName('en') })
    .map(({ code }) => code)
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

const world = countriesByName('en')

test.each([
  ['uk', 'GB'],
  ['England', 'GB'],
  ['usa', 'US'],
  ['America', 'US'],
  ['UAE', 'AE'],
  ['dubai', 'AE'],
  ['Türkei', 'TR'],
  ['turkey', 'TR'],
  ['holland', 'NL'],
  ['viet nam', 'VN'],
  ['viet', 'VN'],
  ['swiss', 'CH'],
  ['ivory', 'CI'],
  ['korea', 'KR'],
  ['north korea', 'KP'],
])('%j is offered first, and left in the field it means %s', (text, code) => {
  expect(matchCountries(world, text)[0]?.code).toBe(code)
  expect(typedCountry(world, text)?.code).toBe(code)
  expect(onlyMatch(world, text)?.code).toBe(code)
})

test('the beginning of an abbreviation is none, and what fits several means none of them', () => {
  expect(matchCountries(world, 'ua').map(({ code }) => code)).not.toContain('AE')
  expect(typedCountry(world, 'un')).toBeNull()
  expect(typedCountry(world, 'united')).toBeNull()
})
