/** Reads the body of a webhook. IMSI, EID and the token of an app's user are not among what it returns. */
import type { EventDetails } from '#shared/model/customer/events.ts'
import { approvedReturnCode, refusedReturnCode } from '#shared/model/customer/events.ts'
import { parseWebhookBody, readWebhook, type WebhookEvent } from '#shared/wire/webhookEvents.ts'
import type { Delivery } from './source.ts'

export interface ParsedEvent extends Pick<WebhookEvent, 'customer' | 'iccid' | 'item' | 'identity'> {
  readonly details: EventDetails
  /** Equal for events with the same content. */
  readonly fingerprint: string
}

/** Returns `null` for a body that cannot be read as its kind. */
export function parseDelivery({
  kind,
  body,
  outcome,
}: Pick<Delivery, 'kind' | 'body' | 'outcome'>): ParsedEvent | null {
  const event = readWebhook(kind, parseWebhookBody(body))
  if (event === null) return null
  const { customer, iccid, item, identity, details } = event
  return {
    customer,
    iccid,
    item,
    identity,
    details: kind === 'activationRequest' ? { ...details, ...answered(outcome) } : details,
    fingerprint: JSON.stringify([customer, iccid, item, details]),
  }
}

function answered(outcome: Delivery['outcome']): EventDetails {
  if (outcome === undefined) return { returnCode: refusedReturnCode }
  return { outcome, returnCode: outcome === 'passed' ? approvedReturnCode : refusedReturnCode }
}
