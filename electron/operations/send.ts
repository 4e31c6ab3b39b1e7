/**
 * Sends one intent: at most one execution, so one request, and one more only after an answer that proves nothing was
 * executed (token not active, or a path the service hasn't got). Every attempt is journaled before and after.
 */
import { asDeskError } from '#shared/errors.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { ServiceClient } from '../service/index.ts'
import { classify, type Resend, type SendingEnd } from './classify.ts'
import type { Journal } from './journal.ts'
import { acceptedOf } from './kinds.ts'
import { purchaseInAnswer } from './purchaseResult.ts'
import type { PurchaseResult, OperationRequest } from './types.ts'

const maxSends = 2

export interface Sending {
  readonly id: string
  readonly order: OperationRequest
  /** Null for one whom it makes. */
  readonly customerUid: CustomerUid | null
  readonly client: ServiceClient
  readonly journal: Journal
}

/** What the service made, where it said so. */
interface PurchaseInAnswer {
  readonly result?: PurchaseResult
  readonly iccid?: string | null
}

/** How the sending ended. */
export type SendResult = PurchaseInAnswer & { readonly transition: SendingEnd }

type AttemptResult = PurchaseInAnswer & { readonly classification: SendingEnd | Resend }

async function attempt(
  { id, order, customerUid, client, journal }: Sending,
  number: number,
  path: string,
): Promise<AttemptResult> {
  const facts = { operation: id, number, route: path }
  journal.attemptBegan(facts)
  const route = client.moneyRoutes(order.kind).indexOf(path)
  const evidence = await client.sendMoney({ ...order, intentId: id, route })
  const classification = classify(acceptedOf(order.kind, customerUid), evidence)
  if (provesRoute(classification)) client.rememberMoneyRoute(order.kind, route)
  journal.attemptEnded(facts, classification.cause)
  const isConfirmed = 'state' in classification && classification.state === 'CONFIRMED'
  if (!isConfirmed || evidence.type !== 'answer' || !('body' in order)) return { classification }
  return { classification, ...purchaseInAnswer(evidence.body, order.body.metatag) }
}

const rejected = ({ cause, reason, retryAfter }: Resend, rejectionReason = reason): SendResult => ({
  transition: { state: 'REJECTED', cause, reason: rejectionReason, retryAfter },
})

/** An answer in the service's own words came from a route that exists; its own 404 may be an unknown item or path. */
function provesRoute(classification: SendingEnd | Resend): boolean {
  if (!('state' in classification)) return false
  if (classification.state === 'CONFIRMED') return true
  return (
    classification.state === 'REJECTED' &&
    classification.cause !== 'answer 404' &&
    classification.cause !== 'answer 429'
  )
}

/** Resolves for whatever the network does; throws `journal_unwritable` alone. */
export async function send(sending: Sending): Promise<SendResult> {
  const { client, order } = sending
  // By their names: what another operation finds out meanwhile changes their order.
  const [first = '', ...others] = client.moneyRoutes(order.kind)
  let path = first
  for (let number = 1; ; number += 1) {
    const { classification, ...result } = await attempt(sending, number, path)
    if ('state' in classification) return { ...result, transition: classification }
    if (number === maxSends) return rejected(classification)
    if (classification.resend === 'route') {
      const next = others.shift()
      if (next === undefined) return rejected(classification)
      path = next
      continue
    }
    try {
      await client.renewToken()
    } catch (thrown) {
      return rejected(classification, asDeskError(thrown).code)
    }
  }
}
