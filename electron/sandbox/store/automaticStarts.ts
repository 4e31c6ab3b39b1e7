/**
 * The dates of automatic activation (interface 3.2) in ascending order, so that the cost of advancing the clock depends
 * on the number of due items, not of customers. All items wait equally long, so sold items form a sorted queue without
 * further work. The seeded items are sorted once, when a webhook for activations is first set.
 */
import type { Item } from './records.ts'

/** `uid` is that of a sold item, or null for all items that were seeded for this customer with this date. */
export type Due = { readonly at: number; readonly index: number; readonly uid: string | null }

/** A key of eight bytes combines the time and the index of the customer, and sorts by both. */
const indexBits = 22n
const indexMask = (1n << indexBits) - 1n

export class AutomaticStarts {
  #sold: Due[] = []
  #soldHead = 0
  #seeded: BigUint64Array | undefined
  #seededHead = 0

  /** Adds an item that was sold just now, if it is inactive. */
  sold(index: number, item: Item): void {
    if (item.activatedAt === null && item.expiresAt !== null)
      this.#sold.push({ at: item.expiresAt, index, uid: item.uid })
  }

  get hasSeeded(): boolean {
    return this.#seeded !== undefined
  }

  /** Sets the keys of the seeded items; see `key`. */
  seeded(keys: readonly bigint[]): void {
    this.#seeded = BigUint64Array.from(keys).sort()
  }

  static key(at: number, index: number): bigint {
    return (BigInt(at) << indexBits) | BigInt(index)
  }

  /** Returns the next date without removing it. */
  next(): Due | undefined {
    const sold = this.#sold[this.#soldHead]
    const key = this.#seeded?.[this.#seededHead]
    const seeded =
      key === undefined ? undefined : { at: Number(key >> indexBits), index: Number(key & indexMask), uid: null }
    return sold === undefined || (seeded !== undefined && seeded.at < sold.at) ? seeded : sold
  }

  /** Removes and returns the next date if it is not later than `now`. */
  take(now: number): Due | undefined {
    const next = this.next()
    if (next === undefined || next.at > now) return undefined
    if (next === this.#sold[this.#soldHead]) this.#advanceSold()
    else this.#seededHead += 1
    return next
  }

  #advanceSold(): void {
    this.#soldHead += 1
    if (this.#soldHead < 1024 || this.#soldHead * 2 < this.#sold.length) return
    this.#sold = this.#sold.slice(this.#soldHead)
    this.#soldHead = 0
  }
}
