/** GET /state of the control plane: the current state of the sandbox, without tokens and secrets. */
import type { DeliveryTroubles } from '../webhooks/settings.ts'
import type { Store } from '../store/store.ts'

export type SandboxState = {
  readonly clock: { readonly now: string; readonly mode: 'run' | 'stand' }
  /** In units of the currency. */
  readonly credits: {
    readonly amount: number
    readonly currency: 'USD'
    readonly automatic: { readonly threshold: number; readonly amount: number } | null
    readonly automaticTopUps: number
    readonly refundsThisMonth: number
  }
  readonly counts: {
    readonly customers: number
    readonly touched: number
    readonly inventory: number
    readonly ledger: number
    readonly tokens: number
    readonly requests: Readonly<Record<string, number>>
  }
  readonly webhooks: Readonly<Record<string, unknown>>
  readonly troubles: DeliveryTroubles
  readonly variants: Store['variants']
  readonly faults: ReturnType<Store['faults']['list']>
}

export function state(store: Store): SandboxState {
  const { clock, account, customers } = store
  const now = clock.now()
  const automatic =
    account.automatic === null
      ? null
      : { threshold: account.automatic.threshold / 100, amount: account.automatic.amount / 100 }
  return {
    clock: { now: new Date(now).toISOString(), mode: clock.mode },
    credits: {
      amount: account.credits / 100,
      currency: 'USD',
      automatic,
      automaticTopUps: account.automaticTopUps,
      refundsThisMonth: account.refundsInMonth(now),
    },
    counts: {
      customers: customers.count,
      touched: customers.touchedCount,
      inventory: store.inventory.packages.length,
      ledger: store.ledger.total,
      tokens: store.tokens.count,
      requests: Object.fromEntries(store.requests),
    },
    webhooks: store.webhooks.settings(),
    troubles: store.webhooks.troubles,
    variants: store.variants,
    faults: store.faults.list(),
  }
}
