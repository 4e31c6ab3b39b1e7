/** Which packages fit a customer, whose country set the service does not report. */
import { expect, test } from 'vitest'
import type { Coverage } from '#shared/model/views.ts'
import { CountrySetId } from '#shared/wire/ids.ts'
import { customerSet, packageChoices } from '../../../../../renderer/features/purchases/fittingPackages.ts'
import { inventoryRow, item } from '../../support/samples.ts'

const set = (id: string): CountrySetId => CountrySetId.parse(id)
const covers = (certainty: Coverage['certainty'], id: string | null) =>
  item({ coverage: { certainty, countrySet: id === null ? null : set(id), countries: [] } })
const europe = inventoryRow({ name: 'Europe' })
const asia = inventoryRow({ name: 'Asia', countrySet: set('ASIA') })
const old = inventoryRow({ name: 'Old Europe', active: false })
const names = (choices: ReturnType<typeof packageChoices>) =>
  choices.map(({ row, misfit }) => `${row.name}: ${misfit ?? 'fits'}`)

test('one package that the journal knows outweighs every inference', () => {
  expect(customerSet([covers('probably', 'ASIA'), covers('known', 'EUROPE')])).toEqual({
    certainty: 'known',
    countrySet: 'EUROPE',
  })
})

test('inferred packages of one set probably indicate it, and contradictions and unknowns indicate nothing', () => {
  expect(customerSet([covers('probably', 'ASIA'), covers('unknown', null), covers('probably', 'ASIA')])).toEqual({
    certainty: 'probably',
    countrySet: 'ASIA',
  })
  expect(customerSet([covers('probably', 'ASIA'), covers('probably', 'EUROPE')])).toBeNull()
  expect(customerSet([covers('unknown', null)])).toBeNull()
})

test('packages that fit come first, and the others follow with the reason', () => {
  expect(names(packageChoices([asia, old, europe], { certainty: 'known', countrySet: set('EUROPE') }))).toEqual([
    'Europe: fits',
    'Asia: other_set',
    'Old Europe: inactive',
  ])
  expect(names(packageChoices([asia, europe], { certainty: 'probably', countrySet: set('EUROPE') }))).toEqual([
    'Europe: fits',
    'Asia: probably_other_set',
  ])
})

test('if the set is not known, every package fits', () => {
  expect(names(packageChoices([asia, europe], null))).toEqual(['Asia: fits', 'Europe: fits'])
})
