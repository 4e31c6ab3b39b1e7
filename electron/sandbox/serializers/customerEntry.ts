/**
 * Customers, items and eSIM profiles as the wire has them (interface 2.5 to 2.8), written as text at once: a million of
 * them go out in one answer, and objects that live for one `JSON.stringify` would cost more than everything else.
 */
import { countsInTotal, isExpired, remainingBytes, type Customer, type Esim, type Item } from '../store/records.ts'
import type { Package } from '../store/inventory.ts'
import type { Store } from '../store/store.ts'
import { balanceUnit, instant, priceText, sizeText, spoken } from './values.ts'

const quoted = (text: string): string => JSON.stringify(text)

export function customerText(store: Store, customer: Customer): string {
  const { email, uid, index } = customer
  const shown = email === null ? 'null' : quoted(spoken(email, store.variants.text === 'hostile', index))
  return `{"email":${shown},"uid":"${uid}","profileUrl":"https://profile.example.com/customers/${uid}"}`
}

/** A member with a date; one that is not there yet is null, left out, or an empty text, as the variant says. */
function dateMember(store: Store, name: string, time: number | null, salt: number): string {
  if (time !== null) return `"${name}":"${instant(time, salt)}",`
  if (store.variants.emptyDates === 'omitted') return ''
  return store.variants.emptyDates === 'null' ? `"${name}":null,` : `"${name}":"",`
}

type PackText = { readonly name: string; readonly nameText: string; readonly size: string; readonly validity: string }
const packTexts = new WeakMap<Package, PackText>()

/** What is the same in every item of a package, until it is renamed. */
function packText(pack: Package): PackText {
  const known = packTexts.get(pack)
  if (known?.name === pack.name) return known
  const made = {
    name: pack.name,
    nameText: quoted(pack.name),
    size: `{"sizeValue":${pack.sizeValue},"sizeUnit":"${pack.sizeUnit}"}`,
    validity: `"validitySize":${pack.validitySize},"validityUnit":"${pack.validityUnit}"${pack.validity === null ? ',"validityUnlimited":true' : ''}`,
  }
  packTexts.set(pack, made)
  return made
}

export function itemText(store: Store, item: Item): string {
  const { pack, salt } = item
  const { refundResult, text } = store.variants
  const hostile = text === 'hostile'
  const gone = item.refundedAt !== null && refundResult !== 'unchanged'
  const status = item.refundedAt !== null && refundResult === 'status' ? '"status":"Refunded",' : ''
  const { nameText, size, validity } = packText(pack)
  const name = hostile ? quoted(spoken(pack.name, true, salt >>> 4)) : nameText
  return `{"uid":"${item.uid}","metatag":${quoted(spoken(item.metatag, hostile, salt >>> 8))},"salesChannel":${quoted(spoken(item.channel, hostile, salt >>> 12))},"salesChannelTypeCode":"API","activationType":"DATA_PLAN","purchasePrice":${priceText(item.price)},"retailPrice":${item.retail === null ? 'null' : priceText(item.retail)},"salesDate":"${instant(item.saleAt, salt + 1)}",${status}"balance":{${dateMember(store, 'activatedAt', item.activatedAt, salt)}${dateMember(store, 'expiresAt', item.expiresAt, salt)}"activationMode":"${item.mode}","name":${name},"size":${size},"availableBalance":${sizeText(gone ? 0 : remainingBytes(item), balanceUnit(item))},${validity}}}`
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
  return `{"uid":"${esim.uid}","iccid":"${esim.iccid}","imsi":"${esim.imsi}","activationCode":"${code}","appleUniversalLink":"https://esimsetup.example.com/esim_qrcode_provisioning?carddata=${code}","installationUrl":"https://install.example.com/esim/${esim.uid}","lastSeen":${lastSeen},"activatedAt":${activatedAt},"state":"${stateText(store, esim)}","active":${String(esim.active)}${eid}}`
}

function totalBytes(store: Store, customer: Customer, now: number): number {
  const givenBackCounts = store.variants.refundResult === 'unchanged'
  let total = 0
  for (const item of customer.items) {
    const counts = item.refundedAt !== null && givenBackCounts ? !isExpired(item, now) : countsInTotal(item, now)
    if (counts) total += remainingBytes(item)
  }
  return total
}

/** One list entry (interface 2.6). */
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
  return `{"customer":${customerText(store, customer)},"totalAvailableBalance":${sizeText(totalBytes(store, customer, now), 'GB')},"activatedItems":[${items}],"relatedEsims":[${esims}]}`
}

/** An entry that a strict reader can't take (variant `unreadableCustomer`): right uids, wrong types elsewhere. */
function unreadableText(store: Store, customer: Customer): string {
  const items = customer.items.map((item) => {
    const shown = JSON.parse(itemText(store, item)) as { readonly balance: object }
    return { ...shown, balance: { ...shown.balance, size: 12, availableBalance: [null] } }
  })
  return `{"customer":${customerText(store, customer)},"totalAvailableBalance":"plenty","activatedItems":${JSON.stringify(items)},"relatedEsims":{"iccid":42}}`
}
