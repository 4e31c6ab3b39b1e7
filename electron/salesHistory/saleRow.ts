/** Makes, selects and sorts the rows of the sales history. */
import { moneyOf } from '#shared/model/package/amount.ts'
import { parseInstant, toInstant } from '#shared/model/instant.ts'
import { referenceOf } from '#shared/model/operation/purchase.ts'
import { portalStatusOf, type PortalStatus, type SaleRow, type SalesSort } from '#shared/model/operation/sales.ts'
import { toMegabytes, toPackageSize } from '#shared/model/package/size.ts'
import { toValidity, validityInDays } from '#shared/model/package/validity.ts'
import type { WireSale } from '#shared/wire/optional.ts'

const text = (value: string | null | undefined): string | null => (value === undefined || value === '' ? null : value)

export function saleRow(sale: WireSale): SaleRow {
  const { balance, customer } = sale
  return {
    uid: sale.uid,
    soldAt: toInstant(parseInstant(sale.salesDate)),
    name: text(balance.name),
    size: toPackageSize(balance.size),
    validity: toValidity(balance),
    customerUid: sale.customerUid,
    customerEmail: text(customer?.email),
    reference: text(referenceOf(sale.metatag ?? '')),
    price: sale.purchasePrice ? moneyOf(sale.purchasePrice) : null,
    retailPrice: sale.retailPrice ? moneyOf(sale.retailPrice) : null,
    channel: text(sale.salesChannel),
    status: portalStatusOf(sale),
  }
}

type Key = string | number | null

const keys: Readonly<Record<SalesSort, (row: SaleRow) => Key>> = {
  date: ({ soldAt }) => (soldAt === null ? null : Date.parse(soldAt)),
  name: ({ name }) => name,
  size: ({ size }) => toMegabytes(size),
  validity: ({ validity }) => (validity.unlimited ? Number.POSITIVE_INFINITY : validityInDays(validity)),
  price: ({ price }) => (price === null ? null : Number(price.amount)),
  retailPrice: ({ retailPrice }) => (retailPrice === null ? null : Number(retailPrice.amount)),
  channel: ({ channel }) => channel,
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The ranks of the texts among the keys: many sales share a few names, and numbers are compared much faster. */
function ranksOf(texts: readonly Key[]): ReadonlyMap<Key, number> {
  const distinct = [...new Set(texts.filter((key) => typeof key === 'string'))].toSorted(collator.compare)
  return new Map(distinct.map((text, rank) => [text, rank]))
}

export interface SalesOrder {
  readonly sort: SalesSort
  readonly descending: boolean
}

/** Rows without a value come last in both directions. Rows with the same value stay in the order of the service. */
export function sortSales(rows: readonly SaleRow[], { sort, descending }: SalesOrder): readonly SaleRow[] {
  const found = rows.map((row) => ({ row, key: keys[sort](row) }))
  const ranks = ranksOf(found.map(({ key }) => key))
  const keyed = found.map(({ row, key }) => ({ row, key: typeof key === 'string' ? (ranks.get(key) ?? null) : key }))
  const direction = descending ? -1 : 1
  return keyed
    .toSorted((one, other) => {
      if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null)
      return one.key === other.key ? 0 : (one.key < other.key ? -1 : 1) * direction
    })
    .map(({ row }) => row)
}

/** What a list of sales is reduced to. */
interface SalesChoice {
  readonly status?: PortalStatus | undefined
  /** Words of which each has to be in the reference, the e-mail address or the name of the package. */
  readonly search?: string | undefined
}

export function chosenSales(rows: readonly SaleRow[], { status, search }: SalesChoice): readonly SaleRow[] {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (status === undefined && words.length === 0) return rows
  return rows.filter((row) => {
    if (status !== undefined && row.status !== status) return false
    const text = [row.reference, row.customerEmail, row.name].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
