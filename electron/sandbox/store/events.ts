/**
 * The events of which the service notifies the reseller's server (interface 6). Rules emit them; webhooks send them.
 */
import type { Customer, Item } from './records.ts'

export type SandboxEvent =
  | {
      readonly kind: 'esimStatus'
      readonly iccid: string
      readonly imsi: string
      readonly profileState: string
      readonly eid: string | null
    }
  | {
      readonly kind: 'balanceActivation'
      readonly uid: string
      readonly activatedItem: string
      readonly activatedAt: number
      readonly expiresAt: number | null
    }
  | {
      readonly kind: 'lowBalance'
      readonly uid: string
      readonly iccid: string
      readonly imsi: string
      readonly at: number
      readonly balance: number
    }
  | {
      readonly kind: 'dataConsumption'
      readonly uid: string
      readonly iccid: string
      readonly imsi: string
      readonly at: number
      readonly threshold: number
      readonly balance: number
      readonly originalBalance: number
      readonly activatedItemId: string
    }
  | {
      readonly kind: 'countryChange'
      readonly iccid: string
      readonly imsi: string
      readonly previousCountry: string | null
      readonly newCountry: string
    }

export class Events {
  readonly #listeners = new Set<(event: SandboxEvent) => void>()
  /** Percentages of a package's size, at most three (interface 6.4), as a reseller would set them. */
  thresholds: readonly number[] = [50, 80, 100]

  emit(event: SandboxEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  activated(customer: Customer, item: Item): void {
    if (item.activatedAt === null) return
    this.emit({
      kind: 'balanceActivation',
      uid: customer.uid,
      activatedItem: item.uid,
      activatedAt: item.activatedAt,
      expiresAt: item.expiresAt,
    })
  }

  listen(listener: (event: SandboxEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
