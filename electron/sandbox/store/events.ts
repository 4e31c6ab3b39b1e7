/** What happened that the service tells the reseller's server (interface 6). The rules say it; the webhooks listen. */

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
  readonly #listeners = new Set<(happening: SandboxEvent) => void>()
  /** Percentages of a package's size, at most three (interface 6.4). */
  thresholds: readonly number[] = []

  emit(happening: SandboxEvent): void {
    for (const listener of this.#listeners) listener(happening)
  }

  listen(listener: (happening: SandboxEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
