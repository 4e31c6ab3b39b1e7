/**
 * Parses the body of a purchase (interface 4.9 to 4.11). It refuses a missing or wrong field by name, and accepts the
 * deviations that real clients are known for.
 */
import { isIP } from 'node:net'
import { z } from 'zod'
import { jsonBody, type ApiRequest } from '../http/request.ts'
import { invalid } from '../rules/refusal.ts'
import type { Order } from '../rules/selling.ts'
import { activationModes } from '../store/records.ts'
import type { Variants } from '../variants.ts'

const maxLength = 500

const Purchase = z.looseObject({
  inventoryItemId: z.string().min(1).max(maxLength),
  metatag: z.string().max(maxLength),
  expectedPrice: z.unknown().optional(),
  activationMode: z.string().nullish(),
})

const Registration = Purchase.extend({
  customerEmail: z.string().max(320).nullish(),
  userIp: z.string().max(64),
  userCountry: z.string().max(64),
})

const TopUp = Purchase.extend({
  customerUid: z.string().min(1).max(maxLength),
  dedicated: z.boolean().nullish(),
})

type PurchaseBody = z.infer<typeof Purchase>

/** Accepts spaces in the local part, which may be quoted, but no second `@`. */
export function isEmailLike(text: string): boolean {
  const parts = text.split('@')
  return parts.length === 2 && parts.every((part) => part.trim() !== '') && !/\s/.test(parts[1] ?? '')
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  throw invalid(field === '' ? 'The body is an object.' : `${field} is missing or wrong.`)
}

const Price = z.looseObject({ priceValue: z.number(), currencyCode: z.string().default('USD') })

/** Treats `{}` and null as "not given" (an assumption), and refuses a text or a number. */
function expectedPrice(value: unknown): Order['expectedPrice'] {
  if (value === undefined || value === null) return null
  if (typeof value === 'object' && Object.keys(value).length === 0) return null
  const price = Price.safeParse(value)
  if (!price.success) throw invalid('expectedPrice is an object with priceValue and currencyCode.')
  return { value: price.data.priceValue, currency: price.data.currencyCode }
}

function order({ emptyMetatag }: Variants, body: PurchaseBody): Order {
  if (body.metatag === '' && emptyMetatag === 'refused') throw invalid('metatag is empty.')
  const mode = activationModes.find((one) => one === (body.activationMode ?? 'NOW'))
  if (mode === undefined) throw invalid('activationMode is NOW, FIRST_USE or ON_DEMAND.')
  return {
    inventoryItemId: body.inventoryItemId,
    metatag: body.metatag,
    mode,
    expectedPrice: expectedPrice(body.expectedPrice),
  }
}

type RegistrationOrder = {
  readonly order: Order
  readonly email: string | null
  readonly residence: string | null
}

/** Accepts an empty `userIp` or `userCountry` (an assumption), because some clients send them. */
export function registrationOrder(variants: Variants, request: ApiRequest): RegistrationOrder {
  const body = parsed(Registration, jsonBody(request))
  if (body.userIp !== '' && isIP(body.userIp) === 0) throw invalid('userIp is not an IP address.')
  if (body.userCountry !== '' && !/^[A-Za-z]{2}$/.test(body.userCountry))
    throw invalid('userCountry is an ISO2 country code.')
  const email = body.customerEmail === '' ? null : (body.customerEmail ?? null)
  if (email !== null && !isEmailLike(email)) throw invalid('customerEmail is not an e-mail address.')
  return {
    order: order(variants, body),
    email,
    residence: body.userCountry === '' ? null : body.userCountry.toUpperCase(),
  }
}

type TopUpOrder = { readonly order: Order; readonly customerUid: string }

export function topUpOrder(variants: Variants, request: ApiRequest): TopUpOrder {
  const body = parsed(TopUp, jsonBody(request))
  return { order: order(variants, body), customerUid: body.customerUid }
}
