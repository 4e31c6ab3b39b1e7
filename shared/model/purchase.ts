/**
 * What is asked for when credits are spent: a package for a new customer or one more for a known one (interface 4.9 to
 * 4.11), and the rules that a connection buys by. The reference that the service keeps carries the intent's id.
 */
import * as z from 'zod'
import { ActivationMode } from '../wire/activation.ts'
import { CustomerUid, InventoryItemId, ItemUid } from '../wire/ids.ts'
import { MailAddress } from './mail.ts'
import { Money } from './views.ts'

export const ItemOperationKind = z.enum(['activate', 'refund'])
export type ItemOperationKind = z.infer<typeof ItemOperationKind>
export const TopUpKind = z.enum(['top-up', 'top-up-with-profile'])
export const PurchaseKind = z.enum(['register', ...TopUpKind.options])
export type PurchaseKind = z.infer<typeof PurchaseKind>

const purchaseKinds: ReadonlySet<string> = new Set(PurchaseKind.options)
export const isPurchaseKind = (kind: string): kind is PurchaseKind => purchaseKinds.has(kind)

/** Characters of a typed reference: how long a metatag may be is not known, and the id comes first. */
export const maxReferenceLength = 64
/** Not the id of another operation: what is bought here would be taken for what that one made. */
export const Reference = z
  .string()
  .trim()
  .max(maxReferenceLength)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)
  .refine((text) => idsIn(text).length === 0)
export const UserCountry = z.string().regex(/^[A-Z]{2}$/)
export const UserIp = z.union([z.ipv4(), z.ipv6()])

const chosen = { inventoryItemId: InventoryItemId, mode: ActivationMode, reference: Reference.optional() }

/** What a press is about. Of a purchase also what was typed: a preview is bound to exactly this. */
export const OperationTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: ItemOperationKind, customerUid: CustomerUid, itemUid: ItemUid }),
  z.strictObject({ kind: TopUpKind, customerUid: CustomerUid, ...chosen }),
  /** Country and address are asked for unless the connection's rules fix them. */
  z.strictObject({
    kind: z.literal('register'),
    ...chosen,
    customerEmail: MailAddress.optional(),
    userCountry: UserCountry.optional(),
    userIp: UserIp.optional(),
  }),
])
export type OperationTarget = z.infer<typeof OperationTarget>
export type ItemTarget = Extract<OperationTarget, { kind: ItemOperationKind }>
export type PurchaseTarget = Exclude<OperationTarget, ItemTarget>

const anyId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
/** Whether the id stands once and by itself in what the template makes: only so does everybody who reads it find it again. */
export const keepsId = (template: string): boolean =>
  template.split('{id}').length === 2 && idsIn(metatagOf(template, anyId, 'x')).join() === anyId

/** Where the intent's id and the typed reference stand in the metatag. */
export const MetatagTemplate = z
  .string()
  .trim()
  .max(60)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)
  .refine((text) => keepsId(text) && text.split('{reference}').length <= 2)

const dollars = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/)

export const BuyingRules = z.strictObject({
  /** Null: asked for with every new customer. */
  userCountry: UserCountry.nullable(),
  userIp: UserIp.nullable(),
  metatag: MetatagTemplate,
  /** USD a day, as a decimal; null where there is no limit. */
  dailyLimit: dollars.nullable(),
  /** USD: an operation of a higher amount is sent only after the main process has asked a person. */
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

/** Without a reference nothing is left where it would stand. */
export const metatagOf = (template: string, id: string, reference: string): string =>
  template
    .replace('{id}', () => id)
    .replace('{reference}', () => reference)
    .trim()

/** A ULID as an intent has it, alone or with what stands around it. */
const intentId = /(?<![0-9A-Za-z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Za-z])/g

/** Ids of intents that a reference may carry. */
export const idsIn = (metatag: string): readonly string[] => metatag.match(intentId) ?? []

/** What a person typed, without ids of intents; the whole where there is none. */
export const referenceOf = (metatag: string): string => metatag.replace(intentId, '').trim()

/** Of a purchase's preview. */
export const PurchasePreview = z.strictObject({
  inventoryItemId: InventoryItemId,
  mode: ActivationMode,
  reference: z.string().nullable(),
  /** The retail price that the service is asked to compare (interface 4.9); null where there is none in USD, and then nothing is compared. */
  expectedPrice: Money.nullable(),
  /** `fixed`: by the connection's rules. Null for a top-up, which has none. */
  userCountry: z.strictObject({ value: z.string().nullable(), fixed: z.boolean() }).nullable(),
  userIp: z.strictObject({ value: z.string().nullable(), fixed: z.boolean() }).nullable(),
  newEsim: z.boolean(),
  /** Units in stock, which would be taken before credits. */
  stock: z.number().nullable(),
  /** By this desk today, with what isn't known yet. */
  spentToday: Money,
  dailyLimit: Money.nullable(),
})
export type PurchasePreview = z.infer<typeof PurchasePreview>
