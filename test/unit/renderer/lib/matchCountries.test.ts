/** Countries that a typed text names. */
import { expect, test } from 'vitest'
import { namedCountries } from '../../../../renderer/lib/matchCountries.ts'

const countries = [
  { code: 'JP', name: 'Japan' },
  { code: 'KR', name: 'South Korea' },
  { code: 'GN', name: 'Guinea' },
  { code: 'GQ', name: 'Equatorial Guinea' },
  { code: 'GW', name: 'Guinea-Bissau' },
  { code: 'BA', name: 'Bosnia & Herzegovina' },
  { code: 'CI', name: 'Côte d’Ivoire' },
  { code: 'IS', name: 'Iceland' },
]
const codes = (typed: string, conjunction = ' and '): string =>
  namedCountries(countries, typed, conjunction)
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
])('%j names %s', (typed, named) => expect(codes(typed)).toBe(named))

test('the word between two names is that of the language', () => {
  expect(codes('Japan und Korea', ' und ')).toBe('JP,KR')
  expect(codes('Japan und Korea')).toBe('')
})

test.each(['', '  ', 'japan 3 gb', 'anna', 'and', 'is it japan', 'eq guinea bissau x'])('%j names none', (typed) =>
  expect(codes(typed)).toBe(''),
)
