/**
 * The mail server: its settings in `work.db`, its secret in the keychain together with a hash of the server that it was
 * entered for.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import type { KeychainState } from '#shared/model/connection.ts'
import { MailServer, type MailChange, type MailSettings } from '#shared/model/mail.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Keychain } from '../keychain/index.ts'

export interface MailAccess {
  readonly server: MailServer
  readonly secret: string
  /** PEM of additional certificate authorities, where they are in no file. */
  readonly ca?: string | undefined
}

export interface Mail {
  readonly view: () => Promise<MailSettings>
  /**
   * Throws `secret_missing` for another server or user without its secret, and `keychain_unavailable` if the keychain
   * fails.
   */
  readonly change: (change: MailChange) => Promise<void>
  /** Resolves to null if no server is set. Throws `secret_missing`. */
  readonly access: () => Promise<MailAccess | null>
}

export interface MailOptions {
  readonly keychain: Keychain
  /** Asks a person before another server or sender is stored. */
  readonly approvals: Pick<Approvals, 'mailServer'>
  readonly read: () => unknown
  readonly write: (value: MailServer | null) => void
}

const account = 'mail'
const StoredSecret = z.object({ secret: z.string(), place: z.string() })

/**
 * Identifies server, user and certificate authorities: a secret is only sent to the server for which it was entered.
 */
const serverHash = ({ host, port, user, caFile }: MailServer): string =>
  createHash('sha256')
    .update(JSON.stringify([host, port, user, ...(caFile === null ? [] : [caFile])]))
    .digest('hex')
    .slice(0, 32)

export function createMail({ keychain, approvals, read, write }: MailOptions): Mail {
  const server = (): MailServer | null => MailServer.safeParse(read()).data ?? null

  const secretOf = async (target: MailServer): Promise<string | null> => {
    const text = await keychain.get(account)
    const storedSecret = text === null ? undefined : StoredSecret.safeParse(asJson(text)).data
    return storedSecret?.place === serverHash(target) ? storedSecret.secret : null
  }

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
      if (change === null) {
        await keychain.remove(account)
        write(null)
        return
      }
      const { secret, ...next } = change
      if (secret === undefined && (await secretOf(next)) === null)
        throw new DeskError('secret_missing', 'Another server or user needs its secret')
      await approvals.mailServer(next, server())
      if (secret !== undefined) await keychain.set(account, JSON.stringify({ secret, place: serverHash(next) }))
      write(next)
    },
    async access() {
      const stored = server()
      if (stored === null) return null
      const secret = await secretOf(stored)
      if (secret === null) throw new DeskError('secret_missing', 'The secret of the mail server is not in the keychain')
      return { server: stored, secret }
    },
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
