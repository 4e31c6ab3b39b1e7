/** The deliveries of the sandbox's webhooks (interface 6), as the sandbox's panel shows and disturbs them. */
import * as z from 'zod'
import { WebhookKind } from '../wire/webhookKind.ts'
import { Instant } from './customer/views.ts'

const DeliveryOrigin = z.enum(['event', 'duplicate', 'repeat', 'forged'])
type DeliveryOrigin = z.infer<typeof DeliveryOrigin>

export const maxShownDeliveries = 100

export const Delivery = z.strictObject({
  id: z.number().int().positive(),
  kind: WebhookKind,
  origin: DeliveryOrigin,
  /** The time of the sandbox's clock. */
  at: Instant,
  /** The address without secrets. */
  url: z.string(),
  /** The ICCID or the customer's uid in the body, or `null` without either. */
  about: z.string().nullable(),
  /** The status of the receiver's response, or `null` without a response. */
  status: z.number().int().nullable(),
  problem: z.string().nullable(),
  /** Whether it was dropped on purpose, and therefore never sent. */
  dropped: z.boolean(),
  /** The beginning of the response, or `null` without one. */
  answer: z.string().nullable(),
  milliseconds: z.number().nonnegative(),
})
export type Delivery = z.infer<typeof Delivery>

const share = z.number().min(0).max(1)

/** What happens to deliveries on their way. A share is the part of them that is affected, drawn at random. */
export const DeliveryTroubles = z.strictObject({
  delayMs: z.number().int().min(0).max(600_000),
  dropped: share,
  duplicated: share,
  reordered: share,
})
export type DeliveryTroubles = z.infer<typeof DeliveryTroubles>
