/** Tells a sandbox that this desk started where to post its webhooks. */
import { controlPlane, type ControlPlaneInfo } from './controlPlane.ts'

/** Kinds without an address keep the one that they have. Throws as the control plane does. */
export async function setWebhookAddresses(
  sandbox: ControlPlaneInfo,
  addresses: Readonly<Partial<Record<string, string>>>,
): Promise<void> {
  await controlPlane(sandbox, new AbortController().signal).post('/webhooks', { ...addresses })
}
