/** The records of a customer. Times are epoch milliseconds, money is in cents, data in bytes. */
import { day } from '../clock.ts'
import type { Package, Price } from './inventory.ts'

export type ActivationMode = 'NOW' | 'FIRST_USE' | 'ON_DEMAND'
export const activationModes: readonly ActivationMode[] = ['NOW', 'FIRST_USE', 'ON_DEMAND']

export type EsimState = 'RELEASED' | 'INSTALLED' | 'DISABLED' | 'ERROR'

/** How an item was paid for. Items from stock and free items are not refunded in credits (interface 3.3, 4.13). */
export type Payment = 'credits' | 'stock' | 'free'

/** Where an item was sold. */
export const channels = ['Reseller API', 'Portal'] as const
type Channel = (typeof channels)[number]

export type Item = {
  readonly uid: string
  readonly pack: Package
  readonly metatag: string
  readonly mode: ActivationMode
  saleAt: number
  readonly payment: Payment
  readonly channel: Channel
  readonly price: number
  /** The first retail price of the package at the sale, or null if it had none. */
  readonly retail: Price | null
  activatedAt: number | null
  /** The date of automatic activation of an inactive item; the end of an active one, or null if it has no end. */
  expiresAt: number | null
  usedBytes: number
  refundedAt: number | null
  /** The thresholds of consumption that were reported. Each is reported once for a package (interface 6.4). */
  alerts: readonly number[]
  /** What reads show instead of the latest change, and how many more of them do; null where they show the change. */
  before: { reads: number; readonly values: Pick<Item, 'activatedAt' | 'expiresAt' | 'refundedAt'> } | null
  /** Selects details of the serialization (units, fractional digits), so that they are the same in every response. */
  readonly salt: number
}

/**
 * The errors of the client library that stop an installation before it begins (interface 7). The profile stays
 * RELEASED, and the service sends no webhook.
 */
export const installationErrors = {
  forbidden: { code: '2600', message: 'The operating system forbids the direct installation: error 2600.' },
  unverified: {
    code: 'remote-verification-failed',
    message: 'The device could not be verified: Remote Verification failed.',
  },
  otherDevice: { code: 'device-id-mismatch', message: 'The device could not be verified: device ID mismatch.' },
} as const
export type InstallationError = keyof typeof installationErrors

export type Esim = {
  readonly uid: string
  readonly iccid: string
  readonly imsi: string
  readonly matchingId: string
  readonly eid: string | null
  state: EsimState
  active: boolean
  lastSeen: number | null
  activatedAt: number | null
  installations: number
  /** Why the last attempt did not begin, or null if there was none or a later one succeeded. */
  installationError: InstallationError | null
  readonly salt: number
}

export type Customer = {
  readonly index: number
  readonly uid: string
  email: string | null
  residence: string | null
  readonly setId: string
  readonly items: Item[]
  readonly esims: Esim[]
  /** The country of the device's last network; null before its first one. */
  country: string | null
  /** Set at registration through the client library. */
  userToken: string | null
  /**
   * The numbers of items and eSIMs that reads show since the latest sale, and how many more of them do; null where they
   * show all. Without an eSIM the customer was not there before the sale.
   */
  beforeSale: { reads: number; readonly items: number; readonly esims: number } | null
}

/** An inactive item is activated automatically this long after its sale (interface 3.2, 8). */
export const automaticActivation = 90 * day

/** Activates an inactive item whose date of automatic activation has passed, as of that date (interface 3.2). */
export function applyAutomaticActivation(item: Item, now: number): void {
  if (item.activatedAt === null && item.refundedAt === null && item.expiresAt !== null && item.expiresAt <= now)
    startValidity(item, item.expiresAt)
}

export function startValidity(item: Item, at: number): void {
  item.activatedAt = at
  item.expiresAt = item.pack.validity === null ? null : at + item.pack.validity
}

export function isExpired(item: Item, now: number): boolean {
  return item.activatedAt !== null && item.expiresAt !== null && item.expiresAt <= now
}

export function remainingBytes(item: Item): number {
  return Math.max(0, item.pack.bytes - item.usedBytes)
}

/** Whether an item counts towards the customer's total (interface 2.6): it is neither expired nor refunded. */
export function countsInTotal(item: Item, now: number): boolean {
  return item.refundedAt === null && !isExpired(item, now)
}
