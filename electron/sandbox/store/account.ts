/** The reseller's account: credits, the automatic top-up of credits (interface 1), and refunds of the month (4.13). */

/** In cents. */
type AutomaticTopUp = { readonly threshold: number; readonly amount: number }

export class Account {
  /** In cents. */
  credits: number
  /** The stored payment method; deleting it ends the automatic top-up. */
  automatic: AutomaticTopUp | null = null
  automaticTopUps = 0
  readonly #refunds = new Map<string, number>()

  constructor(credits: number) {
    this.credits = credits
  }

  canPay(price: number): boolean {
    return price <= this.credits
  }

  charge(price: number): void {
    this.credits -= price
    if (this.automatic === null || this.automatic.amount <= 0 || this.credits >= this.automatic.threshold) return
    const times = Math.ceil((this.automatic.threshold - this.credits) / this.automatic.amount)
    this.credits += times * this.automatic.amount
    this.automaticTopUps += times
  }

  refundsInMonth(now: number): number {
    return this.#refunds.get(monthOf(now)) ?? 0
  }

  refund(price: number, now: number): void {
    this.credits += price
    this.#refunds.set(monthOf(now), this.refundsInMonth(now) + 1)
  }
}

function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7)
}
