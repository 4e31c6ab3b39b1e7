/**
 * The links between customers. Those of a stored connection are in the encrypted `work.db`; those of any other one last
 * as long as the desk, as its customers do.
 */
import { z } from 'zod'
import { CustomerUid } from '#shared/wire/ids.ts'
import type { OpenConnection } from '../../connections/index.ts'
import type { Db } from '../../storage/index.ts'
import { createConnectionDb } from '../connectionDb.ts'

const tables = `
CREATE TABLE IF NOT EXISTS customer_links (
  connection TEXT NOT NULL,
  one TEXT NOT NULL,
  other TEXT NOT NULL,
  linked_at TEXT NOT NULL,
  agent TEXT NOT NULL,
  PRIMARY KEY (connection, one, other),
  CHECK (one < other)
) STRICT, WITHOUT ROWID;
`

const Row = z.object({ one: CustomerUid, other: CustomerUid, linked_at: z.string(), agent: z.string() })

export interface Link {
  readonly at: string
  readonly by: string
}

/** For each customer with a link the customers at its other ends. */
type LinkGraph = ReadonlyMap<CustomerUid, ReadonlyMap<CustomerUid, Link>>

export interface LinkStore {
  readonly graph: (open: OpenConnection) => LinkGraph
  /** Keeps the link that is there, if there is one. */
  readonly add: (open: OpenConnection, one: CustomerUid, other: CustomerUid, link: Link) => void
  readonly remove: (open: OpenConnection, one: CustomerUid, other: CustomerUid) => void
}

export function createLinkStore(work: Db): LinkStore {
  const dbOf = createConnectionDb(work, tables)
  const graphs = new Map<string, LinkGraph>()

  const sorted = (one: CustomerUid, other: CustomerUid): readonly [CustomerUid, CustomerUid] =>
    one < other ? [one, other] : [other, one]

  return {
    graph(open) {
      const { id } = open.profile
      const known = graphs.get(id) ?? readGraph(dbOf(open), id)
      graphs.set(id, known)
      return known
    },
    add(open, one, other, { at, by }) {
      graphs.delete(open.profile.id)
      dbOf(open)
        .prepare('INSERT OR IGNORE INTO customer_links VALUES (?, ?, ?, ?, ?)')
        .run(open.profile.id, ...sorted(one, other), at, by)
    },
    remove(open, one, other) {
      graphs.delete(open.profile.id)
      dbOf(open)
        .prepare('DELETE FROM customer_links WHERE connection = ? AND one = ? AND other = ?')
        .run(open.profile.id, ...sorted(one, other))
    },
  }
}

function readGraph(db: Db, connectionId: string): LinkGraph {
  const graph = new Map<CustomerUid, Map<CustomerUid, Link>>()
  const put = (from: CustomerUid, to: CustomerUid, link: Link): void =>
    void graph.set(from, (graph.get(from) ?? new Map<CustomerUid, Link>()).set(to, link))
  const rows = db.prepare('SELECT one, other, linked_at, agent FROM customer_links WHERE connection = ?')
  for (const { one, other, linked_at: at, agent: by } of z.array(Row).parse(rows.all(connectionId))) {
    put(one, other, { at, by })
    put(other, one, { at, by })
  }
  return graph
}

/** All other customers whom links join with this one, the nearest first. */
export function linkedWith(graph: LinkGraph, uid: CustomerUid): readonly CustomerUid[] {
  const found = new Set([uid])
  for (const next of found) for (const other of graph.get(next)?.keys() ?? []) found.add(other)
  found.delete(uid)
  return [...found]
}

/** Deletes the links of a connection that is removed. */
export function deleteLinks(work: Db, connectionId: string): void {
  work.exec(tables)
  work.prepare('DELETE FROM customer_links WHERE connection = ?').run(connectionId)
}
