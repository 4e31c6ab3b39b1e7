/** A package as the wire has it (interface 2.2). */
import type { z } from 'zod'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { hashText } from '../prng.ts'
import type { Package } from '../store/inventory.ts'
import type { Store } from '../store/store.ts'
import { price, spoken } from './values.ts'

export type InventoryItemAnswer = z.input<typeof WireInventoryItem>

const daily: InventoryItemAnswer['extendedDataPolicy'] = {
  type: 'standard',
  resetType: 'timeInterval',
  interval: '24h',
  fixedTime: '00:00',
  throttleSpeed: '512 KB/s',
  totalHighSpeedVolume: { sizeValue: 1, sizeUnit: 'GB' },
}

export function inventoryItemAnswer(store: Store, pack: Package): InventoryItemAnswer {
  const hostile = store.variants.text === 'hostile'
  const euro = pack.priceEur === null ? [] : [price(pack.priceEur, 'EUR', 1)]
  return {
    id: pack.id,
    productId: pack.productId,
    name: spoken(pack.name, hostile, hashText(pack.id) >>> 3),
    sizeValue: pack.sizeValue,
    sizeUnit: pack.sizeUnit,
    validitySize: pack.validitySize,
    validityUnit: pack.validityUnit,
    validityUnlimited: pack.validity === null,
    countrySet: pack.set.id,
    includedCountries: [...pack.set.countries],
    active: pack.active,
    profileDomainKey: pack.set.kind === 'country' ? 'local' : 'travel',
    packageType: 'standard',
    extendedDataPolicy: pack.trait === 'daily' ? daily : null,
    prices: [price(pack.price), ...euro],
    amount: pack.stock,
    retailPriceEdited: pack.retailEdited,
    retailPrices:
      pack.retail === null
        ? []
        : [price(pack.retail), ...(pack.priceEur === null ? [] : [price(Math.round(pack.retail * 0.92), 'EUR', 1)])],
  }
}

type Known = {
  readonly stock: number
  readonly name: string
  readonly retail: number | null
  readonly hostile: boolean
  readonly text: string
}
const known = new WeakMap<Package, Known>()

/** The package as text, made again only when something of it has changed. */
function packageText(store: Store, pack: Package): string {
  const { stock, name, retail } = pack
  const hostile = store.variants.text === 'hostile'
  const last = known.get(pack)
  if (
    last !== undefined &&
    last.stock === stock &&
    last.name === name &&
    last.retail === retail &&
    last.hostile === hostile
  )
    return last.text
  const text = JSON.stringify(inventoryItemAnswer(store, pack))
  known.set(pack, { stock, name, retail, hostile, text })
  return text
}

function unreadableText(store: Store, pack: Package): string {
  return JSON.stringify({ ...inventoryItemAnswer(store, pack), sizeValue: 'much', prices: 'ask' })
}

const whole: { texts: readonly string[]; bytes: Buffer } = { texts: [], bytes: Buffer.alloc(0) }

/** As JSON of the whole inventory; the same bytes as last time when no package has changed. */
export function inventoryBytes(store: Store, packages: readonly Package[]): Buffer {
  const texts = packages.map((pack, at) =>
    at === store.variants.unreadablePackage ? unreadableText(store, pack) : packageText(store, pack),
  )
  const same = texts.length === whole.texts.length && texts.every((text, at) => text === whole.texts[at])
  if (!same) Object.assign(whole, { texts, bytes: Buffer.from(`{"items":[${texts.join(',')}]}`) })
  return whole.bytes
}
