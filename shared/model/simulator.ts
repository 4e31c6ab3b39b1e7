/**
 * What the sandbox's panel shows and can do: it causes events that in real life come from a device, a network, time or
 * bad luck.
 */
import * as z from 'zod'
import { CustomerUid, fitsPath, Iccid } from '../wire/ids.ts'
import { CountryCode } from '../wire/values.ts'
import { WebhookKind } from '../wire/webhookKind.ts'
import { Delivery, DeliveryTroubles, maxShownDeliveries } from './deliveries.ts'
import { maxSandboxMails, NextSandboxMail, SandboxMailSummary } from './sandboxMail.ts'
import { Instant } from './customer/views.ts'

export const DeviceAct = z.enum([
  'install',
  'fail',
  'forbid',
  'reject',
  'mismatch',
  'disable',
  'enable',
  'uninstall',
  'replace',
])
export type DeviceAct = z.infer<typeof DeviceAct>

/** The faults that can be simulated, as an agent would experience them. */
export const SimulatedFault = z.enum([
  'answerLost',
  'answerCut',
  'notReached',
  'noAnswer',
  'serverError',
  'refused',
  'tooMany',
  'proxyPage',
  'tokenRevoked',
  'slow',
])
export type SimulatedFault = z.infer<typeof SimulatedFault>

export const FaultScope = z.enum([
  'refund',
  'activate',
  'register',
  'topUp',
  'topUpWithProfile',
  'customer',
  'customers',
  'search',
  'inventory',
  'everything',
])
export type FaultScope = z.infer<typeof FaultScope>

const aDecade = 10 * 365 * 24

export const SimulatorAct = z.discriminatedUnion('act', [
  z.strictObject({
    act: z.literal('device'),
    customerUid: CustomerUid,
    iccid: Iccid.refine(fitsPath),
    what: DeviceAct,
  }),
  z.strictObject({
    act: z.literal('use'),
    customerUid: CustomerUid,
    megabytes: z.number().positive().max(100_000_000),
  }),
  z.strictObject({ act: z.literal('enter'), customerUid: CustomerUid, country: CountryCode }),
  /** A new user of the reseller's app installs what this customer has, and the app's server approves or refuses it. */
  z.strictObject({ act: z.literal('app'), customerUid: CustomerUid, approves: z.boolean() }),
  z.strictObject({
    act: z.literal('advance'),
    hours: z.number().positive().max(aDecade),
    customerUid: CustomerUid.optional(),
  }),
  z.strictObject({ act: z.literal('credits'), add: z.number().min(-1_000_000).max(1_000_000) }),
  z.strictObject({
    act: z.literal('fault'),
    fault: SimulatedFault,
    place: FaultScope,
    times: z.union([z.number().int().min(1).max(100), z.literal('always')]),
  }),
  z.strictObject({ act: z.literal('clearFaults') }),
  z.strictObject({
    act: z.literal('repeatDelivery'),
    id: z.number().int().positive(),
    customerUid: CustomerUid.optional(),
  }),
  z.strictObject({ act: z.literal('forgeDelivery'), kind: WebhookKind, customerUid: CustomerUid }),
  z.strictObject({
    act: z.literal('troubles'),
    change: DeliveryTroubles.partial(),
    customerUid: CustomerUid.optional(),
  }),
  z.strictObject({ act: z.literal('nextMail'), next: NextSandboxMail, customerUid: CustomerUid.optional() }),
  z.strictObject({ act: z.literal('clearTroubles'), customerUid: CustomerUid.optional() }),
])
export type SimulatorAct = z.infer<typeof SimulatorAct>

export const SimulatorState = z.strictObject({
  /** The sandbox's own clock. */
  now: Instant,
  /** A decimal amount, which the service itself never reports. */
  credits: z.strictObject({ amount: z.string(), currency: z.string() }),
  /** Calls that changed something, as the sandbox has executed them. */
  executed: z.number().int(),
  faults: z.array(
    z.strictObject({
      /** The sandbox's own name, if another program has set a fault that this desk has no text for. */
      fault: z.union([SimulatedFault, z.string()]),
      place: z.union([FaultScope, z.string()]),
      left: z.union([z.number().int(), z.literal('always')]),
    }),
  ),
  /** The kinds of webhooks that have a receiver. */
  receivers: z.array(WebhookKind),
  /** The newest first. */
  deliveries: z.array(Delivery).max(maxShownDeliveries),
  troubles: DeliveryTroubles,
  /** The newest first. */
  mails: z.array(SandboxMailSummary).max(maxSandboxMails),
  nextMail: NextSandboxMail,
  /** The requested customer. */
  customer: z
    .strictObject({
      uid: CustomerUid,
      /** ISO2 code, or `null` before the first network. */
      country: z.string().nullable(),
      /** The number of packages. */
      items: z.number().int(),
      esims: z.array(
        z.strictObject({
          iccid: Iccid,
          state: z.string(),
          active: z.boolean(),
          installations: z.number().int(),
          /** What the app showed when the last installation did not begin. */
          appMessage: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
})
export type SimulatorState = z.infer<typeof SimulatorState>
