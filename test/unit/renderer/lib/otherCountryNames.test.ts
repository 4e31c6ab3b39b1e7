/**
 * Countries by their names in the other languages of the window and in their own.
 *
 * @module-tag long
 */
import { expect, onTestFinished, test, vi } from 'vitest'
import { DeskLanguage } from '#shared/language.ts'
import { countryAliases } from '../../../../renderer/lib/countryAliases.ts'
import { foldName } from '../../../../renderer/lib/foldText.ts'
import { countriesByName } from '../../../../renderer/lib/isoCountries.ts'
import { matchCountries, onlyMatch, typedCountry } from '../../../../renderer/lib/matchCountries.ts'
import { readNamedCountries } from '../../../../renderer/lib/namedCountries.ts'
import { otherCountryNames } from '../../../../renderer/lib/otherCountryNames.ts'

const world = countriesByName('en')
const offered = (text: string): readonly string[] => matchCountries(world, text).map(({ code }) => code)

test.each([
  ['deutschland', 'DE'],
  ['España', 'ES'],
  ['espana', 'ES'],
  ['suisse', 'CH'],
  ['Svizzera', 'CH'],
  ['Allemagne', 'DE'],
  ['Österreich', 'AT'],
  ['Royaume-Uni', 'GB'],
  ['Niederlande', 'NL'],
  ['Suomi', 'FI'],
  ['Hrvatska', 'HR'],
  ['Crna Gora', 'ME'],
  ['日本', 'JP'],
  ['Ελλάδα', 'GR'],
  ['corea del norte', 'KP'],
])('in English %j is offered first, and left in the field it means %s', (text, code) => {
  expect(offered(text)[0]).toBe(code)
  expect([typedCountry(world, text)?.code, onlyMatch(world, text)?.code]).toEqual([code, code])
})

test.each([
  ['de', 'Ireland', 'IE'],
  ['fr', 'China', 'CN'],
  ['es', 'Deutschland', 'DE'],
] as const)('in %s, %j is %s', (language, text, code) => {
  expect(typedCountry(countriesByName(language), text)?.code).toBe(code)
})

test('the beginning of such a name is offered and decides nothing', () => {
  expect(offered('deutschl')).toEqual(['DE'])
  expect([typedCountry(world, 'deutschl'), onlyMatch(world, 'deutschl')]).toEqual([null, null])
})

test('names of the language of the window come first', () => {
  expect(offered('ind').slice(0, 2)).toEqual(['IN', 'ID'])
  expect(offered('island').indexOf('IS')).toBeGreaterThan(offered('island').indexOf('CK'))
})

test.each(['island', 'congo', 'republica', 'guinee equ'])('%j means no country without a choice', (text) => {
  expect([typedCountry(world, text), onlyMatch(world, text)]).toEqual([null, null])
  const sources = { countries: world.filter(({ code }) => code !== 'CK'), world, conjunction: ' and ' }
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

test.each(DeskLanguage.options)(
  'in %s no name in another language means or is offered as another country',
  (language) => {
    const countries = countriesByName(language)
    const { byCode, decisive } = otherCountryNames()
    const wrong = [...byCode].flatMap(([code, names]) =>
      names.flatMap((name) => {
        const meant = [typedCountry(countries, name)?.code, onlyMatch(countries, name)?.code]
        const isRight = meant.every((one) => one === code || (one === undefined && !decisive.has(name)))
        const isFirst = !decisive.has(name) || matchCountries(countries, name)[0]?.code === code
        return isRight && isFirst ? [] : [`${name}: ${code}, not ${String(meant[0] ?? meant[1])}`]
      }),
    )
    expect(wrong).toEqual([])
  },
)

test.each(DeskLanguage.options)(
  'in %s a part of a name is no less ambiguous for names in other languages',
  (language) => {
    const countries = countriesByName(language)
    const names = countries.map(({ code, name }) => ({ code, name: foldName(name) }))
    const parts = new Set(
      names.flatMap(({ name }) =>
        [3, 4, 5].flatMap((length) =>
          Array.from({ length: Math.max(0, name.length - length + 1) }, (_, at) => name.slice(at, at + length)),
        ),
      ),
    )
    const { decisive } = otherCountryNames()
    const aliases = [...countryAliases]
    const isWhole = (text: string): boolean =>
      decisive.has(text) ||
      names.some(({ name }) => name === text) ||
      aliases.some(([, ofCountry]) => ofCountry.includes(text))
    const wrong = [...parts].flatMap((text) => {
      if (!/^\p{L}+$/u.test(text) || isWhole(text)) return []
      const [first, ...others] = names.filter(({ name }) => name.includes(text))
      // The beginning of an alias is offered and never taken, unless the name begins so, too.
      const isTaken =
        first !== undefined &&
        others.length === 0 &&
        (first.name.startsWith(text) || countryAliases.get(first.code)?.some((one) => one.startsWith(text)) !== true)
      const expected = isTaken ? first.code : undefined
      const found = [
        onlyMatch(countries, text)?.code,
        readNamedCountries(text, { countries, world: countries, conjunction: '' }).named[0]?.code,
      ]
      return found.every((code) => code === expected) ? [] : [`${text}: ${found.join()} and not ${String(expected)}`]
    })
    expect(wrong).toEqual([])
  },
)

test('after the preparations, of which there are several, nothing is left to be read', async () => {
  vi.resetModules()
  const of = vi.spyOn(Intl.DisplayNames.prototype, 'of')
  onTestFinished(() => of.mockRestore())
  const fresh = await import('../../../../renderer/lib/otherCountryNames.ts')
  const calls: number[] = []
  let isLeft = true
  while (isLeft) {
    of.mockClear()
    isLeft = fresh.prepareSome()
    calls.push(of.mock.calls.length)
  }
  // No part takes long.
  expect(calls.length).toBeGreaterThan(20)
  expect(Math.max(...calls)).toBeLessThan(200)
  expect(fresh.prepareSome()).toBe(false)
  of.mockClear()
  expect(fresh.otherCountryNames().byCode.get('JP')).toContain('japon')
  expect(of).not.toHaveBeenCalled()
})

test('no two countries have the same name in any language', () => {
  const all = [...otherCountryNames().byCode.values()].flat()
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
})
