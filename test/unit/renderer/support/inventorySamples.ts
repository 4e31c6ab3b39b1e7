/** Packages that differ in everything by which the inventory is filtered and sorted. */
import { CountrySetId } from '#shared/wire/ids.ts'
import { inventoryRow } from './samples.ts'

export const japan = inventoryRow({
  name: 'Japan 1 GB',
  countrySet: CountrySetId.parse('JP'),
  coverage: 'country',
  countries: ['JP'],
  sizeMb: 1024,
  validityDays: 7,
  purchasePrice: { amount: '2.10', currency: 'USD' },
  stock: 5,
})
export const asia = inventoryRow({
  name: 'Asia 10 GB',
  countrySet: CountrySetId.parse('ASIA'),
  countries: ['JP', 'KR'],
  sizeMb: 10240,
  purchasePrice: { amount: '10.00', currency: 'USD' },
  active: false,
})
export const store = inventoryRow({
  name: 'Welt 1 TB',
  countrySet: CountrySetId.parse('WWW'),
  coverage: 'worldwide',
  countries: ['JP', 'FR'],
  sizeMb: 1024 * 1024,
  validityDays: null,
  validity: { value: null, unit: null, unlimited: true },
  purchasePrice: null,
  stock: null,
})
export const europe = inventoryRow({ name: 'Éurope 3 GB' })
/** In no order. */
export const variedRows = [store, asia, europe, japan]
