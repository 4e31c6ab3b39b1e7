/**
 * The views that the window shows, as schemas. Both sides of the bridge parse them.
 *
 * Instants are ISO 8601 in UTC or `null`. Money is a decimal string with its currency, never a float. None of the views
 * contains activation codes or installation links: they cross only in `installation.*` and `sandbox.mail`.
 */
import * as z from 'zod'
import { SheetLanguage } from '../../sheet/language.ts'
import { CountrySetId, CustomerUid, EsimIccid, EsimUid, InventoryItemId, ItemUid } from '../../wire/ids.ts'
import { UnreadableField } from '../../wire/lenient.ts'
import { UnreadablePart } from '../../wire/unreadablePart.ts'
import { CodeState } from '../esim/activationCode.ts'

export const Instant = z.string()

/** A decimal amount such as `12.50`, and its currency as the service names it. */
export const Money = z.strictObject({ amount: z.string().regex(/^-?\d+(\.\d+)?$/), currency: z.string() })
export type Money = z.infer<typeof Money>

/**
 * As the service sent it: a value and a unit (`MB`, `GB`, `TB`, or another one that is shown as it came). The unit is
 * `unlimited` without a volume, and empty where the amount is not known.
 */
export const DataSize = z.strictObject({ value: z.number(), unit: z.string() })
export type DataSize = z.infer<typeof DataSize>

/** Length of validity. `unlimited` has no end. `unit` is the service's own (`days` and `years` are known). */
export const Validity = z.strictObject({
  value: z.number().nullable(),
  unit: z.string().nullable(),
  unlimited: z.boolean(),
})
export type Validity = z.infer<typeof Validity>

/** State of an eSIM (interface 3.1). For `unknown`, `raw` contains the state that arrived. */
export const EsimState = z.enum(['released', 'installed', 'disabled', 'error', 'unknown'])
export type EsimState = z.infer<typeof EsimState>

/** Phase of an activated item (interface 3.2). `waiting_use`: FIRST_USE, `waiting_activation`: ON_DEMAND. */
export const ItemPhase = z.enum([
  'active',
  'waiting_use',
  'waiting_activation',
  'empty',
  'expired',
  'refunded',
  'unknown',
])
export type ItemPhase = z.infer<typeof ItemPhase>

/** Reasons why an action is not possible, or what isn't known about it. Their texts are in the locale files. */
export const ActionReason = z.enum([
  'already_active',
  'mode_starts_at_once',
  'mode_unknown',
  'used',
  'expired',
  'refunded',
  'not_bought_with_credits',
  'operation_open',
  'journal_unacknowledged',
  'journal_replaced',
  // Reasons of a purchase
  'package_gone',
  'package_inactive',
  'mode_not_offered',
  'other_country_set',
  'country_missing',
  'address_missing',
  'daily_limit',
  'price_unknown_for_limit',
  // Unknowns, which are never a refusal
  'maybe_from_stock',
  'before_credit_refunds',
  'monthly_maximum_unknown',
  'accepted_before',
  'rounding',
  'usage_unknown',
  'probably_other_country_set',
  'coverage_unknown',
  'credits_unknown',
  'price_not_compared',
  'price_unknown',
  'taken_from_stock',
  'test_package',
  'reference_altered',
  'other_sales_unread',
])
export type ActionReason = z.infer<typeof ActionReason>

/** If `possible` is `false`, `reasons` contains why. `notes` are what can't be known and is left to the service. */
export const Eligibility = z.strictObject({
  possible: z.boolean(),
  reasons: z.array(ActionReason),
  notes: z.array(ActionReason),
})
export type Eligibility = z.infer<typeof Eligibility>

/**
 * Neither customer nor item contains its country set. `probably` is inferred from the inventory and shown as inferred.
 */
export const Coverage = z.strictObject({
  certainty: z.enum(['known', 'probably', 'unknown']),
  countrySet: CountrySetId.nullable(),
  countries: z.array(z.string()),
})
export type Coverage = z.infer<typeof Coverage>

