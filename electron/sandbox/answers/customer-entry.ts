/** Customers, items and eSIM profiles as the wire has them (interface 2.5 to 2.8). What is undefined here is left out there. */
import type { z } from 'zod'
import type { WireActivatedItem, WireCustomer, WireCustomerEntry, WireEsimProfile } from '#shared/wire/customer.ts'
import { countsInTotal, isExpired, remainingBytes, type Customer, type Esim, type Item } from '../world/records.ts'
import type { World } from '../world/world.ts'
import { balanceUnit, instant, price, size, spoken } from './shapes.ts'

export type EntryAnswer = z.input<typeof WireCustomerEntry>
export type ItemAnswer = z.input<typeof WireActivatedItem>
export type EsimAnswer = z.input<typeof WireEsimProfile>
export type CustomerAnswer = z.input<typeof WireCustomer>

export function customerAnswer(world: World, customer: Customer): CustomerAnswer {
  const hostile = world.variants.text === 'hostile'
  return {
    email: customer.email === null ? null : spoken(customer.email, hostile, customer.index),
    uid: customer.uid,
    profileUrl: `https://profile.example.com/customers/${customer.uid}`,
  }
}

/** A date that is not there yet: null, left out, or an empty text, as the variant says. */
function date(world: World, time: number | null, grain: number): string | null | undefined {
  if (time !== null) return instant(time, grain)
  if (world.variants.emptyDates === 'omitted') return undefined
  return world.variants.emptyDates === 'null' ? null : ''
}

export function itemAnswer(world: World, item: Item): ItemAnswer {
  const hostile = world.variants.text === 'hostile'
  const { pack, grain } = item
  const result = world.variants.refundResult
  const gone = item.refundedAt !== null && result !== 'unchanged'
  return {
    uid: item.uid,
    metatag: spoken(item.metatag, hostile, grain >>> 8),
    salesChannel: spoken(item.channel, hostile, grain >>> 12),
    salesChannelTypeCode: 'API',
    activationType: 'DATA_PLAN',
    purchasePrice: price(item.price),
    retailPrice: item.retail === null ? null : price(item.retail),
    salesDate: instant(item.saleAt, grain + 1),
    status: item.refundedAt !== null && result === 'status' ? 'Refunded' : undefined,
    balance: {
      activatedAt: date(world, item.activatedAt, grain),
      expiresAt: date(world, item.expiresAt, grain),
      activationMode: item.mode,
      name: spoken(pack.name, hostile, grain >>> 4),
      size: { sizeValue: pack.sizeValue, sizeUnit: pack.sizeUnit },
      availableBalance: size(gone ? 0 : remainingBytes(item), balanceUnit(item)),
      validitySize: pack.validitySize,
      validityUnit: pack.validityUnit,
      validityUnlimited: pack.validity === null ? true : undefined,
    },
  }
}

function stateText(world: World, esim: Esim): string {
  if (esim.state !== 'INSTALLED') return esim.state
  const spelling = world.variants.installedSpelling
  if (spelling !== 'mixed') return spelling
  return esim.grain % 4 === 0 ? 'INSTALLED/ENABLED' : 'INSTALLED'
}

export function activationCode(esim: Esim): string {
  return `LPA:1$smdp.example.com$${esim.matchingId}`
}

export function esimAnswer(world: World, esim: Esim): EsimAnswer {
  const code = activationCode(esim)
  return {
    uid: esim.uid,
    iccid: esim.iccid,
    imsi: esim.imsi,
    activationCode: code,
    appleUniversalLink: `https://esimsetup.example.com/esim_qrcode_provisioning?carddata=${code}`,
    installationUrl: `https://install.example.com/esim/${esim.uid}`,
    lastSeen: esim.lastSeen === null ? null : instant(esim.lastSeen, esim.grain),
    activatedAt: esim.activatedAt === null ? null : instant(esim.activatedAt, esim.grain + 1),
    state: stateText(world, esim),
    active: esim.active,
    eid: esim.eid ?? undefined,
  }
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

export function entryAnswer(world: World, customer: Customer, now: number, onlyActiveProfiles: boolean): EntryAnswer {
  const removed = world.variants.refundResult === 'removed'
  const entry: EntryAnswer = {
    customer: customerAnswer(world, customer),
    totalAvailableBalance: size(totalBytes(world, customer, now), 'GB'),
    activatedItems: customer.items.filter((item) => !(removed && item.refundedAt !== null)).map((item) => itemAnswer(world, item)),
    relatedEsims: customer.esims.filter((esim) => esim.active || !onlyActiveProfiles).map((esim) => esimAnswer(world, esim)),
  }
  return entry
}

/** An entry that a strict reader can't take (variant `unreadableCustomer`): right uid, wrong types elsewhere. */
export function unreadableEntry(entry: EntryAnswer): unknown {
  return {
    customer: entry.customer,
    totalAvailableBalance: 'plenty',
    activatedItems: (entry.activatedItems ?? []).map((item) => ({ ...item, balance: { ...item.balance, size: 12, availableBalance: [null] } })),
    relatedEsims: { iccid: 42 },
  }
}

/** The entry as JSON text. */
export function entryText(world: World, customer: Customer, now: number, onlyActiveProfiles: boolean): string {
  const entry = entryAnswer(world, customer, now, onlyActiveProfiles)
  return JSON.stringify(customer.index === world.variants.unreadableCustomer ? unreadableEntry(entry) : entry)
}
