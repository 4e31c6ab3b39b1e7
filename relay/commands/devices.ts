/** Commands of an operator about who may read. */
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import * as z from 'zod'
import { normalizeCode } from '../access/access.ts'
import { Instant, inTransaction, select } from '../database/database.ts'
import { hashSecret } from '../secrets.ts'
import { addConnection, CommandError } from './connections.ts'

/** How long an invitation is valid. */
export const invitationMinutes = 10
/** Without letters and digits that look alike. 20 of these 32 are 100 bits. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 20

function newCode(): string {
  const text = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return text.replaceAll(/.{5}(?=.)/g, '$&-')
}

/** Returns the code, which is not stored and works once. */
export async function invite(client: pg.Client, connection: string, name: string): Promise<string> {
  if (name.trim() === '' || name.length > 100) throw new CommandError('Say whom you invite: a name.')
  const code = newCode()
  await addConnection(client, connection)
  await client.query(
    `INSERT INTO invitations (code_hash, connection, name, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(mins => $4))`,
    [hashSecret(normalizeCode(code)), connection, name.trim(), invitationMinutes],
  )
  return code
}

const DeviceRow = z.object({
  id: z.string(),
  connection: z.string(),
  name: z.string(),
  created_at: Instant,
  seen_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
})
export type DeviceRow = z.infer<typeof DeviceRow>

export const listDevices = (client: pg.Client): Promise<readonly DeviceRow[]> =>
  select(client, DeviceRow, 'SELECT * FROM devices ORDER BY created_at')

/** Revokes by the beginning of an id, or by a name. Returns what was revoked; a running stream ends within seconds. */
export async function revoke(client: pg.Client, wanted: string): Promise<readonly DeviceRow[]> {
  if (wanted === '') throw new CommandError('Say which device: its id or its name.')
  return await inTransaction(client, async () => {
    const devices = await select(
      client,
      DeviceRow,
      `UPDATE devices SET revoked_at = now() WHERE revoked_at IS NULL AND (name = $1 OR starts_with(id::text, $1))
       RETURNING *`,
      [wanted],
    )
    if (devices.length === 0)
      throw new CommandError(`No connected desk is named "${wanted}" or has an id that begins so; devices lists them.`)
    await client.query('DELETE FROM access_tokens WHERE device = ANY ($1::uuid[])', [devices.map(({ id }) => id)])
    return devices
  })
}
