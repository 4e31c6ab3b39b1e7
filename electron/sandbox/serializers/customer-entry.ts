/**
 * Customers, items and eSIM profiles as the wire has them (interface 2.5 to 2.8), written as text at once: a million of
 * them go out in one answer, and objects that live for one `JSON.stringify` would cost more than everything else.
 */
import { countsInTotal, isExpired, remainingBytes, type Customer, type Esim, type Item } from '../store/records.ts'
import type { Package } from '../store/inventory.ts'
import type { World } from '../store/store.ts'
import { balanceUnit, instant, priceText, sizeText, spoken } from './shapes.ts'

const quoted = (text: string): string => JSON.stringify(text)

export function customerText(world: World, customer: Customer): string {
  const { email, uid, index } = customer
  const shown = email === null ? 'null' : quoted(spoken(email, world.variants.text === 'hostile', index))
  return `{"email":${shown},"uid":"${uid}","profileUrl":"https://profile.example.com/customers/${uid}"}`
}

/** A member with a date; one that is not there yet is null, left out, or an empty text, as the variant says. */
function dateMember(world: World, name: string, time: number | null, grain: number): string {
  if (time !== null) return `"${name}":"${instant(time, grain)}",`
  if (world.variants.emptyDates === 'omitted') return ''
  return world.variants.emptyDates === 'null' ? `"${name}":null,` : `"${name}":"",`
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

export function itemText(world: World, item: Item): string {
  const { pack, grain } = item
  const { refundResult, text } = world.variants
  const hostile = text === 'hostile'
  const gone = item.refundedAt !== null && refundResult !== 'unchanged'
  const status = item.refundedAt !== null && refundResult === 'status' ? '"status":"Refunded",' : ''
  const { nameText, size, validity } = packText(pack)
  const name = hostile ? quoted(spoken(pack.name, true, grain >>> 4)) : nameText
  return `{"uid":"${item.uid}","metatag":${quoted(spoken(item.metatag, hostile, grain >>> 8))},"salesChannel":${quoted(spoken(item.channel, hostile, grain >>> 12))},"salesChannelTypeCode":"API","activationType":"DATA_PLAN","purchasePrice":${priceText(item.price)},"retailPrice":${item.retail === null ? 'null' : priceText(item.retail)},"salesDate":"${instant(item.saleAt, grain + 1)}",${status}"balance":{${dateMember(world, 'activatedAt', item.activatedAt, grain)}${dateMember(world, 'expiresAt', item.expiresAt, grain)}"activationMode":"${item.mode}","name":${name},"size":${size},"availableBalance":${sizeText(gone ? 0 : remainingBytes(item), balanceUnit(item))},${validity}}}`
}

function stateText(world: World, esim: Esim): string {
  if (esim.state !== 'INSTALLED') return esim.state
  const spelling = world.variants.installedSpelling
  if (spelling !== 'mixed') return spelling
  return esim.grain % 4 === 0 ? 'INSTALLED/ENABLED' : 'INSTALLED'
}

export function esimText(world: World, esim: Esim): string {
  const code = `LPA:1$smdp.example.com$${esim.matchingId}`
  const lastSeen = esim.lastSeen === null ? 'null' : `"${instant(esim.lastSeen, esim.grain)}"`
  const activatedAt = esim.activatedAt === null ? 'null' : `"${instant(esim.activatedAt, esim.grain + 1)}"`
  const eid = esim.eid === null ? '' : `,"eid":"${esim.eid}"`
  return `{"uid":"${esim.uid}","iccid":"${esim.iccid}","imsi":"${esim.imsi}","activationCode":"${code}","appleUniversalLink":"https://esimsetup.example.com/esim_qrcode_provisioning?carddata=${code}","installationUrl":"https://install.example.com/esim/${esim.uid}","lastSeen":${lastSeen},"activatedAt":${activatedAt},"state":"${stateText(world, esim)}","active":${String(esim.active)}${eid}}`
}

function totalBytes(world: World, customer: Customer, now: number): number {
  const givenBackCounts = world.variants.refundResult === 'unchanged'
  let total = 0
  for (const item of customer.items) {
    const counts = item.refundedAt !== null && givenBackCounts ? !isExpired(item, now) : countsInTotal(item, now)
    if (counts) total += remainingBytes(item)
  }
  return total
}

/** One list entry (interface 2.6). */
export function entryText(world: World, customer: Customer, now: number, onlyActiveProfiles: boolean): string {
  if (customer.index === world.variants.unreadableCustomer) return unreadableText(world, customer)
  const removed = world.variants.refundResult === 'removed'
  let items = ''
  for (const item of customer.items)
    if (!(removed && item.refundedAt !== null))
      items += items === '' ? itemText(world, item) : `,${itemText(world, item)}`
  let esims = ''
  for (const esim of customer.esims)
    if (esim.active || !onlyActiveProfiles) esims += esims === '' ? esimText(world, esim) : `,${esimText(world, esim)}`
  return `{"customer":${customerText(world, customer)},"totalAvailableBalance":${sizeText(totalBytes(world, customer, now), 'GB')},"activatedItems":[${items}],"relatedEsims":[${esims}]}`
}

/** An entry that a strict reader can't take (variant `unreadableCustomer`): right uids, wrong types elsewhere. */
function unreadableText(world: World, customer: Customer): string {
  const items = customer.items.map((item) => {
    const shown = JSON.parse(itemText(world, item)) as { readonly balance: object }
    return { ...shown, balance: { ...shown.balance, size: 12, availableBalance: [null] } }
  })
  return `{"customer":${customerText(world, customer)},"totalAvailableBalance":"plenty","activatedItems":${JSON.stringify(items)},"relatedEsims":{"iccid":42}}`
}
