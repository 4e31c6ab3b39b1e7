/**
 * The record of what the sandbox executed, against which tests check every client. It has one row for each call that
 * moves money and reached the rules, with its idempotency key and metatag, and never contains a token, an activation
 * code or an address. It stores a limited number of the latest rows.
 */
export type MoneyKind = 'register' | 'topUp' | 'topUpWithProfile' | 'activate' | 'refund'

export type LedgerRow = {
  readonly seq: number
  /** The time of the sandbox's clock. */
  readonly at: string
  /** The time of the machine's clock. */
  readonly realAt: string
  readonly kind: MoneyKind
  readonly executed: boolean
  /** The code of the refusal, or null if the call was executed. */
  readonly refusal: string | null
  readonly customerUid: string | null
  readonly itemUid: string | null
  readonly inventoryItemId: string | null
  readonly metatag: string | null
  readonly idempotencyKey: string | null
  /** The change of the credits in units of the currency: negative for a purchase, positive for a refund. */
  readonly credits: number
}

type LedgerPage = {
  readonly rows: readonly LedgerRow[]
  readonly total: number
  /** The maximum number of rows that are stored. */
  readonly kept: number
  /** The number of older rows that are no longer stored. */
  readonly forgotten: number
}

const maxRows = 20_000

export class Ledger {
  #rows: LedgerRow[] = []
  #total = 0

  add(row: Omit<LedgerRow, 'seq' | 'realAt'>): void {
    this.#total += 1
    this.#rows.push({ seq: this.#total, realAt: new Date().toISOString(), ...row })
    if (this.#rows.length >= 2 * maxRows) this.#rows = this.#rows.slice(-maxRows)
  }

  /** The number of rows ever written. */
  get total(): number {
    return this.#total
  }

  /** Returns the stored rows after the one with the number `since`. */
  read(since: number): LedgerPage {
    const forgotten = Math.max(0, this.#total - maxRows)
    const after = Math.max(forgotten, since)
    return { rows: this.#rows.filter(({ seq }) => seq > after), total: this.#total, kept: maxRows, forgotten }
  }
}
