/** The request bodies of the control plane. They are strict, so that a misspelled field is an error. */
import { z } from 'zod'
import { parseDuration } from '../clock.ts'
import { Fault } from '../faults.ts'
import { nextMails } from '../mailbox/mailbox.ts'

const duration = z.union([z.number(), z.string()]).transform((value, context) => {
  const milliseconds = parseDuration(value)
  if (milliseconds !== undefined && milliseconds <= 200 * 365 * 86_400_000) return milliseconds
  context.addIssue({ code: 'custom', message: 'A duration is milliseconds or a text like "90 days".' })
  return z.NEVER
})

export const ClockRequest = z.strictObject({ mode: z.enum(['run', 'stand']).optional(), advance: duration.optional() })

const money = z.number().min(0).max(1e9)
export const CreditsRequest = z.strictObject({
  amount: money.optional(),
  add: z.number().min(-1e9).max(1e9).optional(),
  /** `null` deletes the stored payment method. */
  automatic: z.strictObject({ threshold: money, amount: money.positive() }).nullable().optional(),
})

export const FaultsRequest = z.union([
  z.array(Fault),
  z.strictObject({ faults: z.array(Fault) }).transform(({ faults }) => faults),
  Fault.transform((fault) => [fault]),
])
export const UsageRequest = z.strictObject({ megabytes: z.number().min(0).max(1e9) })
export const EnterCountryRequest = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .transform((code) => code.toUpperCase()),
})
export const StockRequest = z.strictObject({ inventoryItemId: z.string(), amount: z.number().int().min(0) })
export const LibraryActivationRequest = z.strictObject({
  inventoryItemId: z.string(),
  userToken: z.string().min(1).max(4000),
  metatag: z.string().max(500).default(''),
})
export const NextMailRequest = z.strictObject({ next: z.enum(nextMails) })
export const EmptyRequest = z.strictObject({})
