/** What is offered for a typed text, and to which country it resolves without a choice. */
import { expect, test } from 'vitest'
import { DeskLanguage } from '#shared/language.ts'
import { countryAliases } from '../../../../renderer/lib/countryAliases.ts'
import { countryName } from '../../../../renderer/lib/countryNames.ts'
import { countriesByName, isoCountries } from '../../../../renderer/lib/isoCountries.ts'
import { matchCountries, typedCountry } from '../../../../renderer/lib/matchCountries.ts'
import { readNamedCountries } from '../../../../renderer/lib/namedCountries.ts'

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
  ['korea', 'KR'],
  ['north korea', 'KP'],
])('%j is offered first, and left in the field it means %s', (text, code) => {
  expect(matchCountries(world, text)[0]?.code).toBe(code)
  expect(typedCountry(world, text)?.code).toBe(code)
  expect(typedCountry(world, text, 'inside')?.code).toBe(code)
})

test('the beginning of an abbreviation is none, and what fits several means none of them', () => {
  expect(matchCountries(world, 'ua').map(({ code }) => code)).not.toContain('AE')
  expect(typedCountry(world, 'un')).toBeNull()
  expect(typedCountry(world, 'united')).toBeNull()
})

const codeIn = (language: DeskLanguage, typed: string): string | undefined =>
  typedCountry(countriesByName(language), typed)?.code

test.each([
  ['en', 'Bosnia and Herzegovina', 'BA'],
  ['en', 'bosnia & herzegovina', 'BA'],
  ['en', 'Trinidad and Tobago', 'TT'],
  ['en', 'Sao Tome and Principe', 'ST'],
  ['en', "Cote d'Ivoire", 'CI'],
  ['en', 'Cote d´Ivoire', 'CI'],
  ['en', 'Saint Lucia', 'LC'],
  ['en', 'St Lucia', 'LC'],
  ['en', 'St.Lucia', 'LC'],
  ['en', 'Saint Vincent and the Grenadines', 'VC'],
  ['en', 'The Gambia', 'GM'],
  ['en', 'guinea bissau', 'GW'],
  ['en', 'st', 'ST'],
  ['en', 'et', 'ET'],
  ['en', 'U.S.A.', 'US'],
  ['en', 'Costa', 'CR'],
  ['en', 'est', 'EE'],
  ['de', 'St. Kitts & Nevis', 'KN'],
  ['de', 'Sankt Lucia', 'LC'],
  ['es', 'Trinidad & Tobago', 'TT'],
  ['fr', 'Ste-Lucie', 'LC'],
  ['fr', 'Antigua et Barbuda', 'AG'],
] as const)('in %s, %j is %s', (language, typed, code) => {
  expect(codeIn(language, typed)).toBe(code)
  expect(matchCountries(countriesByName(language), typed)[0]?.code).toBe(code)
})

test.each([
  ['en', 'Republic'],
  ['en', 'Congo'],
  ['en', 'east'],
  ['en', 'ivory'],
  ['es', 'brit'],
] as const)('in %s, %j means none without a choice', (language, typed) => {
  expect(codeIn(language, typed)).toBeUndefined()
})

test('the beginning of an alias is offered, after the names that begin so', () => {
  expect(matchCountries(world, 'ivory').map(({ code }) => code)).toEqual(['CI'])
  expect(
    matchCountries(world, 'costa')
      .slice(0, 2)
      .map(({ code }) => code),
  ).toEqual(['CR', 'CI'])
})

const eachAlias = [...countryAliases].flatMap(([code, aliases]) => aliases.map((alias) => [code, alias] as const))

test.each(DeskLanguage.options)('in %s every alias means its country', (language) => {
  expect(eachAlias.filter(([code, alias]) => codeIn(language, alias) !== code)).toEqual([])
})

test.each(DeskLanguage.options)('in %s a text of two words is not found across the words of a name', (language) => {
  // It is in "Royaume-Uni", and short for the United States in French.
  expect(codeIn(language, 'É.-U.')).toBe('US')
  expect(codeIn(language, 'e un')).toBeUndefined()
})

test('each alias is there once, and none is the code of a country', () => {
  const all = eachAlias.map(([, alias]) => alias)
  expect(all.filter((alias, index) => all.indexOf(alias) !== index)).toEqual([])
  expect(all.filter((alias) => isoCountries.includes(alias.toUpperCase()))).toEqual([])
  expect([...countryAliases.keys()].filter((code) => !isoCountries.includes(code))).toEqual([])
})

const offered = (text: string): readonly string[] => matchCountries(world, text).map(({ code }) => code)

test.each([
  ['deutschland', 'DE'],
  ['España', 'ES'],
  ['espana', 'ES'],
  ['suisse', 'CH'],
  ['Allemagne', 'DE'],
  ['Österreich', 'AT'],
  ['Royaume-Uni', 'GB'],
  ['Niederlande', 'NL'],
  ['corea del norte', 'KP'],
])('in English %j, a name in another language, is offered first and means %s', (text, code) => {
  expect(offered(text)[0]).toBe(code)
  expect([typedCountry(world, text)?.code, typedCountry(world, text, 'inside')?.code]).toEqual([code, code])
})

test.each([
  ['de', 'Ireland', 'IE'],
  ['fr', 'China', 'CN'],
  ['es', 'Deutschland', 'DE'],
] as const)('in %s, %j is %s', (language, text, code) => {
  expect(codeIn(language, text)).toBe(code)
})

test('the beginning of such a name is offered and decides nothing', () => {
  expect(offered('deutschl')).toEqual(['DE'])
  expect([typedCountry(world, 'deutschl'), typedCountry(world, 'deutschl', 'inside')]).toEqual([null, null])
})

test('names of the language of the window come first', () => {
  expect(offered('ind').slice(0, 2)).toEqual(['IN', 'ID'])
  expect(offered('island').indexOf('IS')).toBeGreaterThan(offered('island').indexOf('CK'))
})

test.each(['island', 'congo', 'republica', 'guinee equ'])('%j means no country without a choice', (text) => {
  expect([typedCountry(world, text), typedCountry(world, text, 'inside')]).toEqual([null, null])
  const sources = { countries: world, world, conjunction: ' and ' }
  expect(readNamedCountries(text, sources).whole).toEqual([])
})

test('a text names countries in several languages, and none if one of them is not sold', () => {
  const named = (text: string, sold: readonly string[]): string =>
    readNamedCountries(text, {
      countries: world.filter(({ code }) => sold.includes(code)),
      world,
      conjunction: ' and ',
    })
      .named.map(({ code }) => code)
      .join()
  expect(named('deutschland, españa and japan', ['DE', 'ES', 'JP'])).toBe('DE,ES,JP')
  expect(named('japan, deutschland', ['JP'])).toBe('')
  expect(named('soudan du sud', ['SD'])).toBe('')
  expect(named('irlanda del norte', ['IE'])).toBe('')
})

test.each(DeskLanguage.options)('in %s no name in another language means another country', (language) => {
  const countries = countriesByName(language)
  const wrong = isoCountries.flatMap((code) =>
    DeskLanguage.options.flatMap((other) => {
      const name = countryName(code, other)
      const resolved = [typedCountry(countries, name), typedCountry(countries, name, 'inside')]
      return resolved.every((country) => country === null || country.code === code)
        ? []
        : [`${name} means ${String(resolved[0]?.code)}`]
    }),
  )
  expect(wrong).toEqual([])
})
