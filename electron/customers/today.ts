/**
 * The list of customers who will probably call, and whom the agent has ticked off. A tick is kept on this machine, for
 * a stored connection in the encrypted `work.db`, and for any other one as long as the desk runs.
 */
import { z } from 'zod'
import { tickedFor, todayReasons, type TodayReason } from '#shared/model/customer/today.ts'
import { toInstant } from '#shared/model/instant.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import type { HandlersOf } from '../bridge/index.ts'
import { isStored, type OpenConnection } from '../connections/index.ts'
import type { Db } from '../storage/index.ts'
import type { ActiveSession } from './activeSession.ts'
import { createConnectionDb } from './connectionDb.ts'
import type { TodayRequest } from './directory/protocol.ts'
import { coveringOf, type ListContext } from './list.ts'
import type { LinkStore } from './links/store.ts'
import { withLinks } from './links/links.ts'
import type { CustomersOptions } from './options.ts'

const tables = `
CREATE TABLE IF NOT EXISTS today_ticks (
  connection TEXT NOT NULL,
  customer_uid TEXT NOT NULL,
  reasons TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (connection, customer_uid)
) STRICT, WITHOUT ROWID;
`

const Row = z.object({ customer_uid: CustomerUid, reasons: z.string() })

/** Another start of the sandbox has other persons with the same uids. */
const keyOf = ({ profile, identity }: OpenConnection): string => (isStored(profile) ? profile.id : identity)

interface TickStore {
  readonly list: (open: OpenConnection) => TodayRequest['ticked']
  /** Adds the reasons to those of the customer. Without any they are no longer ticked off. */
  readonly set: (open: OpenConnection, uid: CustomerUid, reasons: readonly TodayReason[]) => void
}

function createTickStore(work: Db, clock: Pick<CustomersOptions['clock'], 'now'>): TickStore {
  const dbOf = createConnectionDb(work, tables)
  return {
    list(open) {
      const found = dbOf(open)
        .prepare('SELECT customer_uid, reasons FROM today_ticks WHERE connection = ? AND at > ?')
        .all(keyOf(open), clock.now() - tickedFor)
      return z
        .array(Row)
        .parse(found)
        .map((row) => ({
          uid: row.customer_uid,
          reasons: todayReasons.filter((reason) => row.reasons.split(' ').includes(reason)),
        }))
    },
    set(open, uid, reasons) {
      const db = dbOf(open)
      const before = db
        .prepare('SELECT reasons FROM today_ticks WHERE connection = ? AND customer_uid = ? AND at > ?')
        .pluck()
        .get(keyOf(open), uid, clock.now() - tickedFor)
      db.prepare('DELETE FROM today_ticks WHERE at <= ? OR (connection = ? AND customer_uid = ?)').run(
        clock.now() - tickedFor,
        keyOf(open),
        uid,
      )
      if (reasons.length === 0) return
      const all = new Set([...(typeof before === 'string' ? before.split(' ') : []), ...reasons])
      db.prepare('INSERT INTO today_ticks VALUES (?, ?, ?, ?)').run(keyOf(open), uid, [...all].join(' '), clock.now())
    },
  }
}

/** Deletes the ticks of a connection that is removed. */
export function deleteTicks(work: Db, connectionId: string): void {
  work.exec(tables)
  work.prepare('DELETE FROM today_ticks WHERE connection = ?').run(connectionId)
}

interface Context extends ListContext, Pick<CustomersOptions, 'clock' | 'storage'> {
  readonly links: LinkStore
}

export function todayHandlers(
  context: Context,
  session: Pick<ActiveSession, 'use'>,
): Pick<HandlersOf<'customers'>, 'today' | 'tickOff'> {
  const ticks = createTickStore(context.storage.work, context.clock)
  return {
    today: async ({ list, from, limit }) =>
      await session.use(async (active) => {
        const now = active.open.client.now()
        const covering = 'country' in list ? await coveringOf(context, active, list.country) : undefined
        const page = await active.directory.call((remote) =>
          remote.today({
            reason: 'country' in list ? null : list.reason,
            ...(covering !== undefined && { covering }),
            ticked: ticks.list(active.open),
            unconfirmed: [...context.unconfirmedCustomers()],
            from,
            limit,
            now,
          }),
        )
        const linked = withLinks(
          context.links,
          active,
          page.rows.map(({ customer }) => customer),
        )
        const rows = page.rows.map((row, at) => ({ ...row, customer: linked[at] ?? row.customer }))
        return { ...page, rows, asOf: toInstant(now) ?? '' }
      }),
    tickOff: async ({ uid, reasons }) =>
      await session.use(({ open }) => {
        ticks.set(open, uid, reasons)
        return null
      }),
  }
}