export const EsimView = z.strictObject({
  uid: EsimUid,
  iccid: EsimIccid,
  imsi: z.string().nullable(),
  state: EsimState,
  /** The state as the service wrote it. */
  raw: z.string().nullable(),
  active: z.boolean().nullable(),
  lastSeen: Instant.nullable(),
  activatedAt: Instant.nullable(),
  /** `null` in a view of the directory, which has no activation codes. */
  codeState: CodeState.nullable(),
  /** The names of the service's fields that could not be read. Absent if there are none. */
  unreadable: z.array(z.string()).optional(),
})
export type EsimView = z.infer<typeof EsimView>

export const ItemView = z.strictObject({
  uid: ItemUid,
  name: z.string().nullable(),
  metatag: z.string().nullable(),
  salesChannel: z.string().nullable(),
  mode: z.string().nullable(),
  phase: ItemPhase,
  /** 1 is used first. `null` if the item is not going to be used any more. */
  useOrder: z.number().int().nullable(),
  size: DataSize,
  available: DataSize,
  /** The share of the package that is left, from 0 to 1. */
  remainingShare: z.number(),
  validity: Validity,
  activatedAt: Instant.nullable(),
  /** End of validity, or `null` while the item is inactive or if it has no end. */
  expiresAt: Instant.nullable(),
  /** The date of automatic activation of an inactive item. It is not an expiry. */
  activatesBy: Instant.nullable(),
  purchasePrice: Money.nullable(),
  retailPrice: Money.nullable(),
  salesDate: Instant.nullable(),
  coverage: Coverage,
  activate: Eligibility,
  refund: Eligibility,
  /** The names of the service's fields that could not be read. Absent if there are none. */
  unreadable: z.array(z.string()).optional(),
})
export type ItemView = z.infer<typeof ItemView>

export const SamePerson = z.strictObject({
  uid: CustomerUid,
  email: z.string().nullable(),
  packages: z.number().int(),
  countrySets: z.array(CountrySetId),
  /** Those of the packages of which something can still be used. */
  usableSets: z.array(CountrySetId),
  /** Whether an eSIM may be able to use a package. */
  hasEsim: z.boolean(),
})
export type SamePerson = z.infer<typeof SamePerson>

export const CustomerView = z.strictObject({
  uid: CustomerUid,
  email: z.string().nullable(),
  /** The language of the sheet that the customer probably reads, or `null` if nothing indicates one. */
  language: SheetLanguage.nullable(),
  totalRemaining: DataSize.nullable(),
  esims: z.array(EsimView),
  /** In the order in which they will be used, followed by those that will not be used. */
  items: z.array(ItemView),
  /** The number of packages and of eSIM profiles that the desk omitted because a customer has too many of them. */
  omittedItems: z.number().int().default(0),
  omittedEsims: z.number().int().default(0),
  samePerson: z.array(SamePerson),
  /** Packages, eSIM profiles and fields that could not be read, with what is known of them. */
  unreadable: z.array(UnreadablePart).default([]),
  /** The service's time when this was read, from which its age is computed. */
  asOf: Instant,
  /** The service's present time with this view. Phases depend on it, and the remaining time is counted from it. */
  now: Instant,
  /** `directory`: the local copy, which is shown while the service is read or if it can't be. */
  source: z.enum(['service', 'directory', 'sale']),
})
export type CustomerView = z.infer<typeof CustomerView>

export const MatchField = z.enum(['iccid', 'imsi', 'email', 'customerUid', 'itemUid', 'metatag', 'activationCode'])
export type MatchField = z.infer<typeof MatchField>

/** A customer as a row of the list. */
const MatchedPart = z.strictObject({
  field: MatchField,
  value: z.string(),
  start: z.number().int(),
  end: z.number().int(),
})

