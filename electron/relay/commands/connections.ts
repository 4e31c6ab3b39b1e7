/** Commands of an operator about addresses and what happens to each kind of webhook. */
import type pg from 'pg'
import * as z from 'zod'
import { isAnsweredKind, WebhookKind } from '#shared/wire/webhookKind.ts'
import type { AnswerMode } from '#shared/wire/relay.ts'
import { isForwardAddress } from '../answers/forward.ts'
import { inTransaction, Instant, Int, select } from '../database/database.ts'
import { hashSecret, newSecret } from '../secrets.ts'

/** An error that says to an operator what is wrong. */
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

const Hash = z.object({ token_hash: z.instanceof(Buffer) })
/** Two addresses of a kind work at a time, so that the portal's setting changes without a hole. */
const maxLive = 2

export interface NewAddress {
  /** It is not stored and not shown again. */
  readonly token: string
  /** Whether the oldest address of the kind stopped working. */
  readonly endsOlder: boolean
}

/** Makes a new address for a kind. */
export async function addAddress(client: pg.Client, connection: string, kind: WebhookKind): Promise<NewAddress> {
  const token = newSecret(16)
  let endsOlder = false
  await inTransaction(client, async () => {
    await addConnection(client, connection)
    await client.query('INSERT INTO addresses (token_hash, connection, kind) VALUES ($1, $2, $3)', [
      hashSecret(token),
      connection,
      kind,
    ])
    const live = await select(
      client,
      Hash,
      `SELECT token_hash FROM addresses WHERE connection = $1 AND kind = $2 AND revoked_at IS NULL
       ORDER BY created_at DESC OFFSET $3`,
      [connection, kind, maxLive],
    )
    endsOlder = live.length > 0
    await client.query('UPDATE addresses SET revoked_at = now() WHERE token_hash = ANY ($1)', [
      live.map(({ token_hash }) => token_hash),
    ])
  })
  return { token, endsOlder }
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
