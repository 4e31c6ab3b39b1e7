import { describe, expect, test } from 'vitest'
import {
  columnsWithNews,
  defaultSort,
  inventoryColumns,
  sortFromQuery,
  sortInventory,
  sortToQuery,
  type InventorySort,
} from '../../../../../renderer/features/inventory/inventoryColumns.ts'
import { variedRows as rows } from '../../support/inventorySamples.ts'
import { inventoryRow } from '../../support/samples.ts'

const placesOf = (): string => ''
const sorted = (sort: Partial<InventorySort>): string[] =>
  sortInventory(rows, { ...defaultSort, ...sort }, placesOf).map((row) => row.name)

describe('sorting', () => {
  test('by name: sizes by their amount, other numbers as numbers', () => {
    const named = [
      'Africa 50 GB · 90 days',
      'Africa 500 MB · 3 days',
      'Africa 10 GB',
      'Africa 1 TB',
      'Africa 1,5 GB',
      'Africa 1 GB · 30 days',
      'Africa 1 GB · 7 days',
      'Asia 50 MB',
    ]
    expect(
      sortInventory(
        named.map((name) => inventoryRow({ name })),
        defaultSort,
        placesOf,
      ).map((row) => row.name),
    ).toEqual([
      'Africa 500 MB · 3 days',
      'Africa 1 GB · 7 days',
      'Africa 1 GB · 30 days',
      'Africa 1,5 GB',
      'Africa 10 GB',
      'Africa 50 GB · 90 days',
      'Africa 1 TB',
      'Asia 50 MB',
    ])
  })

  test('by size as an amount, not as text', () => {
    expect(sorted({ sort: 'size' })).toEqual(['Japan 1 GB', 'Éurope 3 GB', 'Asia 10 GB', 'Welt 1 TB'])
  })

  test('rows without a price come last in both directions', () => {
    expect(sorted({ sort: 'purchasePrice' })).toEqual(['Japan 1 GB', 'Éurope 3 GB', 'Asia 10 GB', 'Welt 1 TB'])
    expect(sorted({ sort: 'purchasePrice', descending: true })).toEqual([
      'Asia 10 GB',
      'Éurope 3 GB',
      'Japan 1 GB',
      'Welt 1 TB',
    ])
  })

  test('an unlimited validity is the longest', () => {
    expect(sorted({ sort: 'validity', descending: true }).at(0)).toBe('Welt 1 TB')
  })
})

describe('the query of the route', () => {
  test('stores a choice and restores it', () => {
    const sort: InventorySort = { sort: 'margin', descending: true }
    expect(sortFromQuery(sortToQuery(sort))).toEqual(sort)
  })

  test('is empty if nothing is chosen', () => {
    expect(sortToQuery({ sort: null, descending: false })).toEqual({})
  })

  test('is read as no choice if it is invalid', () => {
    expect(sortFromQuery({ sort: ['a'], order: 'descending' })).toEqual({ sort: null, descending: false })
    expect(sortFromQuery({ sort: 'weight' })).toEqual({ sort: null, descending: false })
  })
})

test('a column is hidden only if no package has anything to say in it', () => {
  const plain = inventoryRow({ name: 'Plain', highSpeed: null, retailPrice: null, margin: null, stock: 0 })
  const hidden = (...others: readonly Parameters<typeof inventoryRow>[0][]): string[] => {
    const shown = columnsWithNews([plain, ...others.map(inventoryRow)])
    return inventoryColumns.filter((column) => !shown.includes(column)).map(({ key }) => key)
  }
  expect(hidden()).toEqual(['highSpeed', 'retailPrice', 'margin', 'stock'])
  expect(hidden({ name: 'Stocked', highSpeed: null, retailPrice: null, margin: null, stock: 3 })).toEqual([
    'highSpeed',
    'retailPrice',
    'margin',
  ])
  expect(hidden(...rows)).not.toContain('retailPrice')
})
