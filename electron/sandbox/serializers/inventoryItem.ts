/** Serializes packages (interface 2.2). */
import type { z } from 'zod'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { hashText } from '../prng.ts'
import type { Package } from '../store/inventory.ts'
import type { Store } from '../store/store.ts'
import { price, displayText } from './values.ts'

export type InventoryItemBody = z.input<typeof WireInventoryItem>

const daily: InventoryItemBody['extendedDataPolicy'] = {
  type: 'standard',
  resetType: 'timeInterval',
  interval: '24h',
  fixedTime: '00:00',
  throttleSpeed: '512 KB/s',
  totalHighSpeedVolume: { sizeValue: 1, sizeUnit: 'GB' },
}

export function inventoryItemBody(store: Store, pack: Package): InventoryItemBody {
  const hostile = store.variants.text === 'hostile'
  const euro = pack.priceEur === null ? [] : [price(pack.priceEur, 'EUR', 1)]
  return {
    id: pack.id,
    productId: pack.productId,
    name: displayText(pack.name, hostile, hashText(pack.id) >>> 3),
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
    retailPrices: pack.retail.map(({ cents, currency }, index) => price(cents, currency, index)),
  }
}

type CachedText = {
  readonly stock: number
  readonly name: string
  readonly retail: Package['retail']
  readonly hostile: boolean
  readonly text: string
}
const cachedTexts = new WeakMap<Package, CachedText>()

/** Returns the package as text, which is cached until one of its properties changes. */
function packageText(store: Store, pack: Package): string {
  const { stock, name, retail } = pack
  const hostile = store.variants.text === 'hostile'
  const cached = cachedTexts.get(pack)
  if (
    cached !== undefined &&
    cached.stock === stock &&
    cached.name === name &&
    cached.retail === retail &&
    cached.hostile === hostile
  )
    return cached.text
  const text = JSON.stringify(inventoryItemBody(store, pack))
  cachedTexts.set(pack, { stock, name, retail, hostile, text })
  return text
}

function unreadableText(store: Store, pack: Package): string {
  return JSON.stringify({ ...inventoryItemBody(store, pack), sizeValue: 'much', prices: 'ask' })
}

const lastInventory: { texts: readonly string[]; bytes: Buffer } = { texts: [], bytes: Buffer.alloc(0) }

/** Returns the whole inventory as JSON; the same buffer as before when no package has changed. */
export function inventoryBytes(store: Store, packages: readonly Package[]): Buffer {
  const texts = packages.map((pack, at) =>
    at === store.variants.unreadablePackage ? unreadableText(store, pack) : packageText(store, pack),
  )
  const same =
    texts.length === lastInventory.texts.length && texts.every((text, at) => text === lastInventory.texts[at])
  if (!same) Object.assign(lastInventory, { texts, bytes: Buffer.from(`{"items":[${texts.join(',')}]}`) })
  return lastInventory.bytes
}
