/**
 * Invents the body of a webhook about a real customer. It has the right form and reports something that has not
 * happened, because anybody with a receiver's address can send such a body: nothing is signed (interface 6).
 */
import { randomUUID } from 'node:crypto'
import { day } from '../clock.ts'
import type { Customer } from '../store/records.ts'
import type { WebhookKind } from '#shared/wire/webhookKind.ts'

const iso = (time: number): string => new Date(time).toISOString()

/** Countries of which the customer's own is skipped. */
const countries = ['BR', 'NZ']

export function forgedBody(kind: WebhookKind, { uid, items, esims, country }: Customer, now: number): unknown {
  const esim = esims.find(({ active }) => active) ?? esims[0]
  const line = { iccid: esim?.iccid ?? '', imsi: esim?.imsi ?? '' }
  const [item] = items
  const about = { uid, ...line, timestamp: iso(now) }
  switch (kind) {
    case 'esimStatus':
      return { ...line, profileState: esim?.state === 'INSTALLED' ? 'RELEASED' : 'INSTALLED' }
    case 'balanceActivation':
      return { uid, activatedItem: item?.uid ?? randomUUID(), activatedAt: iso(now), expiresAt: iso(now + 30 * day) }
    case 'lowBalance':
      return { ...about, balanceAmountInByte: 1024 * 1024 }
    case 'dataConsumption':
      return {
        ...about,
        configuredThresholdPercentage: 100,
        balanceAmountInByte: 0,
        originalBalanceAmountInByte: item?.pack.bytes ?? 0,
        activatedItemId: item?.uid ?? randomUUID(),
      }
    case 'countryChange':
      return { ...line, previousCountry: country, newCountry: countries.find((code) => code !== country) }
    case 'activationRequest':
      return {
        inventoryItemId: item?.pack.id ?? randomUUID(),
        userToken: randomUUID(),
        metaTag: item?.metatag ?? '',
        activationId: randomUUID(),
      }
    case 'customerRegistration':
      return { userToken: randomUUID(), uid, customerUid: uid }
  }
}
