/** GET /state of the control plane: what the sandbox is at the moment. Holds no token and no secret. */
import type { World } from '../store/store.ts'

export type SandboxState = {
  readonly clock: { readonly now: string; readonly mode: 'run' | 'stand' }
  /** In the currency's units. */
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
  readonly variants: World['variants']
  readonly faults: ReturnType<World['faults']['list']>
}

export function state(world: World): SandboxState {
  const { clock, account, customers } = world
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
      inventory: world.inventory.packages.length,
      ledger: world.ledger.total,
      tokens: world.tokens.count,
      requests: Object.fromEntries(world.requests),
    },
    webhooks: world.webhooks.settings(),
    variants: world.variants,
    faults: world.faults.list(),
  }
}
