/** Reads the sheets of eSIMs from the service of the open connection. Nothing of them is stored. */
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { DocumentSettings } from '#shared/model/documents.ts'
import type { InstallationSheet, WhichEsim } from '#shared/model/esim/installation.ts'
import type { WireCustomerEntry, WireEsimProfile } from '#shared/wire/customer.ts'
import type { CountrySetId, CustomerUid, EsimUid, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { withTimeout } from '../base/withTimeout.ts'
import type { Call } from '../bridge/index.ts'
import type { Connections, OpenConnection } from '../connections/index.ts'

/** The customer from the answer to a sale. */
interface Sold {
  readonly entry: WireCustomerEntry
  /** When it was sold, in epoch milliseconds by the service's clock. */
  readonly at: number
  /** Until when a read may not show it yet, by the same clock. */
  readonly until: number
}

export interface ReaderOptions {
  readonly connections: Pick<Connections, 'current' | 'require'>
  readonly documents: () => DocumentSettings
  /** The packages of the service, which show where those of a customer work. */
  readonly inventoryItems: (signal: AbortSignal) => Promise<readonly WireInventoryItem[]>
  /** The country set for which this desk bought an item. */
  readonly countrySetOf: (itemUid: ItemUid) => CountrySetId | null
  /** Returns the answer to the sale of this eSIM, if it was sold since the connection was opened. */
  readonly sold?: ((uid: CustomerUid, esimUid: EsimUid) => Sold | null) | undefined
}

export interface Reader {
  /**
   * Runs `work` with a signal that is aborted also when the connection is closed. `not_connected` is thrown if `work`
   * was aborted by that.
   */
  readonly whileConnected: <T>(
    call: Call,
    work: (open: OpenConnection, signal: AbortSignal) => Promise<T>,
  ) => Promise<T>
  readonly read: (open: OpenConnection, which: WhichEsim, signal: AbortSignal) => Promise<InstallationSheet>
}

/**
 * The eSIM as the service shows it, with the code of the sale's answer where it shows none, and of when that is. Where
 * the customer can't be read, or the service does not show the new eSIM yet, the answer to the sale is used.
 */
function esimOf(
  { esimUid }: WhichEsim,
  read: WireCustomerEntry | null,
  sale: Sold | null,
  now: number,
): { readonly esim: WireEsimProfile; readonly asOf: number } | null {
  const [shown, own] = [read, sale?.entry].map((entry) => entry?.relatedEsims.find(({ uid }) => uid === esimUid))
  if (shown !== undefined) {
    const ofSale = own?.iccid === shown.iccid ? own.activationCode : undefined
    return { esim: { ...shown, activationCode: shown.activationCode || ofSale }, asOf: now }
  }
  if (sale === null || own === undefined || (read !== null && now > sale.until)) return null
  return { esim: own, asOf: sale.at }
}

/** A sheet without countries is better than one that is late. */
const maxInventoryWaitMs = 1000

const closedMeanwhile = (): DeskError => new DeskError('not_connected', 'The connection was closed meanwhile')

export function createReader(options: ReaderOptions): Reader {
  const { connections, documents, inventoryItems, countrySetOf, sold } = options
  return {
    async whileConnected({ signal }, work) {
      const open = connections.require()
      try {
        return await work(open, AbortSignal.any([signal, open.signal]))
      } catch (thrown) {
        // Any other error keeps its code: after a mail was sent, `not_connected` would invite sending it again.
        throw open.signal.aborted && asDeskError(thrown).code === 'aborted' ? closedMeanwhile() : thrown
      }
    },
    async read(open, which, signal) {
      const reading = withTimeout(inventoryItems(signal), maxInventoryWaitMs, () => new Error('too late'))
      const packages = reading.catch((): readonly WireInventoryItem[] => [])
      const sale = sold?.(which.customerUid, which.esimUid) ?? null
      // The code of an eSIM that was just sold is in the sale's answer, whatever the service shows of the customer.
      const read = await open.client.customer(which.customerUid, { signal, pressed: true }).catch((thrown: unknown) => {
        if (sale === null || signal.aborted) throw thrown
        return null
      })
      const inventory = await packages
      if (connections.current() !== open) throw closedMeanwhile()
      const entry = read ?? sale?.entry
      const found = esimOf(which, read, sale, open.client.now())
      if (entry === undefined || found === null)
        throw new DeskError('not_found', 'This customer has no such eSIM profile')
      // It is loaded with the first document, because a start does not need it.
      const { installationSheet } = await import('./sheet.ts')
      return installationSheet(entry, found.esim, {
        now: found.asOf,
        documents: documents(),
        linkHost: open.profile.linkHost,
        inventory,
        countrySetOf,
      })
    },
  }
}
