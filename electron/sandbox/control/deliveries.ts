/** Lists, repeats and forges deliveries of webhooks, at the request of the control plane. */
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import { conflict, unknown } from '../rules/refusal.ts'
import type { Store } from '../store/store.ts'
import type { Delivery } from '../webhooks/deliveries.ts'
import { forgedBody } from '../webhooks/forged.ts'

export const ForgeRequest = z.union([
  z.strictObject({ kind: WebhookKind, customerUid: z.string() }),
  z.strictObject({ kind: WebhookKind, body: z.unknown().refine((body) => body !== undefined) }),
])
export type ForgeRequest = z.infer<typeof ForgeRequest>

type Deliveries = { readonly deliveries: readonly Delivery[] }

/** Returns the latest deliveries, after all events of now have been sent, or after at most `maxWaitMs`. */
export async function listDeliveries(store: Store, limit: number, maxWaitMs: number): Promise<Deliveries> {
  const sent = store.scheduler.runDue().then(() => store.webhooks.drain())
  await (Number.isFinite(maxWaitMs) ? Promise.race([sent, wait(maxWaitMs, undefined, { ref: false })]) : sent)
  return { deliveries: store.webhooks.deliveries(limit) }
}

async function send(store: Store, kind: WebhookKind, body: unknown, origin: 'repeat' | 'forged'): Promise<Delivery> {
  const delivery = await store.webhooks.send(kind, body, origin)
  if (delivery === undefined) throw conflict('no-address', `No address is set for ${kind}.`)
  return delivery
}

export function repeatDelivery(store: Store, id: number): Promise<Delivery> {
  const delivery = store.webhooks.delivery(id)
  if (delivery === undefined) throw unknown('delivery')
  return send(store, delivery.kind, delivery.body, 'repeat')
}

export function forgeDelivery(store: Store, request: ForgeRequest): Promise<Delivery> {
  if ('body' in request) return send(store, request.kind, request.body, 'forged')
  const now = store.clock.now()
  const customer = store.customers.byUid(request.customerUid, now)
  if (customer === undefined) throw unknown('customer')
  return send(store, request.kind, forgedBody(request.kind, customer, now), 'forged')
}
