/**
 * Closes the modules in the order that keeps results of money requests.
 */
import type { Customers } from '../customers/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Events } from '../events/index.ts'
import type { Inventory } from '../inventory/index.ts'
import type { Operations } from '../operations/index.ts'
import type { SalesHistory } from '../salesHistory/index.ts'
import type { Updates } from '../updates/index.ts'
import type { Foundation } from './foundation.ts'

export interface CloseOptions {
  /** Whether an update that the person chose to install on close may be installed. */
  readonly mayInstallUpdate: boolean
}

export interface Closing {
  readonly closeFilesNow: (after: 'shutdown' | 'failure') => void
  readonly close: (options: CloseOptions) => Promise<void>
}

export interface Closable {
  readonly foundation: Pick<Foundation, 'approvals' | 'storage' | 'connections' | 'parser' | 'mark'>
  readonly inventory: Inventory
  readonly salesHistory: SalesHistory
  readonly operations: Operations
  readonly customers: Customers
  readonly updates: Updates
  readonly documents: Documents
  readonly events: Events
}

export function closingOf({
  foundation,
  inventory,
  salesHistory,
  operations,
  customers,
  updates,
  documents,
  events,
}: Closable): Closing {
  const { approvals, storage, connections, parser, mark } = foundation
  let hasFailed = false
  return {
    closeFilesNow(after) {
      storage.close()
      hasFailed ||= after === 'failure'
      if (!hasFailed) mark.remove()
    },
    async close({ mayInstallUpdate }) {
      approvals.close()
      // Operations are closed first and wait for requests in flight, so that their results are in the journal.
      await operations.close()
      await documents.close()
      await updates.close({ mayInstall: mayInstallUpdate })
      await events.close()
      await customers.close()
      salesHistory.close()
      inventory.close()
      await connections.close()
      await parser.close()
      storage.close()
      if (!hasFailed) mark.remove()
    },
  }
}
