/**
 * Sends one intent: at most one execution, so one request, and one more only after an answer that proves nothing was
 * executed (token not active, or a path the service hasn't got). Every attempt is journaled before and after.
 */
import { asDeskError } from '#shared/errors.ts'
import type { OperationKind } from '#shared/model/operation.ts'
import type { ItemUid } from '#shared/wire/ids.ts'
import type { ServiceClient } from '../service/index.ts'
import { classify, type Verdict } from './classify.ts'
import type { Journal } from './journal.ts'
import { kinds } from './kinds.ts'

const mostSends = 2

export interface Sending {
  readonly id: string
  readonly kind: OperationKind
  readonly itemUid: ItemUid
  readonly client: ServiceClient
  readonly journal: Journal
}

/** A verdict that is final for this press. */
export type FinalVerdict = Verdict & { readonly outcome: 'CONFIRMED' | 'REJECTED' | 'NOT_SENT' | 'UNKNOWN' }

async function attempt({ id, kind, itemUid, client, journal }: Sending, number: number, path: string): Promise<Verdict> {
  const facts = { operation: id, number, route: path }
  journal.attemptBegan(facts)
  const route = client.moneyRoutes(kind).indexOf(path)
  const evidence = await client.sendMoney({ kind, itemUid, intentId: id, route })
  const verdict = classify(kinds[kind].accepted, evidence)
  if (showsRoute(verdict)) client.rememberMoneyRoute(kind, route)
  journal.attemptEnded(facts, verdict.cause)
  return verdict
}

const refused = (verdict: Verdict, reason: string | null = verdict.reason): FinalVerdict => ({ ...verdict, outcome: 'REJECTED', reason })

/** An answer in the service's own words came from a route that exists; its own 404 may be an unknown item or path. */
const showsRoute = (verdict: Verdict): boolean =>
  verdict.outcome === 'CONFIRMED' || (verdict.outcome === 'REJECTED' && verdict.cause !== 'answer 404' && verdict.cause !== 'answer 429')

/** Resolves for whatever the network does; throws `journal_unwritable` alone. */
export async function send(sending: Sending): Promise<FinalVerdict> {
  const { client, kind } = sending
  // By their names: what another operation finds out meanwhile changes their order.
  const [first = '', ...others] = client.moneyRoutes(kind)
  let path = first
  for (let number = 1; ; number += 1) {
    const verdict = await attempt(sending, number, path)
    const { outcome } = verdict
    if (outcome !== 'TOKEN_REFUSED' && outcome !== 'ROUTE_UNKNOWN') return { ...verdict, outcome }
    if (number === mostSends) return refused(verdict)
    if (outcome === 'ROUTE_UNKNOWN') {
      const next = others.shift()
      if (next === undefined) return refused(verdict)
      path = next
      continue
    }
    try {
      await client.renewToken()
    } catch (thrown) {
      return refused(verdict, asDeskError(thrown).code)
    }
  }
}
