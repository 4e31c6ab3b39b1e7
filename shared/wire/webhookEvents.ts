/**
 * The content of a webhook, in one form for all kinds: whom it is about, its details, and what makes it the same as
 * another one. The relay and a receiver on the loopback both use it, so that a repeat is a repeat for both.
 */
import type * as z from 'zod'
import {
  WireActivationRequest,
  WireBalanceActivation,
  WireCountryChange,
  WireCustomerRegistration,
  WireDataConsumption,
  WireEsimStatus,
  WireLowBalance,
  WireSubject,
} from './webhooks.ts'
import type { WebhookKind } from './webhookKind.ts'

export interface WebhookEvent {
  readonly iccid: string | null
  readonly customer: string | null
  readonly item: string | null
  /** The remaining fields. There is no IMSI and no EID among them. */
  readonly details: Readonly<Record<string, string | number | null>>
  /** The user's token of the client library, which belongs to the reseller's app: compared, and never shown. */
  readonly userToken: string | null
  /**
   * Two events with one identity are the same event, however long it took. Null for the kinds whose body has neither a
   * time nor an id; those are repeats if they equal the previous one of their eSIM within `repeatWindowMs`.
   */
  readonly identity: string | null
}

/** How long an event without a time or an id is the same as an equal one before it. */
export const repeatWindowMs = 10 * 60_000

export interface StoredFingerprint {
  readonly fingerprint: string
  /** Epoch milliseconds. */
  readonly at: number
}

/**
 * Whether an event that has neither a time nor an id repeats the previous one of the same kind and the same eSIM. The
 * clock may have been set back, so the distance counts.
 */
export function isRepeat(next: StoredFingerprint, previous: StoredFingerprint | undefined): boolean {
  return (
    previous !== undefined &&
    previous.fingerprint === next.fingerprint &&
    Math.abs(next.at - previous.at) < repeatWindowMs
  )
}

/** Joins the parts of an identity, of which none may be missing. */
const identify = (...parts: readonly (string | number | null | undefined)[]): string | null =>
  parts.some((part) => part === null || part === undefined) ? null : JSON.stringify(parts)

/** The subject and the details of an event, before it is known whether it names a customer or an eSIM. */
type EventContent = Pick<WebhookEvent, 'details'> & Partial<WebhookEvent>

const readEsimStatus = ({ profileState = null }: WireEsimStatus): EventContent => ({ details: { profileState } })

function readBalanceActivation(body: WireBalanceActivation): EventContent {
  const { uid, activatedItem = null, activatedAt = null, expiresAt = null } = body
  // An item is activated once.
  return { item: activatedItem, details: { activatedAt, expiresAt }, identity: identify(uid, activatedItem) }
}

function readLowBalance(body: WireLowBalance): EventContent {
  const { uid, iccid, timestamp = null, balanceAmountInByte = null } = body
  return { details: { timestamp, balanceAmountInByte }, identity: identify(uid ?? iccid, timestamp) }
}

function readDataConsumption(body: WireDataConsumption): EventContent {
  const { uid, iccid, timestamp = null, activatedItemId = null } = body
  const { configuredThresholdPercentage = null, balanceAmountInByte = null, originalBalanceAmountInByte = null } = body
  const who = uid ?? iccid
  return {
    item: activatedItemId,
    details: { timestamp, configuredThresholdPercentage, balanceAmountInByte, originalBalanceAmountInByte },
    // Each threshold fires once for a package (interface 6.4).
    identity:
      identify(who, activatedItemId, configuredThresholdPercentage) ??
      identify(who, timestamp, configuredThresholdPercentage),
  }
}

const readCountryChange = ({ previousCountry = null, newCountry = null }: WireCountryChange): EventContent => ({
  details: { previousCountry, newCountry },
})

function readActivationRequest(body: WireActivationRequest): EventContent {
  const { activationId, inventoryItemId = null, userToken = null, metaTag = null } = body
  return { details: { activationId, inventoryItemId, metaTag }, userToken, identity: identify(activationId) }
}

function readCustomerRegistration({ uid, customerUid, userToken = null }: WireCustomerRegistration): EventContent {
  const customer = uid ?? customerUid ?? null
  return { customer, details: {}, userToken, identity: identify(customer) }
}

function contentOf(kind: WebhookKind, body: unknown): EventContent | null {
  const read = <T>(schema: z.ZodType<T>, convert: (value: T) => EventContent): EventContent | null => {
    const parsed = schema.safeParse(body)
    return parsed.success ? convert(parsed.data) : null
  }
  switch (kind) {
    case 'esimStatus':
      return read(WireEsimStatus, readEsimStatus)
    case 'balanceActivation':
      return read(WireBalanceActivation, readBalanceActivation)
    case 'lowBalance':
      return read(WireLowBalance, readLowBalance)
    case 'dataConsumption':
      return read(WireDataConsumption, readDataConsumption)
    case 'countryChange':
      return read(WireCountryChange, readCountryChange)
    case 'activationRequest':
      return read(WireActivationRequest, readActivationRequest)
    case 'customerRegistration':
      return read(WireCustomerRegistration, readCustomerRegistration)
  }
}

/**
 * Returns the content of a body, or null if it can't be read as a webhook of this kind: it names neither a customer nor
 * an eSIM, or, of an activation request, not the activation.
 */
export function readWebhook(kind: WebhookKind, body: unknown): WebhookEvent | null {
  const event = contentOf(kind, body)
  if (event === null) return null
  if (kind === 'activationRequest') return { ...none, ...event }
  const { uid = null, iccid = null } = WireSubject.parse(body)
  const customer = event.customer ?? uid
  return customer === null && iccid === null ? null : { ...none, ...event, customer, iccid }
}

const none = { iccid: null, customer: null, item: null, userToken: null, identity: null }

/**
 * Returns the value of a JSON text, or undefined. A whole number that is too long for a number stays a text of its
 * digits, because an ICCID may be sent as one.
 */
export function parseWebhookBody(json: string): unknown {
  try {
    return JSON.parse(
      json.replace(/^\ufeff/, ''),
      (_key, value: unknown, { source = '' }: { readonly source?: string } = {}) =>
        typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(source) ? source : value,
    )
  } catch {
    return undefined
  }
}
