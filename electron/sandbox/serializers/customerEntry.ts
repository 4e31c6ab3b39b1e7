/**
 * Serializes customers, items and eSIM profiles (interface 2.5 to 2.8) directly to text. One response can contain a
 * million of them, and objects that exist only for `JSON.stringify` would cost more than everything else.
 */
import { countsInTotal, isExpired, remainingBytes, type Customer, type Esim, type Item } from '../store/records.ts'
import type { Package } from '../store/inventory.ts'
import type { Store } from '../store/store.ts'
import { balanceUnit, instant, priceText, sizeText, displayText } from './values.ts'

const quoted = (text: string): string => JSON.stringify(text)

export function customerText(store: Store, customer: Customer): string {
  const { email, uid, index } = customer
  const shown = email === null ? 'null' : quoted(displayText(email, store.variants.text === 'hostile', index))
  return `{"email":${shown},"uid":"${uid}","profileUrl":"https://profile.example.com/customers/${uid}"}`
}

/**
 * Serializes a member with a date. A missing date is null, omitted, or an empty text, as the variant `emptyDates` says.
 */
function dateMember(store: Store, name: string, time: number | null, salt: number): string {
  if (time !== null) return `"${name}":"${instant(time, salt)}",`
  if (store.variants.emptyDates === 'omitted') return ''
  return store.variants.emptyDates === 'null' ? `"${name}":null,` : `"${name}":"",`
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
  return (
    `{"uid":"${item.uid}","metatag":${quoted(displayText(item.metatag, hostile, salt >>> 8))},` +
    `"salesChannel":${quoted(displayText(item.channel, hostile, salt >>> 12))},` +
    `"salesChannelTypeCode":"API","activationType":"DATA_PLAN","purchasePrice":${priceText(item.price)},` +
    `"retailPrice":${item.retail === null ? 'null' : priceText(item.retail.cents, item.retail.currency)},` +
    `"salesDate":"${instant(item.saleAt, salt + 1)}",` +
    `${status}"balance":{${dateMember(store, 'activatedAt', item.activatedAt, salt)}` +
    `${dateMember(store, 'expiresAt', item.expiresAt, salt)}"activationMode":"${item.mode}",` +
    `"name":${name},"size":${size},` +
    `"availableBalance":${sizeText(isRefunded ? 0 : remainingBytes(item), balanceUnit(item))},` +
    `${validity}}}`
  )
}

function stateText(store: Store, esim: Esim): string {
  if (esim.state !== 'INSTALLED') return esim.state
  const spelling = store.variants.installedSpelling
  if (spelling !== 'mixed') return spelling
  return esim.salt % 4 === 0 ? 'INSTALLED/ENABLED' : 'INSTALLED'
}

export function esimText(store: Store, esim: Esim): string {
  const code = `LPA:1$smdp.example.com$${esim.matchingId}`
  const lastSeen = esim.lastSeen === null ? 'null' : `"${instant(esim.lastSeen, esim.salt)}"`
  const activatedAt = esim.activatedAt === null ? 'null' : `"${instant(esim.activatedAt, esim.salt + 1)}"`
  const eid = esim.eid === null ? '' : `,"eid":"${esim.eid}"`
  return (
    `{"uid":"${esim.uid}","iccid":"${esim.iccid}","imsi":"${esim.imsi}","activationCode":"${code}",` +
    `"appleUniversalLink":"https://esimsetup.example.com/esim_qrcode_provisioning?carddata=${code}",` +
    `"installationUrl":"https://install.example.com/esim/${esim.uid}","lastSeen":${lastSeen},` +
    `"activatedAt":${activatedAt},"state":"${stateText(store, esim)}","active":${String(esim.active)}` +
    `${eid}}`
  )
}

function totalBytes(store: Store, customer: Customer, now: number): number {
  const refundedCounts = store.variants.refundResult === 'unchanged'
  let total = 0
  for (const item of customer.items) {
    const counts = item.refundedAt !== null && refundedCounts ? !isExpired(item, now) : countsInTotal(item, now)
    if (counts) total += remainingBytes(item)
  }
  return total
}

/** Serializes one entry of the list (interface 2.6). */
export function entryText(store: Store, customer: Customer, now: number, onlyActiveProfiles: boolean): string {
  if (customer.index === store.variants.unreadableCustomer) return unreadableText(store, customer)
  const removed = store.variants.refundResult === 'removed'
  let items = ''
  for (const item of customer.items)
    if (!(removed && item.refundedAt !== null))
      items += items === '' ? itemText(store, item) : `,${itemText(store, item)}`
  let esims = ''
  for (const esim of customer.esims)
    if (esim.active || !onlyActiveProfiles) esims += esims === '' ? esimText(store, esim) : `,${esimText(store, esim)}`
  return (
    `{"customer":${customerText(store, customer)},` +
    `"totalAvailableBalance":${sizeText(totalBytes(store, customer, now), 'GB')},` +
    `"activatedItems":[${items}],"relatedEsims":[${esims}]}`
  )
}

/**
 * Serializes an entry that a strict parser refuses (variant `unreadableCustomer`): its uids are valid, other types
 * wrong.
 */
function unreadableText(store: Store, customer: Customer): string {
  const items = customer.items.map((item) => {
    const shown = JSON.parse(itemText(store, item)) as { readonly balance: object }
    return { ...shown, balance: { ...shown.balance, size: 12, availableBalance: [null] } }
  })
  return (
    `{"customer":${customerText(store, customer)},"totalAvailableBalance":"plenty",` +
    `"activatedItems":${JSON.stringify(items)},"relatedEsims":{"iccid":42}}`
  )
}
