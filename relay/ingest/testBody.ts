/** The body of a test webhook, with which a desk tests the way from the relay's intake to its own screen. */
import type { WebhookKind } from '#shared/wire/webhookKind.ts'

const iccid = '8900000000000000000'
const uid = 'test'

const bodies: Readonly<Record<WebhookKind, object>> = {
  esimStatus: { iccid, profileState: 'INSTALLED' },
  balanceActivation: { uid, activatedItem: 'test' },
  lowBalance: { uid, iccid, balanceAmountInByte: 104_857_600 },
  dataConsumption: { uid, iccid, configuredThresholdPercentage: 80, activatedItemId: 'test' },
  countryChange: { iccid, previousCountry: null, newCountry: 'DE' },
  activationRequest: { activationId: 'test' },
  customerRegistration: { uid },
}

export const testBody = (kind: WebhookKind): Buffer => Buffer.from(JSON.stringify(bodies[kind]), 'utf8')
