/** Finds customers by situation, for tests, pictures and training, among the first ones of the list. */
import { portalStatus } from '../rules/items.ts'
import { maxInstallations } from '../rules/device.ts'
import { usableItems } from '../rules/usage.ts'
import { isExpired, remainingBytes, type Customer, type Item } from '../store/records.ts'
import { personOf } from '../store/seed.ts'
import type { Store } from '../store/store.ts'

export type Sample = {
  readonly index: number
  readonly uid: string
  readonly email: string | null
  readonly countrySet: string
  /** The item that the situation concerns, or null if it concerns the eSIM or the customer. */
  readonly itemUid: string | null
  readonly metatag: string | null
  readonly iccid: string | null
  readonly imsi: string | null
  readonly esimUid: string | null
  readonly archetype: string | null
}

type Match = { readonly item?: Item | undefined; readonly iccid?: string | undefined }
type Situation = (customer: Customer, now: number) => Match | undefined

const item =
  (matches: (item: Item, now: number) => boolean): Situation =>
  (customer, now) => {
    const found = customer.items.find((one) => one.refundedAt === null && matches(one, now))
    return found === undefined ? undefined : { item: found }
  }
const esim =
  (state: string, connected?: boolean): Situation =>
  (customer) => {
    const found = customer.esims.find(
      (one) => one.active && one.state === state && (connected === undefined || (one.lastSeen !== null) === connected),
    )
    return found === undefined ? undefined : { iccid: found.iccid }
  }
const customer =
  (matches: (customer: Customer, now: number) => boolean): Situation =>
  (one, now) =>
    matches(one, now) ? {} : undefined
const isActive = (one: Item, now: number): boolean => one.activatedAt !== null && !isExpired(one, now)

const situations: Readonly<Record<string, Situation>> = {
  activatable: item((one) => one.activatedAt === null && one.mode === 'ON_DEMAND'),
  firstUse: item((one) => one.activatedAt === null && one.mode === 'FIRST_USE'),
  refundable: item(
    (one, now) =>
      portalStatus({ item: one }) === 'Purchased' && one.mode === 'NOW' && isActive(one, now) && one.usedBytes === 0,
  ),
  usedItem: item(
    (one, now) =>
      isActive(one, now) && one.usedBytes > one.pack.bytes * 0.1 && remainingBytes(one) > one.pack.bytes * 0.1,
  ),
  emptyItem: item((one, now) => isActive(one, now) && remainingBytes(one) === 0),
  lowItem: item(
    (one, now) =>
      isActive(one, now) && remainingBytes(one) > 0 && remainingBytes(one) < 100 * 1024 * 1024 && one.usedBytes > 0,
  ),
  expired: item((one, now) => isExpired(one, now) && remainingBytes(one) > 0),
  unlimitedValidity: item((one) => one.pack.validity === null),
  terabyte: item((one) => one.pack.sizeUnit === 'TB'),
  noRetailPrice: item((one) => one.retail === null),
  stock: item((one) => one.payment === 'stock'),
  testPackage: item((one) => one.payment === 'free'),
  boughtLongAgo: item(
    (one, now) => one.payment === 'credits' && portalStatus({ item: one }) === 'Activated' && isActive(one, now),
  ),
  esimReleased: esim('RELEASED', false),
  esimRemoved: esim('RELEASED', true),
  esimInstalled: esim('INSTALLED', true),
  esimUsedUp: (one) => {
    const found = one.esims.find(
      ({ active, state, installations }) => active && state === 'RELEASED' && installations >= maxInstallations,
    )
    return found === undefined ? undefined : { iccid: found.iccid }
  },
  esimNotInstallable: (one) => {
    const found = one.esims.find(({ active, installationError }) => active && installationError !== null)
    return found === undefined ? undefined : { iccid: found.iccid }
  },
  esimDisabled: esim('DISABLED'),
  esimError: esim('ERROR'),
  esimReplaced: (one) => {
    const found = one.esims.find((profile) => !profile.active)
    return found === undefined ? undefined : { iccid: found.iccid }
  },
  usable: customer(
    (one, now) =>
      usableItems(one, now).length > 0 && one.esims.some((profile) => profile.active && profile.state === 'INSTALLED'),
  ),
  noEmail: customer((one) => one.email === null),
  awkwardEmail: customer((one) => one.email !== null && /[^\x20-\x7e]|["'+]|xn--/.test(one.email)),
  twoCustomersSameEmail: customer((one) => one.email !== null && personOf(one.index) !== one.index),
  manyItems: customer((one) => one.items.length >= 3),
  severalEsims: customer((one) => one.esims.filter((profile) => profile.active).length >= 2),
  noItems: customer((one) => one.items.length === 0),
}

function sample(store: Store, one: Customer, found: Match): Sample {
  const profile =
    one.esims.find((candidate) => candidate.iccid === found.iccid) ??
    one.esims.find((candidate) => candidate.active) ??
    one.esims[0]
  return {
    index: one.index,
    uid: one.uid,
    email: one.email,
    countrySet: one.setId,
    itemUid: found.item?.uid ?? null,
    metatag: found.item?.metatag ?? null,
    iccid: profile?.iccid ?? null,
    imsi: profile?.imsi ?? null,
    esimUid: profile?.uid ?? null,
    archetype: store.customers.archetypeName(one.index),
  }
}

/** Returns up to `each` customers for every situation. */
export function samples(store: Store, each = 6, limit = 5000): Record<string, Sample[]> {
  const found = Object.fromEntries(Object.keys(situations).map((name): [string, Sample[]] => [name, []]))
  const now = store.clock.now()
  const complete = (): boolean => Object.values(found).every((list) => list.length >= each)
  for (let index = 0; index < Math.min(limit, store.customers.count) && !(index % 100 === 0 && complete()); index++) {
    const one = store.customers.peek(index, now)
    if (one === undefined) continue
    for (const [name, matches] of Object.entries(situations)) {
      const list = found[name]
      const match = list !== undefined && list.length < each ? matches(one, now) : undefined
      if (match !== undefined) list?.push(sample(store, one, match))
    }
  }
  return found
}
