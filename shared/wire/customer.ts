/**
 * Customers with their items and eSIM profiles (interface 2.5 to 2.8, 4.6 to 4.8). Items and eSIM profiles are two
 * independent lists: nothing pairs them.
 */
import * as z from 'zod'
import { CustomerUid, EsimIccid, EsimUid, Imsi, ItemUid } from './ids.ts'
import { isObject, lenient, memberOf, readLeniently, unreadableFields } from './lenient.ts'
import { wireInstant, wireLink, wireText } from './text.ts'
import { UnreadablePart, unreadableFieldPart, unreadablePart } from './unreadablePart.ts'
import { wireNumber, WirePrice, WireSize } from './values.ts'

export const WireCustomer = z.looseObject({
  uid: CustomerUid,
  email: wireText.nullish(),
  profileUrl: wireLink.nullish(),
})

/** `NOW`, `FIRST_USE` or `ON_DEMAND`. Another value is kept and shown as it came. */
const WireActivationMode = wireText

const WireBalance = z.looseObject({
  activatedAt: wireInstant.nullish(),
  expiresAt: wireInstant.nullish(),
  activationMode: WireActivationMode.nullish(),
  name: wireText.nullish(),
  size: WireSize.nullish(),
  availableBalance: WireSize.nullish(),
  validitySize: wireNumber.nullish(),
  validityUnit: wireText.nullish(),
  validityUnlimited: z.boolean().nullish(),
})

/** Only its uid and its balance are necessary. */
export const ActivatedItem = z.looseObject({
  uid: ItemUid,
  metatag: wireText.nullish(),
  salesChannel: wireText.nullish(),
  salesChannelTypeCode: wireText.nullish(),
  activationType: wireText.nullish(),
  purchasePrice: WirePrice.nullish(),
  retailPrice: WirePrice.nullish(),
  salesDate: wireInstant.nullish(),
  /** Not in the interface: some services send `Refunded` here (interface 3.3). */
  status: wireText.nullish(),
  balance: WireBalance,
  unreadableFields,
})
export const WireActivatedItem = lenient(ActivatedItem)
export type WireActivatedItem = z.infer<typeof WireActivatedItem>

/** `state` is an open set (interface 3.1): `INSTALLED` also arrives as `INSTALLED/ENABLED`. */
export const EsimProfile = z.looseObject({
  uid: EsimUid,
  iccid: EsimIccid.default(EsimIccid.parse('')),
  imsi: Imsi.nullish(),
  activationCode: wireLink.nullish(),
  appleUniversalLink: wireLink.nullish(),
  installationUrl: wireLink.nullish(),
  lastSeen: wireInstant.nullish(),
  activatedAt: wireInstant.nullish(),
  state: wireText.nullish(),
  active: z.boolean().nullish(),
  eid: wireText.nullish(),
  unreadableFields,
})
export const WireEsimProfile = lenient(EsimProfile)
export type WireEsimProfile = z.infer<typeof WireEsimProfile>

/** Limits for one customer. The desk keeps the packages that were sold last, and prefers eSIM profiles in use. */
export const maxPackages = 2000
export const maxEsims = 200

const Omitted = z.number().int().nonnegative().catch(0)

function soldAt(item: unknown): string {
  const date = typeof item === 'object' && item !== null && 'salesDate' in item ? item.salesDate : null
  return typeof date === 'string' ? date : ''
}

/** All instants of one service have the same format, so sorting their texts sorts the instants. */
function byLatestSale(one: unknown, other: unknown): number {
  const [first, second] = [soldAt(one), soldAt(other)]
  if (first === second) return 0
  return first < second ? 1 : -1
}

const isInactive = (esim: unknown): boolean =>
  typeof esim === 'object' && esim !== null && 'active' in esim && esim.active === false

/** Omits and counts what exceeds the limits before the entry is parsed, so that nothing is parsed in vain. */
function bounded(entry: unknown): unknown {
  if (!isObject(entry)) return entry
  const items = 'activatedItems' in entry && Array.isArray(entry.activatedItems) ? entry.activatedItems : []
  const esims = 'relatedEsims' in entry && Array.isArray(entry.relatedEsims) ? entry.relatedEsims : []
  if (items.length <= maxPackages && esims.length <= maxEsims) return entry
  const omittedItems =
    ('omittedItems' in entry ? Omitted.parse(entry.omittedItems) : 0) + Math.max(0, items.length - maxPackages)
  const omittedEsims =
    ('omittedEsims' in entry ? Omitted.parse(entry.omittedEsims) : 0) + Math.max(0, esims.length - maxEsims)
  const latest = items.length <= maxPackages ? items : items.toSorted(byLatestSale).slice(0, maxPackages)
  const inUse = esims.toSorted((one, other) => Number(isInactive(one)) - Number(isInactive(other)))
  return { ...entry, activatedItems: latest, relatedEsims: inUse.slice(0, maxEsims), omittedItems, omittedEsims }
}

const Parts = z.array(UnreadablePart).max(maxPackages + maxEsims + 10)

