/**
 * The mail server: its settings in `work.db`, its secret in the keychain together with a hash of the server that it was
 * entered for. A refresh token is such a secret, and the access tokens that it gets stay in memory.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import type { KeychainState } from '#shared/model/connection.ts'
import { MailServer, type MailChange, type MailSettings, type TokenRenewal } from '#shared/model/mail.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Clock } from '../base/clock.ts'
import { createMutex } from '../base/mutex.ts'
import type { Keychain } from '../keychain/index.ts'
import { createAccessTokens, type RequestToken } from './accessTokens.ts'
import { asJson } from './asJson.ts'

export interface MailAccess {
  readonly server: MailServer
  readonly secret: string
  /** PEM of additional certificate authorities, where they are in no file. */
  readonly ca?: string | undefined
  /** Call it if the server refused the secret: an access token, which is then not used again. */
  readonly onRefused?: () => void
}

interface Mail {
  readonly view: () => Promise<MailSettings>
  /**
   * Throws `secret_missing` for another server or user without its secret, and `keychain_unavailable` if the keychain
   * fails.
   */
  readonly change: (change: MailChange) => Promise<void>
  /**
   * Resolves to null if no server is set. Throws `secret_missing`, and `mail_token_refused` or `mail_token_unreachable`
   * if there is no access token.
   */
  readonly access: () => Promise<MailAccess | null>
}

interface MailOptions {
  readonly keychain: Keychain
  /** Asks a person before another server or sender is stored. */
  readonly approvals: Pick<Approvals, 'mailServer'>
  readonly read: () => unknown
  readonly write: (value: MailServer | null) => void
  readonly requestToken: RequestToken
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
}

const account = 'mail'
/** Milliseconds. This is longer than two calls of the keychain while a person is asked to unlock it. */
const maxTurnMs = 300_000
const StoredSecret = z.object({ secret: z.string(), clientSecret: z.string().optional(), place: z.string() })
type StoredSecret = z.infer<typeof StoredSecret>

/**
 * Identifies server, user, certificate authorities and token endpoint: a secret is only sent to where it was entered
 * for.
 */
const serverHash = ({ host, port, user, caFile, renewal }: MailServer): string =>
  createHash('sha256')
    .update(JSON.stringify([host, port, user, ...(caFile === null ? [] : [caFile]), ...(renewal ? [renewal] : [])]))
    .digest('hex')
    .slice(0, 32)

export function createMail({ keychain, approvals, read, write, requestToken, clock }: MailOptions): Mail {
  const tokens = createAccessTokens(clock)
  /** A refresh token that has replaced the entered one, until the keychain has taken it. */
  let latest: StoredSecret | null = null
  /** Changes of the secret, so that none replaces a later one. */
  const inTurn = createMutex(maxTurnMs)
  const server = (): MailServer | null => MailServer.safeParse(read()).data ?? null

  const secretOf = async (target: MailServer): Promise<StoredSecret | null> => {
    const place = serverHash(target)
    if (latest?.place === place) return latest
    const text = await keychain.get(account)
    const storedSecret = text === null ? undefined : StoredSecret.safeParse(asJson(text)).data
    return storedSecret?.place === place ? storedSecret : null
  }
  const store = (secret: StoredSecret): Promise<unknown> => keychain.set(account, JSON.stringify(secret))
  async function storeLatest(): Promise<void> {
    if (latest === null) return
    await store(latest).then(
      () => (latest = null),
      () => undefined,
    )
  }
  const forget = (): void => {
    latest = null
    tokens.forget()
  }

  const accessToken = (server: MailServer, renewal: TokenRenewal, stored: StoredSecret): Promise<string> =>
    tokens.get(stored.place, async () => {
      const { secret: refreshToken, clientSecret } = stored
      const answer = await requestToken({ renewal, refreshToken, clientSecret, caFile: server.caFile })
      await inTurn(async () => {
        // Meanwhile another one may have been entered.
        if (answer.refreshToken === null || (await secretOf(server))?.secret !== refreshToken) return
        latest = { ...stored, secret: answer.refreshToken }
        await storeLatest()
      })
      return answer
    })

  const secretStateOf = async (target: MailServer): Promise<KeychainState> => {
    try {
      return (await secretOf(target)) === null ? 'missing' : await keychain.state()
    } catch {
      return 'unreadable'
    }
  }

  return {
    async view() {
      const stored = server()
      if (stored === null) return null
      return { ...stored, secret: await secretStateOf(stored) }
    },
    async change(change) {
      if (change === null)
        return await inTurn(async () => {
          await keychain.remove(account)
          write(null)
          forget()
        })
      const { secret, clientSecret, ...next } = change
      if (secret === undefined && (clientSecret !== undefined || (await secretOf(next)) === null))
        throw new DeskError('secret_missing', 'Another server or user needs its secret')
      await approvals.mailServer(next, server())
      await inTurn(async () => {
        if (secret !== undefined) {
          await store({ secret, ...(clientSecret !== undefined && { clientSecret }), place: serverHash(next) })
          forget()
        }
        write(next)
      })
    },
    async access() {
      const stored = server()
      if (stored === null) return null
      if (latest !== null) await inTurn(storeLatest)
      const secret = await secretOf(stored)
      if (secret === null) throw new DeskError('secret_missing', 'The secret of the mail server is not in the keychain')
      if (stored.renewal === undefined) return { server: stored, secret: secret.secret }
      const token = await accessToken(stored, stored.renewal, secret)
      return { server: stored, secret: token, onRefused: () => tokens.forget() }
    },
  }
}
