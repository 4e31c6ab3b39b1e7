import { describe, expect, it } from 'vitest'
import {
  coverageOfItems,
  coverageOfKindText,
  inferCoverage,
  kindTextOf,
} from '../../../../../shared/model/package/coverage.ts'
import { CountrySetId } from '../../../../../shared/wire/ids.ts'
import { item, packageOf } from '../things.ts'

const unknown = { certainty: 'unknown', countrySet: null, countries: [] }

describe('the coverage of an item, inferred from the inventory', () => {
  it('is probably that of the one package with the same name, size and validity', () => {
    const others = [
      packageOf({ id: 'b', name: 'Asia 3 GB', countrySet: 'ASIA' }),
      packageOf({ id: 'c', sizeValue: 5 }),
      packageOf({ id: 'd', validitySize: 7 }),
    ]
    expect(inferCoverage(item(), [packageOf(), ...others])).toEqual({
      certainty: 'probably',
      countrySet: 'EUROPE',
      countries: ['DE', 'FR'],
    })
  })

  it('sees through units of size and validity', () => {
    const same = packageOf({ sizeValue: 3072, sizeUnit: 'MB', validitySize: 30, validityUnit: 'DAY' })
    expect(inferCoverage(item(), [same]).certainty).toBe('probably')
  })

  it('is unknown if packages of two country sets look alike', () => {
    expect(inferCoverage(item(), [packageOf(), packageOf({ id: 'b', countrySet: 'BALKANS' })])).toEqual(unknown)
  })

  it('is unknown without such a package', () => {
    expect(inferCoverage(item(), [])).toEqual(unknown)
    expect(inferCoverage(item({ balance: { name: null } }), [packageOf()])).toEqual(unknown)
  })

  it('uses a country set of one country as that country if none is listed', () => {
    expect(inferCoverage(item(), [packageOf({ countrySet: 'JP', includedCountries: null })]).countries).toEqual(['JP'])
    expect(inferCoverage(item(), [packageOf({ countrySet: 'WWW', includedCountries: null })]).countries).toEqual([])
  })

  it('treats 0 days as no end, and not as an end', () => {
    const endless = packageOf({ validitySize: 0, validityUnlimited: true })
    expect(inferCoverage(item({ balance: { validitySize: 0 } }), [endless]).certainty).toBe('probably')
    expect(inferCoverage(item(), [endless])).toEqual(unknown)
    expect(inferCoverage(item({ balance: { validityUnlimited: true } }), [packageOf()])).toEqual(unknown)
    expect(inferCoverage(item({ balance: { validitySize: null } }), [packageOf({ validitySize: 0 })]).certainty).toBe(
      'probably',
    )
  })

  it('sees through blanks around names', () => {
    expect(
      inferCoverage(item({ balance: { name: ' Europe 3 GB' } }), [packageOf({ name: 'Europe 3 GB ' })]).certainty,
    ).toBe('probably')
  })

  it('compares lengths in a unit that is not known as they are written', () => {
    const moons = (validitySize: number, validityUnit = 'moons') => packageOf({ validitySize, validityUnit })
    const bought = item({ balance: { validitySize: 2, validityUnit: 'moons' } })
    expect(inferCoverage(bought, [moons(2)]).certainty).toBe('probably')
    expect(inferCoverage(bought, [moons(3)])).toEqual(unknown)
    expect(inferCoverage(bought, [moons(2, 'suns')])).toEqual(unknown)
    expect(inferCoverage(bought, [packageOf({ validitySize: 2 })])).toEqual(unknown)
    expect(inferCoverage(item(), [moons(30)])).toEqual(unknown)
  })

  it('is unknown if one of several packages that look alike has another set', () => {
    const all = [packageOf(), packageOf({ id: 'b' }), packageOf({ id: 'c', countrySet: 'BALKANS' })]
    expect(inferCoverage(item(), all)).toEqual(unknown)
    expect(inferCoverage(item(), all.slice(0, 2)).certainty).toBe('probably')
  })
})

describe('the coverage of an item that this desk bought', () => {
  const own = CountrySetId.parse('ASIA')
  it('is certain even if other packages look the same', () => {
    expect(
      inferCoverage(
        item(),
        [packageOf(), packageOf({ id: 'b', countrySet: 'ASIA', includedCountries: ['JP', 'TH'] })],
        own,
      ),
    ).toEqual({ certainty: 'known', countrySet: 'ASIA', countries: ['JP', 'TH'] })
  })
  it('has no countries if the inventory no longer has such a set', () => {
    expect(inferCoverage(item(), [packageOf()], own)).toEqual({ certainty: 'known', countrySet: 'ASIA', countries: [] })
  })
})

describe('the coverage of a customer', () => {
  const inventory = [packageOf(), packageOf({ id: 'b', name: 'Asia 3 GB', countrySet: 'ASIA' })]
  const asia = item({ balance: { name: 'Asia 3 GB' } })
  const unknownUnit = item({ balance: { name: 'Something else' } })
  it('is the one that all items with a known set agree on', () => {
    expect(coverageOfItems([unknownUnit, item(), item()], inventory)).toEqual({
      certainty: 'probably',
      countrySet: 'EUROPE',
      countries: ['DE', 'FR'],
    })
  })
  it('is unknown if they do not agree or none is known', () => {
    expect(coverageOfItems([item(), item(), asia], inventory)).toEqual(unknown)
    expect(coverageOfItems([unknownUnit], inventory)).toEqual(unknown)
    expect(coverageOfItems([], inventory)).toEqual(unknown)
  })
})

describe('the kind of a package', () => {
  const inventory = [
    packageOf(),
    packageOf({ id: 'b', name: 'Asia 3 GB', countrySet: 'ASIA' }),
    packageOf({ id: 'c', name: 'World', validitySize: 0, validityUnlimited: true }),
  ]
  it('has the coverage of the package', () => {
    const balances = [
      {},
      { name: ' Asia 3 GB' },
      { name: 'World', validitySize: null, validityUnit: null, validityUnlimited: true },
      { name: 'Moon' },
      { name: null },
      { name: 'x'.repeat(1000) },
      { size: { sizeValue: 3072, sizeUnit: 'mb' } },
      { size: { sizeValue: 4, sizeUnit: 'GB' } },
    ]
    const expected = ['probably', 'probably', 'probably', 'unknown', 'unknown', 'unknown', 'probably', 'unknown']
    for (const [n, balance] of balances.entries()) {
      const coverage = coverageOfKindText(kindTextOf(item({ balance })), inventory)
      expect([balance, coverage]).toEqual([balance, inferCoverage(item({ balance }), inventory)])
      expect([balance, coverage.certainty]).toEqual([balance, expected[n]])
    }
  })
  it('is the same for packages that differ in their state alone', () => {
    const used = item({ balance: { activatedAt: null, availableBalance: { sizeValue: 0, sizeUnit: 'GB' } } })
    expect(kindTextOf(used)).toBe(kindTextOf(item()))
  })
})
