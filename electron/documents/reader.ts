/** Reads the sheets of eSIMs from the service of the open connection. Nothing of them is stored. */
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { DocumentSettings } from '#shared/model/documents.ts'
import type { InstallationSheet, WhichEsim } from '#shared/model/installation.ts'
import type { WireCustomerEntry, WireEsimProfile } from '#shared/wire/customer.ts'
import type { CustomerUid, EsimUid } from '#shared/wire/ids.ts'
import type { Call } from '../bridge/index.ts'
import type { Connections, OpenConnection } from '../connections/index.ts'

export interface ReaderOptions {
  readonly connections: Pick<Connections, 'current' | 'require'>
  readonly documents: () => DocumentSettings
  /** Returns what the answer of the sale of this eSIM said, if it was sold since the connection was opened. */
  readonly sold?:
    | ((uid: CustomerUid, esimUid: EsimUid) => { readonly entry: WireCustomerEntry; readonly at: number } | null)
    | undefined
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

/** The eSIM as the service shows it, with the code of the sale's answer where it shows none, or as that answer says. */
function esimOf(
  { esimUid }: WhichEsim,
  read: WireCustomerEntry | null,
  sold: WireCustomerEntry | undefined,
): WireEsimProfile | undefined {
  const [shown, own] = [read, sold].map((entry) => entry?.relatedEsims.find(({ uid }) => uid === esimUid))
  if (shown === undefined || own === undefined || shown.iccid !== own.iccid) return shown ?? own
  return { ...shown, activationCode: shown.activationCode || own.activationCode }
}

const closedMeanwhile = (): DeskError => new DeskError('not_connected', 'The connection was closed meanwhile')

export function createReader({ connections, documents, sold }: ReaderOptions): Reader {
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
      const sale = sold?.(which.customerUid, which.esimUid) ?? null
      // The code of an eSIM that was just sold is in the sale's answer, whatever the service shows of the customer.
      const read = await open.client.customer(which.customerUid, { signal, pressed: true }).catch((thrown: unknown) => {
        if (sale === null || signal.aborted) throw thrown
        return null
      })
      if (connections.current() !== open) throw closedMeanwhile()
      const entry = read ?? sale?.entry
      const esim = esimOf(which, read, sale?.entry)
      if (entry === undefined || esim === undefined)
        throw new DeskError('not_found', 'This customer has no such eSIM profile')
      // It is loaded with the first document, because a start does not need it.
      const { installationSheet } = await import('./sheet.ts')
      return installationSheet(entry, esim, {
        now: read === null && sale !== null ? sale.at : open.client.now(),
        documents: documents(),
        linkHost: open.profile.linkHost,
      })
    },
  }
}
