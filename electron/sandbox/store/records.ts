/** What the sandbox remembers of a customer: times in milliseconds, money in cents, data in bytes. */
import { day } from '../clock.ts'
import type { Package } from './inventory.ts'

export type ActivationMode = 'NOW' | 'FIRST_USE' | 'ON_DEMAND'
export const activationModes: readonly ActivationMode[] = ['NOW', 'FIRST_USE', 'ON_DEMAND']

export type EsimState = 'RELEASED' | 'INSTALLED' | 'DISABLED' | 'ERROR'

/** How it was paid: stock and free units are not refunded in credits (interface 3.3, 4.13). */
export type Payment = 'credits' | 'stock' | 'free'

export type Item = {
  readonly uid: string
  readonly pack: Package
  readonly metatag: string
  readonly mode: ActivationMode
  readonly saleAt: number
  readonly payment: Payment
  readonly channel: string
  readonly price: number
  readonly retail: number | null
  activatedAt: number | null
  /** Inactive: the date of automatic activation. Active: the end, or null when there is none. */
  expiresAt: number | null
  usedBytes: number
  refundedAt: number | null
  /** Alerts that went out already, each once a package (interface 6.3, 6.4). */
  alerts: readonly (number | 'low')[]
  /** Small number of its own, for choices that must stay the same at every reading (units, digits of a fraction). */
  readonly salt: number
}

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
  /** Where the device was last seen; null before its first network. */
  country: string | null
  /** Set at registration through the client library. */
  userToken: string | null
}

/** An inactive item waits this long after its sale, then it starts by itself (interface 3.2, 8). */
export const automaticActivation = 90 * day

/** Activates what waited too long, as of the automatic date (interface 3.2). */
export function settle(item: Item, now: number): void {
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

/** Counts towards the customer's total (interface 2.6): not expired, not given back. */
export function countsInTotal(item: Item, now: number): boolean {
  return item.refundedAt === null && !isExpired(item, now)
}
