/** Bodies of the webhooks (interface 6.1 to 6.5; country change from the field notes). */
import type { SandboxEvent } from '../store/events.ts'

const iso = (time: number): string => new Date(time).toISOString()

export function payload(happening: SandboxEvent): Record<string, unknown> {
  switch (happening.kind) {
    case 'esimStatus': {
      const { iccid, imsi, profileState, eid } = happening
      return { iccid, imsi, profileState, ...(eid === null ? {} : { eid }) }
    }
    case 'balanceActivation': {
      const { uid, activatedItem, activatedAt, expiresAt } = happening
      return {
        uid,
        activatedItem,
        activatedAt: iso(activatedAt),
        expiresAt: expiresAt === null ? null : iso(expiresAt),
      }
    }
    case 'lowBalance': {
      const { uid, iccid, imsi, at, balance } = happening
      return { uid, iccid, imsi, timestamp: iso(at), balanceAmountInByte: balance }
    }
    case 'dataConsumption': {
      const { uid, iccid, imsi, at, threshold, balance, originalBalance, activatedItemId } = happening
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
      const { imsi, iccid, previousCountry, newCountry } = happening
      return { imsi, iccid, previousCountry, newCountry }
    }
  }
}
