import { describe, expect, test } from 'vitest'
import type { InventoryRow } from '#shared/model/customer/views.ts'
import {
  filterFromQuery,
  filterInventory,
  filterToQuery,
  isFiltering,
  noFilter,
  priceLimit,
  type InventoryFilter,
} from '../../../../renderer/lib/inventoryFilter.ts'
import { searchableText } from '../../../../renderer/lib/packageText.ts'
import { variedRows as rows } from '../support/inventorySamples.ts'
import { inventoryRow } from '../support/samples.ts'

const searchTextOf = (row: InventoryRow): string => searchableText(row, row.countries.includes('KR') ? 'Korea' : '')
const names = (filter: Partial<InventoryFilter>): string[] =>
  filterInventory(rows, { ...noFilter, ...filter }, searchTextOf, []).map((row) => row.name)

describe('filters', () => {
  test('a country finds every package that covers it, including worldwide ones', () => {
    expect(names({ countries: ['JP'] })).toEqual(['Welt 1 TB', 'Asia 10 GB', 'Japan 1 GB'])
  })

  test('of several countries all have to be covered', () => {
    expect(names({ countries: ['JP', 'KR'] })).toEqual(names({ countries: ['KR', 'JP'] }))
    expect(names({ countries: ['JP', 'KR'] })).not.toContain('Japan 1 GB')
    expect(names({ countries: ['JP', 'KR'] })).toContain('Asia 10 GB')
  })

  test('words are found in the name without accents or case, and in the names of countries', () => {
    expect(names({ text: 'europe gb' })).toEqual(['Éurope 3 GB'])
    expect(names({ text: 'korea' })).toEqual(['Asia 10 GB'])
  })

  test('a size is exactly that size, however it is written', () => {
    expect(names({ text: '1 gb' })).toEqual(['Japan 1 GB'])
    expect(names({ text: '1GB' })).toEqual(['Japan 1 GB'])
    expect(names({ text: '1024 MB' })).toEqual(['Japan 1 GB'])
    expect(names({ text: 'asia 0,5 GB' })).toEqual([])
    expect(names({ text: '.3 GB' })).toEqual([])
  })

  test('a number is a whole one, and only if there is none, the beginning of another', () => {
    expect(names({ text: '1' }).toSorted()).toEqual(['Japan 1 GB', 'Welt 1 TB'])
    expect(names({ text: '10' })).toEqual(['Asia 10 GB'])
    expect(names({ text: 'asia 1' })).toEqual(['Asia 10 GB'])
    const named = (...all: readonly string[]) => all.map((name) => inventoryRow({ name }))
    const found = (text: string, ...all: readonly string[]): string[] =>
      filterInventory(named(...all), { ...noFilter, text }, searchTextOf, []).map(({ name }) => name)
    const written = ['Europe 5GB 30days', 'Europe 5 GB', 'Europe 50 GB', 'World 1.5 GB', 'World 0,5 GB', 'Asia 5.0 GB']
    expect(found('5', ...written)).toEqual(['Europe 5GB 30days', 'Europe 5 GB'])
    expect(found('30', ...written)).toEqual(['Europe 5GB 30days'])
    expect(found('1', 'World 1.5 GB', 'Europe 10 GB')).toEqual(['World 1.5 GB', 'Europe 10 GB'])
  })

  test('special characters are only text', () => {
    expect(names({ text: '.* % _ ( [' })).toEqual([])
  })

  test('sizes, validities, price, and being active', () => {
    expect(names({ size: 'upTo1' })).toEqual(['Japan 1 GB'])
    expect(names({ size: 'over20' })).toEqual(['Welt 1 TB'])
    expect(names({ validity: 'week' })).toEqual(['Japan 1 GB'])
    expect(names({ validity: 'unlimited' })).toEqual(['Welt 1 TB'])
    expect(names({ priceUpTo: '4,50' })).toEqual(['Éurope 3 GB', 'Japan 1 GB'])
    expect(names({ active: 'inactive' })).toEqual(['Asia 10 GB'])
  })

  test('a price that is not a number filters nothing', () => {
    expect(priceLimit({ ...noFilter, priceUpTo: 'cheap' })).toBeNull()
    expect(names({ priceUpTo: 'cheap' })).toHaveLength(4)
    expect(isFiltering({ ...noFilter, priceUpTo: 'cheap' })).toBe(false)
  })
})

describe('the query of the route', () => {
  test('stores a choice and restores it', () => {
    const filter: InventoryFilter = {
      text: 'gb',
      countries: ['JP', 'KR'],
      size: '1to5',
      validity: 'month',
      priceUpTo: '5',
      active: 'active',
    }
    expect(filterFromQuery(filterToQuery(filter))).toEqual(filter)
  })

  test('is empty if nothing is chosen', () => {
    expect(filterToQuery(noFilter)).toEqual({})
  })

  test('is read as no choice if it is invalid', () => {
    expect(filterFromQuery({ country: '<script>', size: 'huge', q: ['x'], active: null })).toEqual(noFilter)
    expect(filterFromQuery({ country: 'JP,x,JP,KR' }).countries).toEqual(['JP', 'KR'])
  })
})
