/**
 * Dates of automatic activation (interface 3.2) in the order in which they come, so that time passes at the cost of what
 * is due and not of everybody there is. What is sold waits as long as what was sold before it, so it queues up by
 * itself; the seeded items are sorted once, when somebody first wants to hear of them.
 */
import type { Item } from './records.ts'

/** `uid` is the item that was sold; null: what was seeded for this customer with this date. */
export type Due = { readonly at: number; readonly index: number; readonly uid: string | null }

/** Room for an index beside the time in one key: sorts as both, eight bytes each. */
const indexBits = 22n
const indexMask = (1n << indexBits) - 1n

export class Waiting {
  #sold: Due[] = []
  #head = 0
  #seeded: BigUint64Array | undefined
  #place = 0

  /** An item that was sold just now, if it waits. */
  sold(index: number, item: Item): void {
    if (item.activatedAt === null && item.expiresAt !== null)
      this.#sold.push({ at: item.expiresAt, index, uid: item.uid })
  }

  get knowsSeeded(): boolean {
    return this.#seeded !== undefined
  }

  /** Keys of seeded items, see `key`. */
  seeded(keys: readonly bigint[]): void {
    this.#seeded = BigUint64Array.from(keys).sort()
  }

  static key(at: number, index: number): bigint {
    return (BigInt(at) << indexBits) | BigInt(index)
  }

  /** The date that comes next, without taking it. */
  next(): Due | undefined {
    const sold = this.#sold[this.#head]
    const key = this.#seeded?.[this.#place]
    const seeded =
      key === undefined ? undefined : { at: Number(key >> indexBits), index: Number(key & indexMask), uid: null }
    return sold === undefined || (seeded !== undefined && seeded.at < sold.at) ? seeded : sold
  }

  /** Takes the next date when it is not later than `now`. */
  take(now: number): Due | undefined {
    const next = this.next()
    if (next === undefined || next.at > now) return undefined
    if (next === this.#sold[this.#head]) this.#tookSold()
    else this.#place += 1
    return next
  }

  #tookSold(): void {
    this.#head += 1
    if (this.#head < 1024 || this.#head * 2 < this.#sold.length) return
    this.#sold = this.#sold.slice(this.#head)
    this.#head = 0
  }
}
