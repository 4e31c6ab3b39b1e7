/** The connections that a mark names: those of the marks that were read, and those that this desk has used since. */
import type { OpenConnection } from '../../connections/index.ts'
import type { MarkedConnection } from './mark.ts'

const maxConnections = 50

export interface MarkedConnections {
  /** Adds the connections of a mark that are not known yet. */
  readonly restore: (connections: readonly MarkedConnection[]) => void
  /** Records that a connection is used. `newest` is the `seq` of the changed operation. */
  readonly note: (open: Pick<OpenConnection, 'identity' | 'profile'>, newest: number) => void
  /** Returns the connections with the newest operations. */
  readonly latest: () => readonly MarkedConnection[]
}

export function createMarkedConnections(): MarkedConnections {
  const connections = new Map<string, MarkedConnection>()
  return {
    restore: (restored) => {
      for (const connection of restored)
        if (connection.identity !== '' && !connections.has(connection.identity))
          connections.set(connection.identity, connection)
    },
    note: ({ identity, profile: { name } }, newest) => {
      const before = connections.get(identity)
      connections.set(identity, {
        identity,
        name,
        operations: Math.max(newest, before?.operations ?? 0),
        limit: null,
        unresolved: 0,
      })
    },
    latest: () =>
      [...connections.values()].toSorted((one, other) => other.operations - one.operations).slice(0, maxConnections),
  }
}
