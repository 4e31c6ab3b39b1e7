/** Serializes packages (interface 2.2). */
import type { z } from 'zod'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { hashText } from '../prng.ts'
import type { Package } from '../store/inventory.ts'
import type { Store } from '../store/store.ts'
import { respelled } from './respelling.ts'
import { price, displayText } from './values.ts'

type InventoryItemBody = z.input<typeof WireInventoryItem>

/** The policy of a package whose data is always at full speed. */
const unlimitedSpeed: InventoryItemBody['extendedDataPolicy'] = { type: 'standard' }

const daily: InventoryItemBody['extendedDataPolicy'] = {
  type: 'standard',
  resetType: 'timeInterval',
  interval: '24h',
  fixedTime: '00:00',
  throttleSpeed: '512 KB/s',
  totalHighSpeedVolume: { sizeValue: 1, sizeUnit: 'GB' },
}

function inventoryItemBody(store: Store, pack: Package): InventoryItemBody {
  const hostile = store.variants.text === 'hostile'
  const { absentObjects, inventoryTerabytes } = store.variants
  const inGigabytes = pack.sizeUnit === 'TB' && inventoryTerabytes === 'GB'
  const noPolicy = { given: unlimitedSpeed, null: null, missing: undefined }[absentObjects]
  const euro = pack.priceEur === null ? [] : [price(pack.priceEur, 'EUR', 1)]
  return {
    id: pack.id,
    productId: pack.productId,
    name: displayText(pack.name, hostile, hashText(pack.id) >>> 3),
    sizeValue: inGigabytes ? pack.sizeValue * 1024 : pack.sizeValue,
    sizeUnit: inGigabytes ? 'GB' : pack.sizeUnit,
    validitySize: pack.validitySize,
    validityUnit: pack.validityUnit,
    validityUnlimited: pack.validity === null,
    countrySet: pack.set.id,
    includedCountries: [...pack.set.countries],
    active: pack.active,
    profileDomainKey: pack.set.kind === 'country' ? 'local' : 'travel',
    packageType: 'standard',
    extendedDataPolicy: pack.trait === 'daily' ? daily : noPolicy,
    prices: [price(pack.price), ...euro],
    amount: pack.stock,
    retailPriceEdited: pack.retailEdited,
    retailPrices: pack.retail.map(({ cents, currency }, index) => price(cents, currency, index)),
  }
}

/** Returns the package as JSON, as the variants write it. */
export function inventoryItemText(store: Store, pack: Package): string {
  return respelled(store.variants, 'inventory', JSON.stringify(inventoryItemBody(store, pack)))
}

type CachedText = {
  readonly stock: number
  readonly name: string
  readonly retail: Package['retail']
  /** Those of the text: setting variants makes a new object. */
  readonly variants: Store['variants']
  readonly text: string
}
const cachedTexts = new WeakMap<Package, CachedText>()

/** Returns the package as text, which is cached until one of its properties changes. */
function packageText(store: Store, pack: Package): string {
  const { stock, name, retail } = pack
  const { variants } = store
  const cached = cachedTexts.get(pack)
  if (
    cached !== undefined &&
    cached.stock === stock &&
    cached.name === name &&
    cached.retail === retail &&
    cached.variants === variants
  )
    return cached.text
  const text = inventoryItemText(store, pack)
  cachedTexts.set(pack, { stock, name, retail, variants, text })
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
