/** The kinds of the webhooks (interface section 6). The window needs them without the bodies. */
import * as z from 'zod'

export const WebhookKind = z.enum([
  'esimStatus',
  'balanceActivation',
  'lowBalance',
  'dataConsumption',
  'countryChange',
  'activationRequest',
  'customerRegistration',
])
export type WebhookKind = z.infer<typeof WebhookKind>

/** The two whose sender waits for an answer that decides something (interface 6.6, 6.4b). */
const answeredKinds = ['activationRequest', 'customerRegistration'] as const
export type AnsweredKind = (typeof answeredKinds)[number]
export const isAnsweredKind = (kind: WebhookKind): kind is AnsweredKind =>
  answeredKinds.some((answered) => answered === kind)
