/**
 * What a webhook says, in one form for all kinds: whom it is about, its details, and what makes it the same as another
 * one. The relay and a receiver on the loopback both use it, so that a repeat is a repeat for both.
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

const none = { iccid: null, customer: null, item: null, userToken: null, identity: null }

/** Joins the parts of an identity, of which none may be missing. */
const identify = (...parts: readonly (string | number | null | undefined)[]): string | null =>
  parts.some((part) => part === null || part === undefined) ? null : JSON.stringify(parts)

function readEsimStatus({ iccid, profileState }: WireEsimStatus): WebhookEvent {
  return { ...none, iccid, details: { profileState } }
}

function readBalanceActivation(body: WireBalanceActivation): WebhookEvent {
  const { uid, activatedItem, activatedAt = null, expiresAt = null } = body
  return {
    ...none,
    customer: uid,
    item: activatedItem,
    details: { activatedAt, expiresAt },
    // An item is activated once.
    identity: identify(uid, activatedItem),
  }
}

function readLowBalance(body: WireLowBalance): WebhookEvent {
  const { uid, iccid = null, timestamp = null, balanceAmountInByte = null } = body
  return {
    ...none,
    iccid,
    customer: uid,
    details: { timestamp, balanceAmountInByte },
    identity: identify(uid, timestamp),
  }
}

function readDataConsumption(body: WireDataConsumption): WebhookEvent {
  const { uid, iccid = null, timestamp = null, activatedItemId = null } = body
  const { configuredThresholdPercentage = null, balanceAmountInByte = null, originalBalanceAmountInByte = null } = body
  return {
    ...none,
    iccid,
    customer: uid,
    item: activatedItemId,
    details: { timestamp, configuredThresholdPercentage, balanceAmountInByte, originalBalanceAmountInByte },
    // Each threshold fires once for a package (interface 6.4).
    identity:
      identify(uid, activatedItemId, configuredThresholdPercentage) ??
      identify(uid, timestamp, configuredThresholdPercentage),
  }
}

function readCountryChange({ iccid, previousCountry = null, newCountry }: WireCountryChange): WebhookEvent {
  return { ...none, iccid, details: { previousCountry, newCountry } }
}

function readActivationRequest(body: WireActivationRequest): WebhookEvent {
  const { activationId, inventoryItemId = null, userToken = null, metaTag = null } = body
  return { ...none, details: { activationId, inventoryItemId, metaTag }, userToken, identity: identify(activationId) }
}

function readCustomerRegistration({ uid, userToken = null }: WireCustomerRegistration): WebhookEvent {
  return { ...none, customer: uid, details: {}, userToken, identity: identify(uid) }
}

/** Returns what a body says, or null if it can't be read as a webhook of this kind. */
export function readWebhook(kind: WebhookKind, body: unknown): WebhookEvent | null {
  const read = <T>(schema: z.ZodType<T>, convert: (value: T) => WebhookEvent): WebhookEvent | null => {
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
