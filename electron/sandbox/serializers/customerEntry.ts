/**
 * Serializes customers, items and eSIM profiles (interface 2.5 to 2.8) directly to text. One response can contain a
 * million of them, and objects that exist only for `JSON.stringify` would cost more than everything else.
 */
import { countsInTotal, isExpired, remainingBytes, type Customer, type Esim, type Item } from '../store/records.ts'
import type { Package } from '../store/inventory.ts'
import type { Store } from '../store/store.ts'
import { respelled } from './respelling.ts'
import { balanceUnit, instant, priceText, sizeText, displayText } from './values.ts'

const quoted = (text: string): string => JSON.stringify(text)

export function customerText(store: Store, customer: Customer): string {
  const { email, uid, index } = customer
  const shown = email === null ? 'null' : quoted(displayText(email, store.variants.text === 'hostile', index))
  return respelled(
    store.variants,
    'customer',
    `{"email":${shown},"uid":"${uid}","profileUrl":"https://profile.example.com/customers/${uid}"}`,
  )
}

/** Serializes a date. One that is missing is left out, an empty text, or null, which `respelled` can replace. */
function dateMember(store: Store, name: string, time: number | null, salt: number): string {
  if (time !== null) return `"${name}":"${instant(time, salt)}",`
  if (store.variants.emptyDates === 'omitted') return ''
  return store.variants.emptyDates === 'emptyString' ? `"${name}":"",` : `"${name}":null,`
}

type PackageText = {
  readonly name: string
  readonly nameText: string
  readonly size: string
  readonly validity: string
}
const packageTexts = new WeakMap<Package, PackageText>()

/** Returns the text that all items of a package share. It changes only when the package is renamed. */
function packageText(pack: Package): PackageText {
  const cached = packageTexts.get(pack)
  if (cached?.name === pack.name) return cached
  const text = {
    name: pack.name,
    nameText: quoted(pack.name),
    size: `{"sizeValue":${pack.sizeValue},"sizeUnit":"${pack.sizeUnit}"}`,
    validity:
      `"validitySize":${pack.validitySize},` +
      `"validityUnit":"${pack.validityUnit}"${pack.validity === null ? ',"validityUnlimited":true' : ''}`,
  }
  packageTexts.set(pack, text)
  return text
}

/** The retail price of a sale is that of its package, and the purchase price where the package had none. */
function retailMember(store: Store, { retail, pack }: Item): string {
  if (retail !== null) return `"retailPrice":${priceText(retail.cents, retail.currency)},`
  const { absentObjects } = store.variants
  if (absentObjects === 'given') return `"retailPrice":${priceText(pack.price)},`
  return absentObjects === 'null' ? '"retailPrice":null,' : ''
}

/** Returns the item as a read shows it, which may be as it was before the latest change; counts the read. */
function shownItem(item: Item): Item {
  const { before } = item
  if (before === null) return item
  before.reads -= 1
  if (before.reads <= 0) item.before = null
  return { ...item, ...before.values }
}

/** `statusText` replaces the member with the status, which a customer's item has after a refund alone. */
export function itemText(store: Store, item: Item, statusText?: string): string {
  const { pack, salt } = item
  const { refundResult, text } = store.variants
  const hostile = text === 'hostile'
  const isRefunded = item.refundedAt !== null && refundResult !== 'unchanged'
  const ownStatus = item.refundedAt !== null && refundResult === 'status' ? '"status":"Refunded",' : ''
  const status = statusText ?? ownStatus
  const { nameText, size, validity } = packageText(pack)
  const name = hostile ? quoted(displayText(pack.name, true, salt >>> 4)) : nameText
  return respelled(
    store.variants,
    'item',
    `{"uid":"${item.uid}","metatag":${quoted(displayText(item.metatag, hostile, salt >>> 8))},` +
      `"salesChannel":${quoted(displayText(item.channel, hostile, salt >>> 12))},` +
      `"salesChannelTypeCode":"API","activationType":"DATA_PLAN","purchasePrice":${priceText(item.price)},` +
      `${retailMember(store, item)}"salesDate":"${instant(item.saleAt, salt + 1)}",` +
      `${status}"balance":{${dateMember(store, 'activatedAt', item.activatedAt, salt)}` +
      `${dateMember(store, 'expiresAt', item.expiresAt, salt)}"activationMode":"${item.mode}",` +
      `"name":${name},"size":${size},` +
      `"availableBalance":${sizeText(isRefunded ? 0 : remainingBytes(item), balanceUnit(item))},` +
      `${validity}}}`,
  )
}

function stateText(store: Store, esim: Esim): string {
  if (esim.state !== 'INSTALLED') return esim.state
  const spelling = store.variants.installedSpelling
  if (spelling !== 'mixed') return spelling
  return esim.salt % 4 === 0 ? 'INSTALLED/ENABLED' : 'INSTALLED'
}