export const EntryOfReadableParts = z
  .looseObject({
    customer: WireCustomer,
    totalAvailableBalance: WireSize.nullish(),
    activatedItems: z.array(ActivatedItem).nullish(),
    relatedEsims: z.array(EsimProfile).nullish(),
    omittedItems: Omitted.optional(),
    omittedEsims: Omitted.optional(),
    unreadableParts: Parts.optional().catch(undefined),
  })
  .transform((entry) => ({
    ...entry,
    activatedItems: entry.activatedItems ?? [],
    relatedEsims: entry.relatedEsims ?? [],
    itemsListed:
      Array.isArray(entry.activatedItems) && entry['itemsListed'] !== false && (entry.omittedItems ?? 0) === 0,
  }))

/** What an entry has beside its lists. */
const EntryHead = z.looseObject({ customer: WireCustomer, totalAvailableBalance: WireSize.nullish(), unreadableFields })

const partsOfHead: ReadonlyMap<string, UnreadablePart['part']> = new Map([
  ['customer.profileUrl', 'link'],
  ['totalAvailableBalance', 'balance'],
])

/** Reads each object of a customer by itself, and names in `unreadableParts` what can't be read. */
function readApart(entry: object): object {
  const parts: UnreadablePart[] = [...(Parts.safeParse(memberOf(entry, 'unreadableParts')).data ?? [])]
  const listOf = (
    [list, element]: readonly ['packages', 'package'] | readonly ['esims', 'esim'],
    schema: z.ZodType,
    value: unknown,
  ): unknown => {
    if (!Array.isArray(value)) {
      const { error } = z.nullish(z.array(z.unknown())).safeParse(value)
      if (error === undefined) return value
      parts.push(unreadablePart(list, value, error))
      return undefined
    }
    return value.flatMap((one) => {
      const read = readLeniently(schema, one)
      if (!read.success) parts.push(unreadablePart(element, one, read.error))
      return read.success ? [read.data] : []
    })
  }
  const items = listOf(['packages', 'package'], ActivatedItem, memberOf(entry, 'activatedItems'))
  const esims = listOf(['esims', 'esim'], EsimProfile, memberOf(entry, 'relatedEsims'))
  const received = {
    customer: memberOf(entry, 'customer'),
    totalAvailableBalance: memberOf(entry, 'totalAvailableBalance'),
  }
  const read = readLeniently(EntryHead, received)
  if (!read.success) return entry
  const { unreadableFields: lost = [], ...head } = read.data
  for (const field of lost) parts.push(unreadableFieldPart(partsOfHead.get(field.field) ?? 'email', field))
  return {
    ...entry,
    ...head,
    activatedItems: items,
    relatedEsims: esims,
    // A package that is not listed may be one of those that can't be read.
    ...(parts.some(({ part }) => part === 'package' || part === 'packages') && { itemsListed: false }),
    ...(parts.length > 0 && { unreadableParts: parts }),
  }
}

const entrySchema = (readableParts: () => typeof EntryOfReadableParts) =>
  z.unknown().transform((received, context): z.output<typeof EntryOfReadableParts> => {
    const entry = bounded(received)
    const whole = readableParts().safeParse(entry)
    if (whole.success) return whole.data
    const partly = isObject(entry) ? readableParts().safeParse(readApart(entry)) : whole
    if (partly.success) return partly.data
    for (const { path, message } of partly.error.issues)
      context.issues.push({ code: 'custom', path: [...path], message, input: received })
    return z.NEVER
  })

/**
 * A missing list is read as an empty one. `itemsListed` distinguishes the two, also if an entry is parsed again. It is
 * also `false` if packages were omitted or can't be read, because a package that is not listed may then be one of
 * those. Only an entry that isn't an object with a customer's uid is unreadable as a whole.
 */
export const WireCustomerEntry = entrySchema(() => EntryOfReadableParts)
export type WireCustomerEntry = z.infer<typeof WireCustomerEntry>

let compiled: typeof EntryOfReadableParts | undefined

/** The same for the many entries of a list: reads them in half the time, with code that takes 8 ms to be generated. */
export const WireListedCustomer = entrySchema(() => (compiled ??= z.compile(EntryOfReadableParts)))

/** The list arrives as an array or in an object under `customers` (field notes). Entries are parsed one by one. */
export const WireCustomerList = z.union([
  z.array(z.unknown()),
  z.looseObject({ customers: z.array(z.unknown()) }).transform((answer) => answer.customers),
])

/** Body of the POST form of search-customers (field notes). */
export const WireCustomerSearch = z.strictObject({
  pageSize: z.number().int().positive(),
  pageIndex: z.number().int().nonnegative(),
  searchKey: z.enum(['EMAIL', 'UID', 'ICCID']),
  searchQuery: z.string(),
  searchMode: z.enum(['isExact', 'startsWith', 'contains']),
  onlyActiveProfiles: z.boolean(),
})
export type WireCustomerSearch = z.infer<typeof WireCustomerSearch>
