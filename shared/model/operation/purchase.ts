/**
 * The input of a purchase, which sells a package to a new customer or one more to an existing one (interface 4.9 to
 * 4.11), and the buying rules of a connection. The reference that the service stores contains the id of the intent.
 */
import * as z from 'zod'
import { ActivationMode } from '../../wire/activationMode.ts'
import { CustomerUid, InventoryItemId, ItemUid } from '../../wire/ids.ts'
import { CountryCode } from '../../wire/values.ts'
import { MailAddress } from '../mail.ts'
import { Instant, Money } from '../customer/views.ts'

export const ItemOperationKind = z.enum(['activate', 'refund'])
export type ItemOperationKind = z.infer<typeof ItemOperationKind>
const TopUpKind = z.enum(['top-up', 'top-up-with-profile'])
export const PurchaseKind = z.enum(['register', ...TopUpKind.options])
export type PurchaseKind = z.infer<typeof PurchaseKind>

const purchaseKinds: ReadonlySet<string> = new Set(PurchaseKind.options)
export const isPurchaseKind = (kind: string): kind is PurchaseKind => purchaseKinds.has(kind)

/** Maximum characters of a typed reference. The maximum length of a metatag is not known, and the id comes first. */
export const maxReferenceLength = 64
/**
 * It must not contain the id of another operation, because the new item would be taken for the one that that operation
 * created.
 */
export const Reference = z
  .string()
  .trim()
  .max(maxReferenceLength)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)
  .refine((text) => idsIn(text).length === 0)
export const UserIp = z.union([z.ipv4(), z.ipv6()])

const chosen = { inventoryItemId: InventoryItemId, mode: ActivationMode, reference: Reference.optional() }

/** What an operation is about. For a purchase this includes what was typed: a preview is bound to exactly this. */
export const OperationTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: ItemOperationKind, customerUid: CustomerUid, itemUid: ItemUid }),
  z.strictObject({ kind: TopUpKind, customerUid: CustomerUid, ...chosen }),
  /** Country and address are required unless the rules of the connection fix them. */
  z.strictObject({
    kind: z.literal('register'),
    ...chosen,
    customerEmail: MailAddress.optional(),
    /** The record of the same person from whose page the package is sold. */
    person: CustomerUid.optional(),
    userCountry: CountryCode.optional(),
    userIp: UserIp.optional(),
  }),
])
export type OperationTarget = z.infer<typeof OperationTarget>
export type ItemTarget = Extract<OperationTarget, { kind: ItemOperationKind }>
export type PurchaseTarget = Exclude<OperationTarget, ItemTarget>

const anyId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
/**
 * Whether the result of the template contains the id exactly once and as a separate word. Otherwise readers would not
 * find it again.
 */
export const keepsId = (template: string): boolean =>
  template.split('{id}').length === 2 &&
  idsIn(metatagOf(template, { id: anyId, reference: 'x', agent: 'x', date: '2026-01-01' })).join() === anyId

/** The positions of the intent's id, the typed reference, the agent's name and the day in the metatag. */
export const MetatagTemplate = z
  .string()
  .trim()
  .max(60)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)
  .refine((text) => keepsId(text) && text.split('{reference}').length <= 2)

const dollars = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/)

export const BuyingRules = z.strictObject({
  /** `null`: required with every new customer. */
  userCountry: CountryCode.nullable(),
  userIp: UserIp.nullable(),
  metatag: MetatagTemplate,
  /** USD a day, as a decimal, or `null` if there is no limit. */
  dailyLimit: dollars.nullable(),
  /** USD. An operation with a higher amount is sent only after the main process has asked a person. */
  askAbove: dollars.default('50'),
})
export type BuyingRules = z.infer<typeof BuyingRules>

export const defaultRules: BuyingRules = {
  userCountry: null,
  userIp: null,
  metatag: '{id} {reference}',
  dailyLimit: null,
  askAbove: '50',
}

/** What stands in a metatag. */
interface MetatagParts {
  readonly id: string
  readonly reference: string
  /** The agent's name. Ids of intents in it are left out, and so is what follows its first 40 characters. */
  readonly agent: string
  /** The day of the purchase in UTC, as `2026-11-29`. */
  readonly date: string
}

const maxAgentLength = 40
const agentPart = (name: string): string =>
  referenceOf(name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')).slice(0, maxAgentLength)

/** The result is trimmed, so that an empty reference leaves no blank at an end. */
export function metatagOf(template: string, { agent, ...others }: MetatagParts): string {
  const parts: Readonly<Record<string, string>> = { ...others, agent: agentPart(agent) }
  return template.replaceAll(/\{(id|reference|agent|date)\}/g, (_, part: string) => parts[part] ?? '').trim()
}

/** The ULID of an intent, alone or surrounded by other text. */
const intentId = /(?<![0-9A-Za-z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Za-z])/g

/** The ids of intents that a reference may contain. */
export const idsIn = (metatag: string): readonly string[] => metatag.match(intentId) ?? []

/** What a person typed, without the ids of intents, or the whole text if it contains none. */
export const referenceOf = (metatag: string): string => metatag.replace(intentId, '').trim()

/** A sale of the same package to the same customer a few minutes ago. It may be the same order for the second time. */
export const RecentSale = z.strictObject({
  /**
   * Its name: the id of its operation, or the uid of the item if another desk sold it. Where there are several such
   * sales, ` +` and the number of the others follows.
   */
  id: z.string(),
  /** The id of its operation, or `null` if another desk sold it, as the service shows. */
  operation: z.string().nullable(),
  /** By this machine's clock. */
  soldAt: Instant,
  /** `null` if another desk sold it. */
  agent: z.string().nullable(),
  /** The reference of another desk's sale, without the ids of intents. */
  reference: z.string().nullable(),
  /** `false` as long as it isn't known whether it went through. */
  confirmed: z.boolean(),
})
export type RecentSale = z.infer<typeof RecentSale>

/** The customer's eSIMs: one of them is installed, none of them is, each has failed, or their state is not known. */
export const CustomerEsims = z.enum(['installed', 'notInstalled', 'failed', 'unknown'])
export type CustomerEsims = z.infer<typeof CustomerEsims>

/** The eSIM that a package is used on: a new one, or those of the customer. */
export const PurchaseEsim = z.enum(['new', ...CustomerEsims.options])
export type PurchaseEsim = z.infer<typeof PurchaseEsim>

/** The part of a preview that only purchases have. */
export const PurchasePreview = z.strictObject({
  inventoryItemId: InventoryItemId,
  mode: ActivationMode,
  reference: z.string().nullable(),
  /**
   * The retail price that the service is asked to compare (interface 4.9), or `null` if there is none in USD. Nothing
   * is compared then.
   */
  expectedPrice: Money.nullable(),
  /** `fixed`: set by the rules of the connection. `null` for a top-up, which has no country. */
  userCountry: z.strictObject({ value: z.string().nullable(), fixed: z.boolean() }).nullable(),
  userIp: z.strictObject({ value: z.string().nullable(), fixed: z.boolean() }).nullable(),
  esim: PurchaseEsim,
  /** Units in stock, which would be used before credits. */
  stock: z.number().nullable(),
  /** Spent by this desk today, including unknown outcomes. */
  spentToday: Money,
  dailyLimit: Money.nullable(),
  /** `run` refuses this purchase until a person has acknowledged this sale. */
  recentSale: RecentSale.nullable(),
})
export type PurchasePreview = z.infer<typeof PurchasePreview>
