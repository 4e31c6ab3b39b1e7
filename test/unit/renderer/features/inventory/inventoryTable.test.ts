/** What a package's row says about its stock and its coverage. */
import { describe, expect, test } from 'vitest'
import { CountrySetId } from '#shared/wire/ids.ts'
import type { InventoryRow } from '#shared/model/customer/views.ts'
import InventoryDetails from '../../../../../renderer/features/inventory/InventoryDetails.vue'
import InventoryTable from '../../../../../renderer/features/inventory/InventoryTable.vue'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { inventoryRow } from '../../support/samples.ts'

function cell(column: 'stock' | 'coverage', changes: Partial<InventoryRow>) {
  const row = inventoryRow({ name: 'Europe 3 GB', ...changes })
  // Another package has a stock, so that there is a column for it.
  const all = [row, inventoryRow({ name: 'Stocked', stock: 3 })]
  const wrapper = mounted(InventoryTable, { rows: [row], all, sort: null, openId: null })
  const headings = wrapper.findAll('[role=columnheader]').map(read)
  return wrapper.get(`[role=gridcell]:nth-child(${headings.indexOf(text(`inventory.column.${column}`)) + 1}) > *`)
}

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
  const labels = [
    text('inventory.details.productId'),
    text('inventory.details.profileDomain'),
    text('inventory.details.policyType'),
    text('inventory.details.resetType'),
    text('inventory.details.otherRetailPrices'),
  ]
  const all = read(mounted(InventoryDetails, { row: inventoryRow({ name: 'Europe 3 GB', details, otherPrices }) }))
  for (const shownText of [
    ...labels,
    'product-1',
    'travel',
    'timeInterval',
    text('inventory.details.edited'),
    '€8.00',
    '€4.00',
  ])
    expect(all).toContain(shownText)
  const least = read(mounted(InventoryDetails, { row: inventoryRow({ name: 'Europe 3 GB' }) }))
  for (const shownText of [...labels, text('inventory.details.edited')]) expect(least).not.toContain(shownText)
})

describe('stock', () => {
  test.each([
    [0, 'inventory.stock.creditsHint'],
    [null, 'inventory.stock.noneHint'],
  ])('%s means that a sale probably takes credits', (stock, hint) => {
    const shown = cell('stock', { stock })
    expect(read(shown)).toBe(text('inventory.stock.credits'))
    expect(shown.attributes('title')).toBe(text(hint))
  })

  test('a number probably means prepaid units', () => {
    const shown = cell('stock', { stock: 42 })
    expect(read(shown)).toBe('42')
    expect(shown.attributes('title')).toBe(text('inventory.stock.prepaidHint'))
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
    expect(shown.attributes('title')).toBe(text('inventory.stock.testHint'))
    installBridge({ 'inventory.countries': accept({ countries: [], source: 'service' }) })
    const shownText = read(mounted(InventoryDetails, { row: inventoryRow({ name: 'Test Europe', ...trial }) }))
    expect(shownText).toContain(text('inventory.stock.test', { count: 20 }))
    expect(shownText).not.toContain(text('inventory.stock.prepaid', { count: 20 }))
    expect(shownText).not.toContain(text('inventory.stock.prepaidHint'))
  })

  test('the details show it without hovering', () => {
    installBridge({ 'inventory.countries': accept({ countries: [], source: 'service' }) })
    const shownText = read(mounted(InventoryDetails, { row: inventoryRow({ name: 'Europe 3 GB', stock: 1 }) }))
    expect(shownText).toContain(text('inventory.stock.prepaid', { count: 1 }))
    expect(shownText).toContain(text('inventory.stock.prepaidHint'))
  })
})

describe('coverage', () => {
  const three = text('customer.coverage.countries', { count: 3 })
  test.each([
    ['APAC', 'places.set.APAC'],
    ['LATAM', 'places.set.LATAM'],
    ['WWW', 'places.set.WWW'],
    ['north-america', 'places.set.NORTHAM'],
  ])('%s reads %s and shows its id on hover', (id, place) => {
    const shown = cell('coverage', { countrySet: CountrySetId.parse(id) })
    expect(read(shown)).toBe(text('customer.coverage.withCount', { place: text(place), countries: three }))
    expect(shown.attributes('title')).toBe(text('places.countrySet', { id }))
  })

  test.each(['EUROPE_PLUS', 'Z1', 'constructor', 'set.APAC'])('the unknown set %s is shown as it came', (id) => {
    expect(read(cell('coverage', { countrySet: CountrySetId.parse(id) }))).toBe(
      text('customer.coverage.withCount', { place: id, countries: three }),
    )
  })

  test('one country is shown by its name, with its code on hover', () => {
    const shown = cell('coverage', { countrySet: CountrySetId.parse('JP'), coverage: 'country', countries: ['JP'] })
    expect(read(shown)).toBe('Japan')
    expect(shown.attributes('title')).toBe(text('places.countrySet', { id: 'JP' }))
  })
})
