/** Reads the sheets of eSIMs from the service of the open connection. Nothing of them is stored. */
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { DocumentSettings } from '#shared/model/documents.ts'
import type { InstallationSheet, WhichEsim } from '#shared/model/installation.ts'
import type { Call } from '../bridge/index.ts'
import type { Connections, OpenConnection } from '../connections/index.ts'

export interface ReaderOptions {
  readonly connections: Pick<Connections, 'current' | 'require'>
  readonly documents: () => DocumentSettings
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

const closedMeanwhile = (): DeskError => new DeskError('not_connected', 'The connection was closed meanwhile')

export function createReader({ connections, documents }: ReaderOptions): Reader {
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
      const entry = await open.client.customer(which.customerUid, { signal, pressed: true })
      if (connections.current() !== open) throw closedMeanwhile()
      const esim = entry.relatedEsims.find(({ uid }) => uid === which.esimUid)
      if (esim === undefined) throw new DeskError('not_found', 'This customer has no such eSIM profile')
      // It is loaded with the first document, because a start does not need it.
      const { installationSheet } = await import('./sheet.ts')
      return installationSheet(entry, esim, {
        now: open.client.now(),
        documents: documents(),
        linkHost: open.profile.linkHost,
      })
    },
  }
}
