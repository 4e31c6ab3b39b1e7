/** Which packages fit a customer, whose country set the service does not report. */
import { describe, expect, test } from 'vitest'
import type { Coverage } from '#shared/model/customer/views.ts'
import { CountrySetId } from '#shared/wire/ids.ts'
import { customerSet, lastSold, packageChoices } from '../../../../../renderer/features/purchases/fittingPackages.ts'
import { inventoryRow, item } from '../../support/samples.ts'

const set = (id: string): CountrySetId => CountrySetId.parse(id)
const covers = (certainty: Coverage['certainty'], id: string | null) =>
  item({ coverage: { certainty, countrySet: id === null ? null : set(id), countries: [] } })
const europe = inventoryRow({ name: 'Europe' })
const asia = inventoryRow({ name: 'Asia', countrySet: set('ASIA') })
const old = inventoryRow({ name: 'Old Europe', active: false })
const names = (choices: ReturnType<typeof packageChoices>) =>
  choices.map(({ row, misfit }) => `${row.name}: ${misfit ?? 'fits'}`)

test('one package from the journal outweighs every inference', () => {
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

test('a package that does not work where the customer is comes after those that do, also the one sold last', () => {
  const inAsia = inventoryRow({ name: 'Asia', countrySet: set('ASIA'), countries: ['JP', 'KR'] })
  const unlisted = inventoryRow({ name: 'Nobody knows', countries: [] })
  const probably = { certainty: 'probably', countrySet: set('EUROPE') } as const
  expect(names(packageChoices([europe, inAsia], null, europe.id, 'JP'))).toEqual(['Asia: fits', 'Europe: elsewhere'])
  expect(names(packageChoices([europe, inAsia], probably, null, 'FR'))).toEqual(['Europe: fits', 'Asia: elsewhere'])
  expect(names(packageChoices([europe, unlisted], null, unlisted.id, 'JP'))).toEqual([
    'Nobody knows: fits',
    'Europe: elsewhere',
  ])
  const africa = inventoryRow({ name: 'Africa', countrySet: set('AFRICA'), countries: ['KE'] })
  expect(names(packageChoices([africa, europe, inAsia], probably, null, 'JP'))).toEqual([
    'Asia: probably_other_set',
    'Europe: elsewhere',
    'Africa: elsewhere',
  ])
  const known = { certainty: 'known', countrySet: set('EUROPE') } as const
  expect(names(packageChoices([inAsia], known, null, 'FR'))).toEqual(['Asia: other_set'])
})

test('if the set is not known, every package fits', () => {
  expect(names(packageChoices([asia, europe], null))).toEqual(['Asia: fits', 'Europe: fits'])
})

const test10 = inventoryRow({
  name: 'Test Europe 10 MB',
  size: { value: 10, unit: 'MB' },
  sizeMb: 10,
  validityDays: 365,
  purchasePrice: { amount: '0.00', currency: 'USD' },
  stock: 20,
})

test('the package sold last comes first, and test packages come last', () => {
  const choices = packageChoices(
    [test10, asia, old, europe],
    { certainty: 'known', countrySet: set('EUROPE') },
    asia.id,
  )
  expect(names(choices)).toEqual(['Asia: other_set', 'Europe: fits', 'Old Europe: inactive', 'Test Europe 10 MB: fits'])
  expect(choices.map(({ isTest }) => isTest)).toEqual([false, false, false, true])
})

describe('the package that was sold last', () => {
  const three = inventoryRow({ name: 'Europe 3 GB' })
  const five = inventoryRow({ name: 'Europe 5 GB', size: { value: 5, unit: 'GB' }, sizeMb: 5120 })
  const earlier = item({ name: 'Europe 5 GB', size: { value: 5, unit: 'GB' }, salesDate: '2026-01-01T00:00:00Z' })
  const later = item({ salesDate: '2026-02-01T00:00:00Z' })

  test('is that of the newest sale', () => {
    expect(lastSold([earlier, later], [five, three])).toBe(three.id)
    expect(lastSold([], [five, three])).toBeNull()
  })
  test('is that of the newest sale that was not refunded', () => {
    const refunded = item({ ...later, phase: 'refunded' })
    expect(lastSold([earlier, refunded], [five, three])).toBe(five.id)
    expect(lastSold([refunded], [five, three])).toBeNull()
  })
  test('is none if the inventory has none or several of its name, size, validity and country set', () => {
    expect(lastSold([later], [five])).toBeNull()
    expect(lastSold([later], [three, inventoryRow({ ...three, id: five.id })])).toBeNull()
    expect(lastSold([later], [{ ...three, countrySet: set('ASIA') }])).toBeNull()
    expect(lastSold([later], [{ ...three, validity: { value: 7, unit: 'days', unlimited: false } }])).toBeNull()
  })
  test('is none if it can not be sold any more, or if it was a test package', () => {
    expect(lastSold([later], [{ ...three, active: false }])).toBeNull()
    expect(lastSold([item({ name: test10.name, size: test10.size })], [test10])).toBeNull()
  })
})
