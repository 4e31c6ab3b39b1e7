/**
 * What the sandbox really executed: the judge of every client. One row a money call that reached the rules, with the
 * key and the metatag it carried; never a token, an activation code or an address.
 */
export type MoneyKind = 'register' | 'topUp' | 'topUpWithProfile' | 'activate' | 'refund'

export type LedgerRow = {
  readonly seq: number
  /** The sandbox's clock, then the machine's. */
  readonly at: string
  readonly realAt: string
  readonly kind: MoneyKind
  readonly executed: boolean
  /** Why it was refused; null when it was executed. */
  readonly refusal: string | null
  readonly customerUid: string | null
  readonly itemUid: string | null
  readonly inventoryItemId: string | null
  readonly metatag: string | null
  readonly idempotencyKey: string | null
  /** Change of the credits: negative for a purchase, positive for a refund; in the currency's units. */
  readonly credits: number
}

export class Ledger {
  readonly #rows: LedgerRow[] = []

  add(row: Omit<LedgerRow, 'seq' | 'realAt'>): void {
    this.#rows.push({ seq: this.#rows.length + 1, realAt: new Date().toISOString(), ...row })
  }

  rows(): readonly LedgerRow[] {
    return this.#rows
  }
}
