/** The bodies of the webhooks (interface 6.1 to 6.5; the country change from the field notes). */
import type { SandboxEvent } from '../store/events.ts'
import type { Variants } from '../variants.ts'

const iso = (time: number): string => new Date(time).toISOString()

/** Returns the body of an event with one field as the variant `webhookField` requires. */
export function payload(event: SandboxEvent, odd: Variants['webhookField']): Record<string, unknown> {
  const body = usualPayload(event)
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      if ((odd === 'noUid' && name === 'uid') || (odd === 'noIccid' && name === 'iccid')) return []
      if (odd === 'numbersAsText' && typeof value === 'number') return [[name, String(value)]]
      if (odd === 'timestampAsNumber' && name === 'timestamp') return [[name, Date.parse(String(value))]]
      return [[name, value]]
    }),
  )
}

function usualPayload(event: SandboxEvent): Record<string, unknown> {
  switch (event.kind) {
    case 'esimStatus': {
      const { iccid, imsi, profileState, eid } = event
      return { iccid, imsi, profileState, ...(eid === null ? {} : { eid }) }
    }
    case 'balanceActivation': {
      const { uid, activatedItem, activatedAt, expiresAt } = event
      return {
        uid,
        activatedItem,
        activatedAt: iso(activatedAt),
        expiresAt: expiresAt === null ? null : iso(expiresAt),
      }
    }
    case 'lowBalance': {
      const { uid, iccid, imsi, at, balance } = event
      return { uid, iccid, imsi, timestamp: iso(at), balanceAmountInByte: balance }
    }
    case 'dataConsumption': {
      const { uid, iccid, imsi, at, threshold, balance, originalBalance, activatedItemId } = event
      return {
        uid,
        iccid,
        imsi,
        timestamp: iso(at),
        configuredThresholdPercentage: threshold,
        balanceAmountInByte: balance,
        originalBalanceAmountInByte: originalBalance,
        activatedItemId,
      }
    }
    case 'countryChange': {
      const { imsi, iccid, previousCountry, newCountry } = event
      return { imsi, iccid, previousCountry, newCountry }
    }
  }
}
