/** What a package's row says about its stock and its coverage. */
import { describe, expect, test } from 'vitest'
import { CountrySetId } from '#shared/wire/ids.ts'
import type { InventoryRow } from '#shared/model/customer/views.ts'
import InventoryCell from '../../../../../renderer/features/inventory/InventoryCell.vue'
import { inventoryColumns } from '../../../../../renderer/features/inventory/inventoryColumns.ts'
import InventoryDetails from '../../../../../renderer/features/inventory/InventoryDetails.vue'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted, read } from '../../support/mounted.ts'
import { inventoryRow } from '../../support/samples.ts'

const cell = (column: string, changes: Partial<InventoryRow>) =>
  mounted(InventoryCell, { row: inventoryRow({ name: 'Europe 3 GB', ...changes }), column })

test.each(inventoryColumns)('the column %s has a cell', (column) => {
  expect(read(cell(column, { stock: 3 }))).not.toBe('')
})

test('the details show each field that the service sends, and none that it leaves out', () => {
  installBridge({ 'inventory.countries': accept({ source: 'inventory', countries: [] }) })
  const details = {
    productId: 'product-1',
    profileDomain: 'travel',
    policyType: 'standard',
    resetType: 'timeInterval',
    retailPriceEdited: true,
    otherRetailPrices: [{ amount: '8.00', currency: 'EUR' }],
  }
  const otherPrices = [{ amount: '4.00', currency: 'EUR' }]
  const labels = ['Product id', 'Profile domain', 'Data policy', 'Way of the reset', 'Other retail prices']
  const all = read(mounted(InventoryDetails, { row: inventoryRow({ name: 'Europe 3 GB', details, otherPrices }) }))
  for (const text of [...labels, 'product-1', 'travel', 'timeInterval', 'Changed in the portal', '€8.00', '€4.00'])
    expect(all).toContain(text)
  const least = read(mounted(InventoryDetails, { row: inventoryRow({ name: 'Europe 3 GB' }) }))
  for (const text of [...labels, 'in the portal']) expect(least).not.toContain(text)
})

describe('stock', () => {
  test.each([0, null])('%s means that a sale probably takes credits', (stock) => {
    const shown = cell('stock', { stock })
    expect(read(shown)).toBe('From credits')
    expect(shown.attributes('title')).toMatch(/probably.*takes credits/)
  })

  test('a number probably means prepaid units', () => {
    const shown = cell('stock', { stock: 42 })
    expect(read(shown)).toBe('42')
    expect(shown.attributes('title')).toMatch(/^Probably units paid for beforehand/)
  })

  test('of a test package it is called that, and never prepaid', () => {
    const trial = {
      sizeMb: 10,
      validityDays: 365,
      purchasePrice: { amount: '0.00', currency: 'USD' },
      stock: 20,
    }
    const shown = cell('stock', trial)
    expect(read(shown)).toBe('20')
    expect(shown.attributes('title')).toMatch(/^Free packages for trying out/)
    installBridge({ 'inventory.countries': accept({ countries: [], source: 'service' }) })
    const text = read(mounted(InventoryDetails, { row: inventoryRow({ name: 'Test Europe', ...trial }) }))
    expect(text).toContain('20 test packages left')
    expect(text).not.toMatch(/prepaid/i)
  })

  test('the details show it without hovering', () => {
    installBridge({ 'inventory.countries': accept({ countries: [], source: 'service' }) })
    const text = read(mounted(InventoryDetails, { row: inventoryRow({ name: 'Europe 3 GB', stock: 1 }) }))
    expect(text).toContain('1 prepaid unit')
    expect(text).toContain("The service doesn't say so.")
  })
})

describe('coverage', () => {
  test.each([
    ['APAC', 'Asia-Pacific · 3 countries'],
    ['LATAM', 'Latin America · 3 countries'],
    ['WWW', 'Worldwide · 3 countries'],
    ['north-america', 'North America · 3 countries'],
  ])('%s reads %s and shows its id on hover', (id, words) => {
    const shown = cell('coverage', { countrySet: CountrySetId.parse(id) })
    expect(read(shown)).toBe(words)
    expect(shown.get('[title]').attributes('title')).toBe(`Country set ${id}`)
  })

  test.each(['EUROPE_PLUS', 'Z1', 'constructor', 'set.APAC'])('the unknown set %s is shown as it came', (id) => {
    expect(read(cell('coverage', { countrySet: CountrySetId.parse(id) }))).toBe(`${id} · 3 countries`)
  })

  test('one country is shown by its name, with its code on hover', () => {
    const shown = cell('coverage', { countrySet: CountrySetId.parse('JP'), coverage: 'country', countries: ['JP'] })
    expect(read(shown)).toBe('Japan')
    expect(shown.get('[title]').attributes('title')).toBe('Country set JP')
  })
})
