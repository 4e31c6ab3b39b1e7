/**
 * Items, packages and times for tests of the rules. The wire schemas parse them, so that they are what the desk really
 * receives.
 */
import type { z } from 'zod'
import { WireActivatedItem, WireCustomerEntry } from '../../../../shared/wire/customer.ts'
import { WireInventoryItem } from '../../../../shared/wire/inventory.ts'

export const now = Date.UTC(2026, 5, 15, 12)
export const day = 24 * 60 * 60 * 1000
export const at = (days: number): string => new Date(now + days * day).toISOString()

type Parts = Omit<Partial<z.input<typeof WireActivatedItem>>, 'balance'> & {
  readonly balance?: Partial<z.input<typeof WireActivatedItem>['balance']>
}

export function item(parts: Parts = {}): WireActivatedItem {
  return WireActivatedItem.parse({
    uid: 'item-1',
    metatag: 'order 7',
    salesChannel: 'Reseller API',
    purchasePrice: { priceValue: 4.5, currencyCode: 'USD' },
    salesDate: at(-2),
    ...parts,
    balance: {
      activatedAt: at(-1),
      expiresAt: at(29),
      activationMode: 'NOW',
      name: 'Europe 3 GB',
      size: { sizeValue: 3, sizeUnit: 'GB' },
      availableBalance: { sizeValue: 3, sizeUnit: 'GB' },
      validitySize: 30,
      validityUnit: 'days',
      ...parts.balance,
    },
  })
}

export const waiting = (mode: string, parts: Parts = {}): WireActivatedItem =>
  item({ ...parts, balance: { activatedAt: null, expiresAt: at(88), activationMode: mode, ...parts.balance } })

export function packageOf(parts: Partial<z.input<typeof WireInventoryItem>> = {}): WireInventoryItem {
  return WireInventoryItem.parse({
    id: 'package-1',
    name: 'Europe 3 GB',
    sizeValue: 3,
    sizeUnit: 'GB',
    validitySize: 30,
    validityUnit: 'days',
    countrySet: 'EUROPE',
    includedCountries: ['DE', 'FR'],
    ...parts,
  })
}

export function entry(
  items: readonly WireActivatedItem[],
  parts: Partial<z.input<typeof WireCustomerEntry>> = {},
): WireCustomerEntry {
  return WireCustomerEntry.parse({
    customer: { uid: 'customer-1', email: 'ann@example.com' },
    totalAvailableBalance: { sizeValue: 3, sizeUnit: 'GB' },
    relatedEsims: [{ uid: 'esim-1', iccid: '8949000000000000001' }],
    ...parts,
    activatedItems: items,
  })
}
