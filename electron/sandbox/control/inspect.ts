/** Returns what the sandbox has stored about a customer and the service does not reveal, for tests and for training. */
import { unknown } from '../rules/refusal.ts'
import { portalStatus } from '../rules/items.ts'
import { installationErrors } from '../store/records.ts'
import type { Store } from '../store/store.ts'

export function inspect(store: Store, uid: string): Readonly<Record<string, unknown>> {
  const customer = store.customers.byUid(uid, store.clock.now())
  if (customer === undefined) throw unknown('customer')
  return {
    index: customer.index,
    uid: customer.uid,
    countrySet: customer.setId,
    country: customer.country,
    residence: customer.residence,
    archetype: store.customers.archetypeName(customer.index),
    items: customer.items.map((item) => ({
      uid: item.uid,
      inventoryItemId: item.pack.id,
      portalStatus: portalStatus({ item }),
      payment: item.payment,
      sizeBytes: item.pack.bytes,
      usedBytes: item.usedBytes,
      activatedAt: item.activatedAt === null ? null : new Date(item.activatedAt).toISOString(),
      expiresAt: item.expiresAt === null ? null : new Date(item.expiresAt).toISOString(),
    })),
    esims: customer.esims.map(({ uid: esimUid, iccid, state, active, installations, installationError }) => ({
      uid: esimUid,
      iccid,
      state,
      active,
      installations,
      installationError: installationError === null ? null : installationErrors[installationError],
    })),
  }
}
