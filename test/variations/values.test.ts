/** Fields of another type, and values in another spelling (interface 2). */
import type { VariantsInput } from '../../electron/sandbox/variants.ts'
import { runVariations } from './run.ts'
import type { Variation } from './variation.ts'

const fields: Readonly<Record<string, VariantsInput>> = {
  'a purchase price as text': { itemFields: { 'purchasePrice.priceValue': 'text' } },
  'a retail price of null': { itemFields: { 'retailPrice.priceValue': 'null' } },
  'a metatag as number': { itemFields: { metatag: 'number' } },
  'a validity as text': { itemFields: { 'balance.validitySize': 'text' } },
  'a size as text': { itemFields: { 'balance.size.sizeValue': 'text', 'balance.availableBalance.sizeValue': 'text' } },
  'a sales channel that is nested': { itemFields: { salesChannel: 'nested', salesDate: 'word' } },
  'an IMSI as number and a flag as text': { esimFields: { imsi: 'number', active: 'text' } },
  'a customer’s page that is an array': { customerFields: { profileUrl: 'array' } },
  'prices of the inventory as text': {
    inventoryFields: { 'prices.priceValue': 'text', 'retailPrices.priceValue': 'text' },
  },
  'stock, validity and flags of the inventory as text': {
    inventoryFields: { amount: 'text', validitySize: 'text', active: 'text' },
  },
}

/** A package without a volume is neither used nor unused, so nothing about it stops a refund. */
const unlimited = { customer: /^(?!.*(-1 [GM]B|\b0 MB|\b0 GB left|Used up|Empty))/ }

const variations: readonly Variation[] = [
  ...Object.entries(fields).map(([name, variants]): Variation => ({ name, variants })),
  ...(['minusOne', 'zero', 'unlimitedText', 'unlimitedUnit', 'unknownUnit'] as const).map((volumes): Variation => ({
    name: `unlimited as ${volumes}`,
    variants: { volumes },
    says: unlimited,
  })),
  ...(['year1', 'year1970', 'year0', 'omitted', 'emptyString'] as const).map((emptyDates): Variation => ({
    name: `not yet is ${emptyDates}`,
    variants: { emptyDates },
    jobs: ['customer', 'activation', 'refund'],
    ...(emptyDates === 'omitted' && { often: true }),
  })),
  ...(['blank', 'noSeconds', 'date', 'lowerCase', 'seconds', 'milliseconds'] as const).map((instants): Variation => ({
    name: `instants as ${instants}`,
    variants: { instants },
    jobs: ['customer', 'activation', 'refund'],
  })),
  ...(['KB', 'B', 'lowerCase'] as const).map((sizeUnits): Variation => ({
    name: `sizes in ${sizeUnits}`,
    variants: { sizeUnits },
    jobs: ['customer', 'inventory', 'refund'],
  })),
  ...(['lowerCase', 'noise'] as const).map((currency): Variation => ({
    name: `prices as ${currency}`,
    variants: { currency },
    jobs: ['inventory', 'refund', 'sale'],
  })),
  // Before an amount that isn't in USD, the main process asks a person.
  ...(['EUR', 'JPY', 'KWD'] as const).map((currency): Variation => ({
    name: `prices as ${currency}`,
    variants: { currency },
    jobs: ['inventory', 'customer', 'activation'],
  })),
  ...(['blanks', 'newline', 'noMatchingId', 'oid'] as const).map((activationCodes): Variation => ({
    name: `activation codes with ${activationCodes}`,
    variants: { activationCodes },
    jobs: ['search', 'sale'],
  })),
  { name: 'policies and retail prices of null', variants: { absentObjects: 'null' }, jobs: ['inventory', 'customer'] },
  { name: 'hostile texts', variants: { text: 'hostile' }, jobs: ['list', 'inventory'] },
]

runVariations('values', variations)
