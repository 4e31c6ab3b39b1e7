/**
 * Claims: which desk reads a customer of the service again after an event, so that of 200 desks one does. The service
 * gets at most two such reads a second from all desks together, and customers that are open in a window come first.
 */
import * as z from 'zod'
import type { ClaimAnswer } from '#shared/wire/relay.ts'
import { inTransaction, select, type Queryable } from '../database/database.ts'
import { appendRecord, storeCustomers, lockLog } from '../ingest/write.ts'
import type { Device } from '../access/access.ts'

const claimMs = 30_000
/**
 * For this long after a reported read, only a desk that shows the customer reads it again: another one that calls now
 * is late with an event that the read has confirmed, and learns that from the feed.
 */
const reportedMs = 1000
/** Two reads a second. */
const readIntervalMs = 500
/** After an open customer had to wait, others leave the next reads to it for this time. */
const preferOpenMs = 1000

interface ClaimRequest {
  readonly customer: string
  readonly isOpen: boolean
}

const Row = z.object({ outcome: z.enum(['granted', 'claimed', 'busy']), wait: z.number() })

/** One statement decides, under the lock of the connection's budget, so that two relays agree. */
export async function claim(client: Queryable, device: Device, request: ClaimRequest): Promise<ClaimAnswer> {
  const { connection, id } = device
  return await inTransaction(client, async () => {
    const values = [connection, request.customer, request.isOpen]
    await client.query('INSERT INTO read_budgets (connection) VALUES ($1) ON CONFLICT DO NOTHING', [connection])
    await client.query('SELECT FROM read_budgets WHERE connection = $1 FOR UPDATE', [connection])
    const [row] = await select(
      client,
      Row,
      `SELECT
         CASE WHEN claimed_until > clock_timestamp() THEN 'claimed'
           WHEN free_at > clock_timestamp() THEN 'busy' ELSE 'granted' END AS outcome,
         (1000 * extract(epoch FROM CASE WHEN claimed_until > clock_timestamp() THEN claimed_until ELSE free_at END
           - clock_timestamp()))::float8 AS wait
       FROM (
         SELECT connection, CASE WHEN $3 THEN next_at ELSE greatest(next_at, open_waiting_until) END AS free_at
         FROM read_budgets WHERE connection = $1
       ) b
       LEFT JOIN (
         SELECT connection, until AS claimed_until FROM claims
         WHERE customer = $2 AND NOT ($3 AND coalesce(reported_until >= until, false))
       ) c ON c.connection = b.connection`,
      values,
    )
    if (row === undefined) throw new Error('The connection has no budget')
    if (row.outcome === 'granted') {
      await client.query(
        `INSERT INTO claims (connection, customer, device, until)
         VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
         ON CONFLICT (connection, customer) DO UPDATE SET device = excluded.device, until = excluded.until`,
        [connection, request.customer, id, claimMs / 1000],
      )
      await client.query(
        `UPDATE read_budgets SET next_at = clock_timestamp() + make_interval(secs => $2) WHERE connection = $1`,
        [connection, readIntervalMs / 1000],
      )
      return { granted: true, milliseconds: claimMs, reason: 'granted' }
    }
    if (row.outcome === 'busy' && request.isOpen)
      await client.query(
        `UPDATE read_budgets SET open_waiting_until = clock_timestamp() + make_interval(secs => $2)
         WHERE connection = $1`,
        [connection, preferOpenMs / 1000],
      )
    return { granted: false, milliseconds: Math.max(1, Math.ceil(row.wait)), reason: row.outcome }
  })
}

interface ReadReport {
  readonly customer: string
  readonly iccids: readonly string[]
  readonly events: readonly string[]
}

const Confirmed = z.object({ id: z.string() })

/** Stores what a read showed, and notifies the other desks. Returns how many events it confirms. */
export async function reportRead(client: Queryable, device: Device, report: ReadReport): Promise<number> {
  const { connection, name } = device
  return await inTransaction(client, async () => {
    // The writer takes this lock first, too: in another order the two could wait for each other.
    await lockLog(client)
    const iccids = [...new Set(report.iccids)]
    await storeCustomers(
      client,
      iccids.map((iccid) => [connection, iccid, report.customer] as const),
    )
    const confirmed = await select(
      client,
      Confirmed,
      `UPDATE events SET confirmed_at = now(), confirmed_by = $4
       WHERE id = ANY ($1::uuid[]) AND connection = $2 AND confirmed_at IS NULL
         AND (customer = $3 OR (customer IS NULL AND iccid = ANY ($5::text[])))
       RETURNING id`,
      [report.events, connection, report.customer, name, iccids],
    )
    const events = confirmed.map(({ id }) => id)
    const content = { customer: report.customer, device: name, events }
    await appendRecord(client, { connection, type: 'read', customer: report.customer, content })
    await client.query(
      `UPDATE claims SET until = statement_timestamp() + make_interval(secs => $3),
         reported_until = statement_timestamp() + make_interval(secs => $3)
       WHERE connection = $1 AND customer = $2`,
      [connection, report.customer, reportedMs / 1000],
    )
    return events.length
  })
}
