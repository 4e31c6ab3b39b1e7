/** Customers as the service sends them, for tests. Every value can be replaced. */
import type { z } from 'zod'
import { WireCustomerEntry, type WireActivatedItem, type WireEsimProfile } from '#shared/wire/customer.ts'

type Item = z.input<typeof WireActivatedItem>
type Esim = z.input<typeof WireEsimProfile>

export const item = (uid: string, more: Partial<Item> = {}, balance: Partial<Item['balance']> = {}): Item => ({
  uid,
  metatag: `order-${uid}`,
  salesDate: '2026-01-01T00:00:00Z',
  ...more,
  balance: {
    activatedAt: '2026-01-01T00:00:00Z',
    expiresAt: '2026-01-31T00:00:00Z',
    activationMode: 'NOW',
    name: 'Europe 3 GB',
    size: { sizeValue: 3, sizeUnit: 'GB' },
    availableBalance: { sizeValue: 1.5, sizeUnit: 'GB' },
    validitySize: 30,
    validityUnit: 'days',
    ...balance,
  },
})

export const esim = (iccid: string, more: Partial<Esim> = {}): Esim => ({
  uid: `esim-${iccid}`,
  iccid,
  imsi: '240071234567890',
  activationCode: `LPA:1$smdp.example.com$CODE-${iccid}`,
  appleUniversalLink: `https://link.example.com/?carddata=LPA:1$smdp.example.com$CODE-${iccid}`,
  installationUrl: `https://install.example.com/${iccid}`,
  state: 'INSTALLED',
  active: true,
  ...more,
})

export const customer = (
  uid: string,
  email: string | null,
  more: Readonly<Record<string, unknown>> = {},
): WireCustomerEntry =>
  WireCustomerEntry.parse({
    customer: { uid, email, profileUrl: `https://profile.example.com/${uid}` },
    totalAvailableBalance: { sizeValue: 1.5, sizeUnit: 'GB' },
    activatedItems: [],
    relatedEsims: [],
    ...more,
  })
