/**
 * The addresses that the service posts to, in memory: they are few, and a webhook must find its own while the database
 * is away. The spool remembers them for a start without a database.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { AnswerMode } from '#shared/wire/relay.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import { select, type Queryable } from '../database/database.ts'
import { codeOf, type Log } from '../log.ts'
import { hashSecret } from '../secrets.ts'
import type { Spool } from './spool.ts'

const Address = z.object({
  hash: z.string(),
  connection: z.string(),
  kind: WebhookKind,
  enabled: z.boolean(),
  mode: AnswerMode,
  forward_to: z.string().nullable(),
  /** Whether it was ended: it takes nothing more, and senders get an answer that shows it. */
  ended: z.boolean().default(false),
})
export type Address = z.infer<typeof Address>

const refreshMs = 2000
/** An unknown token may be that of an address that was just made. Guesses make no more look-ups than this. */
const missMs = 200

export interface Addresses {
  readonly find: (token: string) => Promise<Address | null>
  /** Reads them again, once a read that is under way has ended. */
  readonly refreshAgain: () => Promise<void>
  readonly close: () => void
}

export function createAddresses(database: Queryable, spool: Spool, log: Log): Addresses {
  let known = new Map<string, Address>()
  let refreshedAt = 0
  let refreshing: Promise<void> | null = null
  const stop = new AbortController()

  const adopt = (list: readonly Address[]): void => void (known = new Map(list.map((entry) => [entry.hash, entry])))
  const remembered = spool.recall('addresses')
  if (remembered !== null) adopt(z.array(Address).parse(JSON.parse(remembered)))

  const load = async (): Promise<void> => {
    const list = await select(
      database,
      Address,
      `SELECT encode(a.token_hash, 'hex') AS hash, a.connection, a.kind, k.enabled, k.mode, k.forward_to,
         a.revoked_at IS NOT NULL AS ended
       FROM addresses a JOIN kinds k USING (connection, kind) ORDER BY hash`,
    )
    adopt(list)
    refreshedAt = Date.now()
    const text = JSON.stringify(list)
    if (text !== spool.recall('addresses')) spool.remember('addresses', text)
  }
  const refresh = (): Promise<void> => (refreshing ??= load().finally(() => (refreshing = null)))
  const refreshOrLog = (): Promise<void> =>
    refresh().catch((error: unknown) => log.warn('addresses_not_refreshed', { code: codeOf(error) }))

  let missed: Promise<void> | null = null
  /** All tokens that are missing now wait for one look-up, at the earliest that time after the last one. */
  const refreshForMiss = (): Promise<void> =>
    (missed ??= sleep(Math.max(0, refreshedAt + missMs - Date.now()))
      .then(refreshOrLog)
      .finally(() => (missed = null)))

  void (async () => {
    while (!stop.signal.aborted) {
      await refreshOrLog()
      await sleep(refreshMs, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  })()
  return {
    find: async (token) => {
      const hash = hashSecret(token).toString('hex')
      const found = known.get(hash)
      if (found !== undefined) return found
      await refreshForMiss()
      return known.get(hash) ?? null
    },
    refreshAgain: async () => {
      await refreshing?.catch(() => undefined)
      await refreshOrLog()
    },
    close: () => stop.abort(),
  }
}
