/** One plausible reading of what the interface leaves open, as variants of the sandbox, and what is expected of it. */
import type { VariantsInput } from '../../electron/sandbox/variants.ts'

/** Whether all variations run, or those that every test run has. */
export const allVariations = process.env['ESIM_DESK_VARIATIONS'] === 'all'

/** What an agent does all day. */
export const jobNames = ['list', 'customer', 'search', 'inventory', 'activation', 'refund', 'sale'] as const
export type JobName = (typeof jobNames)[number]

export interface Variation {
  readonly name: string
  readonly variants: VariantsInput
  /** The jobs that the variation could affect; all by default. */
  readonly jobs?: readonly JobName[]
  /** What the desk shows where that differs from the usual service. */
  readonly says?: Readonly<Partial<Record<JobName, RegExp>>>
  /** The variation runs in every test run, not only in `npm run variations`. */
  readonly often?: true
}

/** What the desk shows with the usual service. A job that shows this works. */
export const usualWords: Readonly<Record<JobName, RegExp>> = {
  list: /^60 customers in the local list$/,
  customer: /^(?=.*Active)/,
  search: /^found by ICCID, found by e-mail$/,
  inventory: /^220 packages$/,
  activation: /^Activated/,
  refund: /^Refunded/,
  sale: /^Bought, with its QR code/,
}
