/**
 * The content of a purchase form and its validation, without side effects. Each field is validated by the contract's
 * own schema, so that the desk never refuses as malformed what this accepts.
 */
import type { ActivationMode } from '#shared/wire/activationMode.ts'
import type { CustomerUid, InventoryItemId } from '#shared/wire/ids.ts'
import { CountryCode } from '#shared/wire/values.ts'
import { MailAddress } from '#shared/model/mail.ts'
import {
  maxReferenceLength,
  Reference,
  UserIp,
  type BuyingRules,
  type PurchaseTarget,
} from '#shared/model/operation/purchase.ts'

export interface ChosenCustomer {
  readonly uid: CustomerUid
  readonly email: string | null
}

export interface PurchaseForm {
  /** Whom a package of the inventory is for. The customer of a top-up is known from the beginning. */
  readonly who: 'new' | 'existing'
  readonly customer: ChosenCustomer | null
  /** The record of the person who becomes a new customer, if it is known. */
  readonly person: CustomerUid | null
  readonly inventoryItemId: InventoryItemId | null
  readonly email: string
  readonly country: string | null
  /** The country is that of the last sale, and nobody has chosen it for this customer. */
  readonly countryIsCarried: boolean
  /** What was typed as the country, if it names none. */
  readonly unknownCountry: string
  readonly ip: string
  readonly newEsim: boolean
  /** `null` while the agent has chosen none: see `modeOf`. */
  readonly mode: ActivationMode | null
  /** The package does not work where the customer is, so it is for a later country. */
  readonly isForLater: boolean
  readonly reference: string
}

export const emptyForm: PurchaseForm = {
  who: 'new',
  customer: null,
  person: null,
  inventoryItemId: null,
  email: '',
  country: null,
  countryIsCarried: false,
  unknownCountry: '',
  ip: '',
  newEsim: false,
  mode: null,
  isForLater: false,
  reference: '',
}

/** A form begins with the country of the last sale, if there is one. */
export const carried = (country: string | null): Pick<PurchaseForm, 'country' | 'countryIsCarried'> => ({
  country,
  countryIsCarried: country !== null,
})

/**
 * The mode that was chosen, or else the one that wastes nothing: a package waits for its first use on a new eSIM, which
 * is not installed yet, and where the customer is not in its coverage yet. Otherwise data is wanted now.
 */
export const modeOf = ({ mode, who, newEsim, isForLater }: PurchaseForm): ActivationMode =>
  mode ?? (who === 'new' || newEsim || isForLater ? 'FIRST_USE' : 'NOW')

/** In the order in which the form has them. */
export const purchaseFields = ['package', 'customer', 'email', 'country', 'ip', 'reference'] as const
export type PurchaseField = (typeof purchaseFields)[number]
export type FieldIssue = 'missing' | 'malformed'
export type FormIssues = Readonly<Partial<Record<PurchaseField, FieldIssue>>>

export interface FormReading {
  /** `null` while a field is missing or malformed. */
  readonly target: PurchaseTarget | null
  readonly issues: FormIssues
}

type Rules = Pick<BuyingRules, 'userCountry' | 'userIp'>

interface Read<Value> {
  readonly value?: Value
  readonly issue?: FieldIssue
}

function read<Value>(
  text: string,
  needed: boolean,
  parse: (text: string) => { readonly data?: Value | undefined },
): Read<Value> {
  if (text === '') return needed ? { issue: 'missing' } : {}
  const value = parse(text).data
  return value === undefined ? { issue: 'malformed' } : { value }
}

/**
 * Whether the text is accepted as a reference. Text that is too long is refused as a whole, so that nobody buys with a
 * shortened one.
 */
export function fitsReference(text: string): boolean {
  return text.trim().length <= maxReferenceLength
}

function readCountry({ country, unknownCountry }: PurchaseForm): Read<string> {
  if (country === null && unknownCountry !== '') return { issue: 'malformed' }
  return read(country ?? '', true, (text) => CountryCode.safeParse(text))
}

/** `isMailed`: a mail follows the purchase, which needs the address of a new customer. */
export function readForm(form: PurchaseForm, rules: Rules, isMailed = false): FormReading {
  const registers = form.who === 'new'
  const reference = read(form.reference.trim(), false, (text) => Reference.safeParse(text))
  const email = registers ? read(form.email.trim(), isMailed, (text) => MailAddress.safeParse(text)) : {}
  const country = registers && rules.userCountry === null ? readCountry(form) : {}
  const ip = registers && rules.userIp === null ? read(form.ip.trim(), true, (text) => UserIp.safeParse(text)) : {}
  const issues: FormIssues = {
    ...(form.inventoryItemId === null && { package: 'missing' }),
    ...(!registers && form.customer === null && { customer: 'missing' }),
    ...(email.issue !== undefined && { email: email.issue }),
    ...(country.issue !== undefined && { country: country.issue }),
    ...(ip.issue !== undefined && { ip: ip.issue }),
    ...(reference.issue !== undefined && { reference: reference.issue }),
  }
  if (Object.keys(issues).length > 0 || form.inventoryItemId === null) return { target: null, issues }
  const chosen = {
    inventoryItemId: form.inventoryItemId,
    mode: modeOf(form),
    ...(reference.value !== undefined && { reference: reference.value }),
  }
  if (!registers) {
    if (form.customer === null) return { target: null, issues }
    return {
      target: { kind: form.newEsim ? 'top-up-with-profile' : 'top-up', customerUid: form.customer.uid, ...chosen },
      issues,
    }
  }
  return {
    target: {
      kind: 'register',
      ...chosen,
      ...(email.value !== undefined && { customerEmail: email.value }),
      ...(form.person !== null && { person: form.person }),
      ...(country.value !== undefined && { userCountry: country.value }),
      ...(ip.value !== undefined && { userIp: ip.value }),
    },
    issues,
  }
}
