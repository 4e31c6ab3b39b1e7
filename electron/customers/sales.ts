/**
 * Keeps the customers from the answers to sales, for as long as the service doesn't show the sale: a customer who can't
 * be read yet has a page, and a new eSIM a QR code. It is in memory alone, because it has activation codes, and ends
 * with the connection.
 */
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid, EsimUid } from '#shared/wire/ids.ts'
import type { Connections, OpenConnection } from '../connections/index.ts'

interface Sale {
  /** The customer with what was sold, and nothing else of them. */
  readonly entry: WireCustomerEntry
  /** Whether the sale has created the customer. */
  readonly isNew: boolean
  /** When it was sold, in epoch milliseconds by the service's clock. */
  readonly at: number
  /** Until when a read may not show it yet, by the same clock. */
  readonly until: number
}

export interface Sales {
  /** Ignores a sale of a connection that is not open any more. */
  readonly note: (open: OpenConnection, sale: Omit<Sale, 'at' | 'until'>) => void
  /** Returns the sale that created the customer, or null. */
  readonly ofNewCustomer: (uid: CustomerUid) => Sale | null
  /** Returns the sale that created the eSIM, or null. */
  readonly ofEsim: (uid: CustomerUid, esimUid: EsimUid) => Sale | null
  readonly close: () => void
}

/** Milliseconds after a sale in which a read may not show it yet. */
const lag = 10 * 60_000
const maxSales = 200

export function createSales(connections: Pick<Connections, 'current' | 'onChange'>): Sales {
  let sales: readonly Sale[] = []
  const close = connections.onChange(() => {
    sales = []
  })
  const find = (uid: CustomerUid, isWanted: (sale: Sale) => boolean): Sale | null =>
    sales.findLast((sale) => sale.entry.customer.uid === uid && isWanted(sale)) ?? null
  return {
    note(open, sale) {
      if (connections.current() !== open) return
      const at = open.client.now()
      sales = [...sales, { ...sale, at, until: at + lag }].slice(-maxSales)
    },
    ofNewCustomer: (uid) => find(uid, ({ isNew }) => isNew),
    ofEsim: (uid, esimUid) => find(uid, ({ entry }) => entry.relatedEsims.some((esim) => esim.uid === esimUid)),
    close() {
      close()
      sales = []
    },
  }
}

/**
 * Returns the customer of a read with the package and the eSIM of the sale that the read doesn't show yet, or null if
 * it shows them or should by now.
 */
export function withSold(read: WireCustomerEntry, { entry, until }: Sale, now: number): WireCustomerEntry | null {
  if (now > until) return null
  const known = new Set<string | null>([
    ...[...read.activatedItems, ...read.relatedEsims].map(({ uid }) => uid),
    ...(read.unreadableParts ?? []).map(({ uid }) => uid),
  ])
  const items = entry.activatedItems.filter(({ uid }) => !known.has(uid))
  const esims = entry.relatedEsims.filter(({ uid }) => !known.has(uid))
  if (items.length === 0 && esims.length === 0) return null
  return {
    ...read,
    activatedItems: [...read.activatedItems, ...items],
    relatedEsims: [...read.relatedEsims, ...esims],
  }
}
