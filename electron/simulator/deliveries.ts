/** The sandbox's deliveries of webhooks: where they go, and the latest ones as the panel shows them. */
import { z } from 'zod'
import { Delivery, maxShownDeliveries, type WebhookKind } from '#shared/model/deliveries.ts'
import type { ControlPlane } from './controlPlane.ts'

export interface Receivers {
  /** `null` removes the address of a kind. */
  readonly addresses: Readonly<Partial<Record<WebhookKind, string | null>>>
  /** A certificate (PEM) to trust for https addresses, or `null` to trust the well-known authorities alone. */
  readonly certificateAuthority?: string | null
}

const Deliveries = z.object({
  deliveries: z.array(
    Delivery.omit({ about: true, milliseconds: true }).strip().extend({ body: z.unknown(), duration: z.number() }),
  ),
})
const About = z.object({ iccid: z.string().optional(), uid: z.string().optional() }).catch({})

/** A delivery that an action caused takes a moment. A receiver that is slow or delayed is not waited for. */
const maxWaitMs = 300

/** Returns the latest deliveries, the newest first. */
export async function readDeliveries(plane: ControlPlane): Promise<Delivery[]> {
  const query = `limit=${String(maxShownDeliveries)}&wait=${String(maxWaitMs)}`
  const { deliveries } = await plane.get(`/webhooks/deliveries?${query}`, Deliveries)
  return deliveries.toReversed().map(({ body, duration, ...delivery }) => {
    const { iccid, uid } = About.parse(body)
    return { ...delivery, about: iccid ?? uid ?? null, milliseconds: duration }
  })
}

export async function setReceivers(plane: ControlPlane, { addresses, certificateAuthority }: Receivers): Promise<void> {
  await plane.post('/webhooks', { ...addresses, ...(certificateAuthority !== undefined && { certificateAuthority }) })
}
