/** The settings of the webhooks that the control plane accepts: addresses, thresholds, and simulated troubles. */
import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { addressProblem } from './post.ts'

const address = z
  .string()
  .superRefine((value, context) => {
    const reason = addressProblem(value)
    if (reason !== null) context.addIssue({ code: 'custom', message: `The address ${reason}.` })
  })
  .nullable()
  .optional()

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).fingerprint256 !== ''
  } catch {
    return false
  }
}

export const WebhookSettings = z.strictObject({
  esimStatus: address,
  balanceActivation: address,
  lowBalance: address,
  dataConsumption: address,
  countryChange: address,
  activationRequest: address,
  customerRegistration: address,
  /** A certificate (PEM) that is trusted for https addresses, in addition to the well-known authorities. */
  certificateAuthority: z
    .string()
    .max(64 * 1024)
    .refine(isCertificate, 'is not a certificate in PEM form')
    .nullable()
    .optional(),
  /** At most three percentages of a package (interface 6.4). */
  thresholds: z.array(z.number().gt(0).max(100)).max(3).optional(),
})
export type WebhookSettings = z.infer<typeof WebhookSettings>

const share = z.number().min(0).max(1)
const minute = 60_000

/** How the way to the receiver misbehaves. A share is the part of the deliveries that is affected, drawn at random. */
export const DeliveryTroubles = z.strictObject({
  /** The time from an event to its delivery. The order is kept. */
  delayMs: z
    .number()
    .int()
    .min(0)
    .max(10 * minute),
  /** Deliveries that are never sent. */
  dropped: share,
  /** Deliveries that are sent a second time. */
  duplicated: share,
  /** Deliveries that are sent after the next one to the same address, or after `holdMs` if there is none. */
  reordered: share,
  holdMs: z.number().int().min(1).max(minute),
  /** The time within which a receiver has to answer completely. */
  timeoutMs: z.number().int().min(1).max(minute),
})
export type DeliveryTroubles = z.infer<typeof DeliveryTroubles>
export const TroubleChanges = DeliveryTroubles.partial()
export type TroubleChanges = z.infer<typeof TroubleChanges>

export const noTroubles: DeliveryTroubles = {
  delayMs: 0,
  dropped: 0,
  duplicated: 0,
  reordered: 0,
  holdMs: 5000,
  timeoutMs: 10_000,
}
