/** Commands of an operator about addresses and what happens to each kind of webhook. */
import type pg from 'pg'
import * as z from 'zod'
import { isAnsweredKind, WebhookKind } from '#shared/wire/webhookKind.ts'
import type { AnswerMode } from '#shared/wire/relay.ts'
import { isForwardAddress } from '../answers/forward.ts'
import { inTransaction, Instant, Int, select } from '../database/database.ts'
import { hashSecret, newSecret } from '../secrets.ts'

/** An error whose message tells an operator what is wrong. */
export class CommandError extends Error {}

export function readKind(text: string): WebhookKind {
  const kind = WebhookKind.safeParse(text)
  if (!kind.success) throw new CommandError(`"${text}" is no kind: ${WebhookKind.options.join(', ')}.`)
  return kind.data
}

/** Creates a connection with all kinds unless it is there. */
export async function addConnection(client: pg.Client, connection: string): Promise<void> {
  if (!/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,99}$/.test(connection)) throw new CommandError('This is no name of a connection.')
  await client.query('INSERT INTO connections (name) VALUES ($1) ON CONFLICT DO NOTHING', [connection])
  await client.query('INSERT INTO kinds (connection, kind) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING', [
    connection,
    WebhookKind.options,
  ])
}

/** Two addresses of a kind work at a time, so that the portal's setting changes without a hole. */
const maxLive = 2

/** Makes a new address for a kind, and ends the oldest one beside two. Returns its token, which is not shown again. */
export async function addAddress(client: pg.Client, connection: string, kind: WebhookKind): Promise<string> {
  const token = newSecret(16)
  await inTransaction(client, async () => {
    await addConnection(client, connection)
    await client.query('INSERT INTO addresses (token_hash, connection, kind) VALUES ($1, $2, $3)', [
      hashSecret(token),
      connection,
      kind,
    ])
    await client.query(
      `UPDATE addresses SET revoked_at = now() WHERE token_hash IN (
         SELECT token_hash FROM addresses WHERE connection = $1 AND kind = $2 AND revoked_at IS NULL
         ORDER BY created_at DESC OFFSET $3)`,
      [connection, kind, maxLive],
    )
  })
  return token
}

const AddressRow = z.object({ kind: WebhookKind, created_at: Instant, last_received_at: Instant.nullable() })
export type AddressRow = z.infer<typeof AddressRow>

/** The addresses that work, the oldest of each kind first. */
export const listAddresses = (client: pg.Client, connection: string): Promise<readonly AddressRow[]> =>
  select(
    client,
    AddressRow,
    `SELECT kind, created_at, last_received_at FROM addresses
     WHERE connection = $1 AND revoked_at IS NULL ORDER BY kind, created_at`,
    [connection],
  )

/** Returns the address of a kind that ends when another one is made, or null if none does. */
export async function endedByNext(
  client: pg.Client,
  connection: string,
  kind: WebhookKind,
): Promise<AddressRow | null> {
  const ofKind = (await listAddresses(client, connection)).filter((row) => row.kind === kind)
  return ofKind.length < maxLive ? null : (ofKind[0] ?? null)
}

const KindRow = z.object({
  kind: WebhookKind,
  enabled: z.boolean(),
  mode: z.string(),
  forward_to: z.string().nullable(),
  addresses: Int,
  last_received_at: Instant.nullable(),
})
export type KindRow = z.infer<typeof KindRow>

/** What happens to each kind of a connection. */
export const listKinds = (client: pg.Client, connection: string): Promise<readonly KindRow[]> =>
  select(
    client,
    KindRow,
    `SELECT k.kind, k.enabled, k.mode, k.forward_to, k.last_received_at,
       (SELECT count(*) FROM addresses a
        WHERE a.connection = k.connection AND a.kind = k.kind AND a.revoked_at IS NULL) AS addresses
     FROM kinds k WHERE k.connection = $1 ORDER BY k.kind`,
    [connection],
  )

export async function setEnabled(
  client: pg.Client,
  connection: string,
  kind: WebhookKind,
  enabled: boolean,
): Promise<void> {
  await updateKind(client, 'UPDATE kinds SET enabled = $3 WHERE connection = $1 AND kind = $2', [
    connection,
    kind,
    enabled,
  ])
}

/** How one of the two kinds that want an answer is answered (rule 5). */
export async function setAnswer(
  client: pg.Client,
  connection: string,
  kind: WebhookKind,
  mode: AnswerMode,
  forwardTo: string | null,
): Promise<void> {
  if (!isAnsweredKind(kind)) throw new CommandError(`Nothing is answered to ${kind}.`)
  if (mode === 'pass' && (forwardTo === null || !isForwardAddress(forwardTo)))
    throw new CommandError('Passing through needs an https address of the server of your app.')
  await updateKind(
    client,
    `UPDATE kinds SET mode = $3, forward_to = coalesce($4, forward_to) WHERE connection = $1 AND kind = $2`,
    [connection, kind, mode, forwardTo],
  )
}

async function updateKind(client: pg.Client, text: string, values: unknown[]): Promise<void> {
  const { rowCount } = await client.query(text, values)
  if (rowCount === 0) throw new CommandError('There is no such connection: make its addresses first.')
}