export const CustomerRow = z.strictObject({
  uid: CustomerUid,
  email: z.string().nullable(),
  esims: z.array(z.strictObject({ iccid: EsimIccid, state: EsimState, raw: z.string().nullable() })),
  totalRemaining: DataSize.nullable(),
  /** Every eSIM profile in use has failed, so that none of the data can be used. */
  esimsFailed: z.boolean().optional(),
  /** The earliest end of validity among active items. */
  nextExpiry: Instant.nullable(),
  /** Present if packages have ended, refunded ones aside: how many, and the last end. */
  ended: z.strictObject({ count: z.number().int().positive(), last: Instant }).optional(),
  /** When any of the eSIM profiles was last seen on a network. */
  lastSeen: Instant.nullable(),
  /** When a package was last sold to the customer. */
  soldAt: Instant.nullable(),
  packages: z.strictObject({
    active: z.number().int(),
    waiting: z.number().int(),
    /** Ended, used up or refunded. */
    over: z.number().int(),
    /** All, also those that can't be read. */
    total: z.number().int(),
  }),
  /** Of the packages that are still valid, or of all if none is. */
  packageNames: z.array(z.string()),
  /**
   * Where the query matched: the field, its whole value, and the matched part as [start, end). For an activation code
   * `value` is empty. `others` are the parts that the other words of the query matched, in this value or in others.
   */
  match: MatchedPart.extend({ others: z.array(MatchedPart).optional() }).nullable(),
  /** Present if other customers have the same e-mail address, with the latest reference that this one has. */
  sharedEmail: z.strictObject({ reference: z.string().nullable() }).optional(),
  /** The number of customers whom agents linked with this one, if there are any. */
  linked: z.number().int().positive().optional(),
})
export type CustomerRow = z.infer<typeof CustomerRow>

/** Empty where the service sent none that can be read. */
export const ShownCountrySet = z.string().max(100).brand<'CountrySetId'>()

export const InventoryRow = z.strictObject({
  id: InventoryItemId,
  /** The id where the service sent no name that can be read. */
  name: z.string(),
  countrySet: ShownCountrySet,
  coverage: z.enum(['worldwide', 'regional', 'country', 'unknown']),
  countries: z.array(z.string()),
  size: DataSize,
  /** Size in MB (1 GB is 1024 MB) for sorting and filtering, or `null` for an unknown unit. */
  sizeMb: z.number().nullable(),
  validity: Validity,
  /** Days for sorting and filtering, or `null` if unlimited or unknown. */
  validityDays: z.number().nullable(),
  packageType: z.string().nullable(),
  active: z.boolean(),
  /** What happens after the high-speed volume is used up, or `null` if no policy limits the high speed. */
  highSpeed: z
    .strictObject({
      volume: DataSize.nullable(),
      throttle: z.string().nullable(),
      interval: z.string().nullable(),
      resetAt: z.string().nullable(),
    })
    .nullable(),
  purchasePrice: Money.nullable(),
  retailPrice: Money.nullable(),
  /** Retail price minus purchase price, if both have the same currency. */
  margin: Money.nullable(),
  otherPrices: z.array(Money),
  stock: z.number().nullable(),
  /** What only the details of a package show, as the service wrote it; `null` where it sent nothing. */
  details: z.strictObject({
    productId: z.string().nullable(),
    profileDomain: z.string().nullable(),
    policyType: z.string().nullable(),
    resetType: z.string().nullable(),
    retailPriceEdited: z.boolean().nullable(),
    otherRetailPrices: z.array(Money),
  }),
  /** The service's fields that could not be read. Absent if there are none. */
  unreadable: z.array(UnreadableField).optional(),
})
export type InventoryRow = z.infer<typeof InventoryRow>

export const CountryRow = z.strictObject({
  code: z.string(),
  name: z.string(),
  /** An address on the desk's own origin. The main process fetches and stores the picture. */
  flag: z.string(),
})
export type CountryRow = z.infer<typeof CountryRow>

export const DeviceRow = z.strictObject({
  name: z.string(),
  vendor: z.string().nullable(),
  platform: z.string().nullable(),
})
export type DeviceRow = z.infer<typeof DeviceRow>

/** Something that the service sent and the desk could not read. It is shown and never dropped. */
export const Unreadable = z.strictObject({ uid: z.string().nullable(), reason: z.string() })
export type Unreadable = z.infer<typeof Unreadable>