function activationCode({ variants: { activationCodes } }: Store, matchingId: string): string {
  const server = 'LPA:1$smdp.example.com$'
  switch (activationCodes) {
    case 'usual':
      return `${server}${matchingId}`
    case 'blanks':
      return ` ${server}${matchingId} `
    case 'newline':
      return `${server}${matchingId}\n`
    case 'noMatchingId':
      return server
    case 'oid':
      return `${server}$1.3.6.1.4.1.31746`
  }
}

export function esimText(store: Store, esim: Esim): string {
  const code = activationCode(store, esim.matchingId)
  const link = `https://esimsetup.example.com/esim_qrcode_provisioning?carddata=${code.trim()}`
  const lastSeen = esim.lastSeen === null ? 'null' : `"${instant(esim.lastSeen, esim.salt)}"`
  const activatedAt = esim.activatedAt === null ? 'null' : `"${instant(esim.activatedAt, esim.salt + 1)}"`
  const eid = esim.eid === null ? '' : `,"eid":"${esim.eid}"`
  return respelled(
    store.variants,
    'esim',
    `{"uid":"${esim.uid}","iccid":"${esim.iccid}","imsi":"${esim.imsi}","activationCode":${quoted(code)},` +
      `"appleUniversalLink":"${link}","installationUrl":"https://install.example.com/esim/${esim.uid}","lastSeen":${lastSeen},` +
      `"activatedAt":${activatedAt},"state":"${stateText(store, esim)}","active":${String(esim.active)}` +
      `${eid}}`,
  )
}

function totalBytes(store: Store, items: readonly Item[], now: number): number {
  const refundedCounts = store.variants.refundResult === 'unchanged'
  let total = 0
  for (const item of items) {
    const counts = item.refundedAt !== null && refundedCounts ? !isExpired(item, now) : countsInTotal(item, now)
    if (counts) total += remainingBytes(item)
  }
  return total
}

const bySale = (left: Item, right: Item): number => left.saleAt - right.saleAt

function inOrder(store: Store, items: readonly Item[]): readonly Item[] {
  const { itemOrder } = store.variants
  if (items.length < 2 || itemOrder === 'stored') return items
  const sorted = items.toSorted(bySale)
  return itemOrder === 'sale' ? sorted : sorted.reverse()
}

/**
 * Returns the customer as a read shows them, which may be as before the latest sale, or undefined if they were not
 * there then; counts the read.
 */
export function shownCustomer(customer: Customer): Customer | undefined {
  const before = customer.beforeSale
  if (before === null) return customer
  before.reads -= 1
  if (before.reads <= 0) customer.beforeSale = null
  if (before.esims === 0) return undefined
  return { ...customer, items: customer.items.slice(0, before.items), esims: customer.esims.slice(0, before.esims) }
}

/** Serializes one entry of the list (interface 2.6). */
export function entryText(store: Store, customer: Customer, now: number, onlyActiveProfiles: boolean): string {
  if (customer.index === store.variants.unreadableCustomer) return unreadableText(store, customer)
  return `{"customer":${customerText(store, customer)},${entryMembers(store, customer, now, onlyActiveProfiles)}}`
}

/** Serializes the members of an entry that follow the customer's own. */
export function entryMembers(store: Store, customer: Customer, now: number, onlyActiveProfiles: boolean): string {
  const removed = store.variants.refundResult === 'removed'
  const shown = inOrder(store, customer.items).map(shownItem)
  let items = ''
  for (const item of shown) {
    if (removed && item.refundedAt !== null) continue
    items += items === '' ? itemText(store, item) : `,${itemText(store, item)}`
  }
  let esims = ''
  for (const esim of customer.esims)
    if (esim.active || !onlyActiveProfiles) esims += esims === '' ? esimText(store, esim) : `,${esimText(store, esim)}`
  const total = respelled(store.variants, 'size', sizeText(totalBytes(store, shown, now), 'GB'))
  return `"totalAvailableBalance":${total},"activatedItems":[${items}],"relatedEsims":[${esims}]`
}

/**
 * Serializes an entry that a strict parser refuses (variant `unreadableCustomer`): its uids are valid, other types
 * wrong. Or it is no object at all.
 */
function unreadableText(store: Store, customer: Customer): string {
  const form = store.variants.unreadableForm
  if (form !== 'wrongTypes') return form === 'null' ? 'null' : String(customer.index)
  const items = customer.items.map((item) => {
    const shown = JSON.parse(itemText(store, item)) as { readonly balance: object }
    return { ...shown, balance: { ...shown.balance, size: 12, availableBalance: [null] } }
  })
  return (
    `{"customer":${customerText(store, customer)},"totalAvailableBalance":"plenty",` +
    `"activatedItems":${JSON.stringify(items)},"relatedEsims":{"iccid":42}}`
  )
}
