/** The sandbox's deliveries of webhooks: where they go, and the latest ones as the panel shows them. */
import { z } from 'zod'
import { Delivery, maxShownDeliveries } from '#shared/model/deliveries.ts'
import type { WebhookKind } from '#shared/wire/webhookKind.ts'
import { controlPlane, type ControlPlane, type ControlPlaneInfo } from './controlPlane.ts'

interface Receivers {
  /** `null` removes the address of a kind. A kind that is missing keeps the one that it has. */
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

/** Makes a sandbox that this desk started post a body to the receiver of its kind. Throws as the control plane does. */
export async function forgeDelivery(
  sandbox: ControlPlaneInfo,
  { kind, body }: { readonly kind: WebhookKind; readonly body: unknown },
  signal: AbortSignal,
): Promise<void> {
  await controlPlane(sandbox, signal).post('/webhooks/forge', { kind, body })
}

/** Gives a sandbox that this desk started the address for its webhooks. Throws as the control plane does. */
export async function setReceivers(
  sandbox: ControlPlaneInfo,
  { addresses, certificateAuthority }: Receivers,
  signal: AbortSignal,
): Promise<void> {
  const plane = controlPlane(sandbox, signal)
  await plane.post('/webhooks', { ...addresses, ...(certificateAuthority !== undefined && { certificateAuthority }) })
}
