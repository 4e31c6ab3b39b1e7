import { describe, expect, it } from 'vitest'
import { inferCoverage } from '../../../../shared/model/coverage.ts'
import { item, packageOf } from './things.ts'

const unknown = { certainty: 'unknown', countrySet: null, countries: [] }

describe('the coverage of an item, inferred from the inventory', () => {
  it('is probably that of the one package with the same name, size and validity', () => {
    const others = [packageOf({ id: 'b', name: 'Asia 3 GB', countrySet: 'ASIA' }), packageOf({ id: 'c', sizeValue: 5 }), packageOf({ id: 'd', validitySize: 7 })]
    expect(inferCoverage(item(), [packageOf(), ...others])).toEqual({ certainty: 'probably', countrySet: 'EUROPE', countries: ['DE', 'FR'] })
  })

  it('sees through units of size and validity', () => {
    const same = packageOf({ sizeValue: 3072, sizeUnit: 'MB', validitySize: 30, validityUnit: 'DAY' })
    expect(inferCoverage(item(), [same]).certainty).toBe('probably')
  })

  it('is unknown where packages of two country sets look alike', () => {
    expect(inferCoverage(item(), [packageOf(), packageOf({ id: 'b', countrySet: 'BALKANS' })])).toEqual(unknown)
  })

  it('is unknown without such a package', () => {
    expect(inferCoverage(item(), [])).toEqual(unknown)
    expect(inferCoverage(item({ balance: { name: null } }), [packageOf()])).toEqual(unknown)
  })

  it('takes a country set of one country for that country where none is listed', () => {
    expect(inferCoverage(item(), [packageOf({ countrySet: 'JP', includedCountries: null })]).countries).toEqual(['JP'])
    expect(inferCoverage(item(), [packageOf({ countrySet: 'WWW', includedCountries: null })]).countries).toEqual([])
  })

  it('takes a package without end for what says 0 days, and not for one with an end', () => {
    const endless = packageOf({ validitySize: 0, validityUnlimited: true })
    expect(inferCoverage(item({ balance: { validitySize: 0 } }), [endless]).certainty).toBe('probably')
    expect(inferCoverage(item(), [endless])).toEqual(unknown)
  })
})
