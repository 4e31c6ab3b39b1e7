/**
 * What the sandbox really executed: the judge of every client. One row a money call that reached the rules, with the
 * key and the metatag it carried; never a token, an activation code or an address. The latest `kept` rows stay.
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

export type LedgerAnswer = {
  readonly rows: readonly LedgerRow[]
  readonly total: number
  /** At most so many rows are kept; `forgotten` older ones are gone. */
  readonly kept: number
  readonly forgotten: number
}

const kept = 20_000

export class Ledger {
  #rows: LedgerRow[] = []
  #total = 0

  add(row: Omit<LedgerRow, 'seq' | 'realAt'>): void {
    this.#total += 1
    this.#rows.push({ seq: this.#total, realAt: new Date().toISOString(), ...row })
    if (this.#rows.length >= 2 * kept) this.#rows = this.#rows.slice(-kept)
  }

  /** Rows ever written. */
  get total(): number {
    return this.#total
  }

  /** Rows after the one with the number `since`, and what was let go before them. */
  read(since: number): LedgerAnswer {
    const forgotten = Math.max(0, this.#total - kept)
    const after = Math.max(forgotten, since)
    return { rows: this.#rows.filter(({ seq }) => seq > after), total: this.#total, kept, forgotten }
  }
}
