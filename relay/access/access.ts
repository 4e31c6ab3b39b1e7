/**
 * Who may read: a person's device, which registered a public key with the code of an invitation and signs a challenge
 * for a token of 15 minutes. Codes, challenges and tokens are random, and only their hashes are stored.
 */
import * as z from 'zod'
import { challengeText } from '#shared/wire/relay.ts'
import { Instant, select, type Queryable } from '../database/database.ts'
import { hashSecret, isSignedBy, newSecret } from '../secrets.ts'

const tokenMinutes = 15
const challengeSeconds = 60
/** A revoked device is refused after this time at the latest. */
const checkMs = 2000
const maxCached = 10_000

export interface Device {
  readonly id: string
  readonly name: string
  readonly connection: string
  /** When its token expires. */
  readonly expiresAt: number
}

const Enrolled = z.object({ id: z.string(), name: z.string(), connection: z.string() })
type Enrolled = z.infer<typeof Enrolled>

/** The form of a code after `normalizeCode`; anything else is wrong without a query. */
const codeForm = /^[A-Z2-9]{20}$/

/** Uses an invitation up and registers the device. Returns null for a wrong, used or expired code. */
export async function enrol(database: Queryable, code: string, publicKey: Buffer): Promise<Enrolled | null> {
  if (!codeForm.test(normalizeCode(code))) return null
  const [device] = await select(
    database,
    Enrolled,
    `WITH invitation AS (
       UPDATE invitations SET used_at = now() WHERE code_hash = $1 AND used_at IS NULL AND expires_at > now()
       RETURNING connection, name
     )
     INSERT INTO devices (connection, name, public_key) SELECT connection, name, $2 FROM invitation
     RETURNING id, name, connection`,
    [hashSecret(normalizeCode(code)), publicKey],
  )
  return device ?? null
}

/** A code may be typed: letters of both cases, with or without its hyphens. */
export const normalizeCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase()

const Key = z.object({ public_key: z.instanceof(Buffer) })
const Expiry = z.object({ expires_at: Instant })

/** Makes a challenge, or returns null for a device that is unknown or revoked. */
export async function makeChallenge(
  database: Queryable,
  device: string,
): Promise<{ readonly challenge: string; readonly expiresAt: string } | null> {
  if (!z.uuid().safeParse(device).success) return null
  const challenge = newSecret(32)
  const expiresAt = new Date(Date.now() + challengeSeconds * 1000)
  const { rowCount } = await database.query(
    `INSERT INTO challenges (challenge_hash, device, expires_at)
     SELECT $1, id, $3 FROM devices WHERE id = $2 AND revoked_at IS NULL`,
    [hashSecret(challenge), device, expiresAt],
  )
  return rowCount === 1 ? { challenge, expiresAt: expiresAt.toISOString() } : null
}

/** Exchanges a signed challenge for a token; a challenge is used up by the first try. */
export async function makeToken(
  database: Queryable,
  origin: string,
  request: { readonly device: string; readonly challenge: string; readonly signature: string },
): Promise<{ readonly token: string; readonly expiresAt: string } | null> {
  const { device, challenge, signature } = request
  if (!z.uuid().safeParse(device).success) return null
  const [key] = await select(
    database,
    Key,
    `WITH used AS (
       DELETE FROM challenges WHERE challenge_hash = $1 AND device = $2 AND expires_at > now() RETURNING device
     )
     SELECT public_key FROM devices JOIN used ON used.device = devices.id WHERE revoked_at IS NULL`,
    [hashSecret(challenge), device],
  )
  if (key === undefined) return null
  const text = challengeText(origin, device, challenge)
  if (!isSignedBy(key.public_key, text, Buffer.from(signature, 'base64url'))) return null
  const token = newSecret(32)
  const [stored] = await select(
    database,
    Expiry,
    `INSERT INTO access_tokens (token_hash, device, expires_at)
     VALUES ($1, $2, now() + make_interval(mins => $3)) RETURNING expires_at`,
    [hashSecret(token), device, tokenMinutes],
  )
  await database.query('UPDATE devices SET seen_at = now() WHERE id = $1', [device])
  return stored === undefined ? null : { token, expiresAt: stored.expires_at }
}

/** Ends the access of a device for good. A token of it that is still cached works for 2 s at most. */
export async function leave(database: Queryable, { id }: Pick<Device, 'id'>): Promise<void> {
  await database.query('SELECT leave_device($1)', [id])
}

const Bearer = z.object({ id: z.string(), name: z.string(), connection: z.string(), expires_at: z.date() })

export interface Gate {
  /** Returns the device of a token that is valid now, checked with the database at least every 2 s. */
  readonly deviceOf: (token: string) => Promise<Device | null>
  /** Asks the database again about every token. */
  readonly forget: () => void
}

export function createGate(database: Queryable): Gate {
  const cache = new Map<string, { readonly device: Device; readonly checkedAt: number }>()
  return {
    deviceOf: async (token) => {
      const hash = hashSecret(token)
      const key = hash.toString('hex')
      const now = Date.now()
      const cached = cache.get(key)
      if (cached !== undefined && now - cached.checkedAt < checkMs && now < cached.device.expiresAt)
        return cached.device
      cache.delete(key)
      const [row] = await select(
        database,
        Bearer,
        `SELECT d.id, d.name, d.connection, t.expires_at FROM access_tokens t JOIN devices d ON d.id = t.device
         WHERE t.token_hash = $1 AND t.expires_at > now() AND d.revoked_at IS NULL`,
        [hash],
      )
      if (row === undefined) return null
      const { id, name, connection, expires_at } = row
      const device = { id, name, connection, expiresAt: expires_at.getTime() }
      if (cache.size >= maxCached) cache.clear()
      cache.set(key, { device, checkedAt: now })
      return device
    },
    forget: () => cache.clear(),
  }
}
