/**
 * The agent's settings: name, documents and mail in the encrypted `work.db`, because they are personal, and the others
 * in a small file.
 */
import type { Emit } from '#shared/contract.ts'
import { decimalSignOf } from '#shared/model/decimalSign.ts'
import type { DocumentSettings } from '#shared/model/documents.ts'
import type { AlertKind } from '#shared/model/customer/events.ts'
import type { OpenCustomers, Settings as SettingsView, Theme } from '#shared/model/settings.ts'
import type { Approvals } from '../approvals/index.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { Clock } from '../base/clock.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Db } from '../storage/index.ts'
import { createSettingsFile } from './file.ts'
import type { Language } from './language.ts'
import type { RequestToken } from './accessTokens.ts'
import { createMail, type MailAccess } from './mail.ts'
import { createPersonalSettings } from './personal.ts'

interface SettingsOptions {
  /** `settings.json` in the profile folder. */
  readonly file: string
  readonly work: Db
  readonly keychain: Keychain
  readonly approvals: Pick<Approvals, 'mailServer'>
  readonly clock: Clock
  readonly osUser: string
  readonly version: string
  readonly host: SettingsView['host']
  readonly language: Pick<Language, 'ofSystem' | 'choose'>
  /** Emits a notice for a settings file that could not be read and was moved to quarantine. */
  readonly emit?: Emit
  /** Whether uids of this connection's customers may be stored. By default they may. */
  readonly mayStoreCustomers?: (connectionId: string) => Promise<boolean>
  /** Requests an access token for the mail server. */
  readonly requestMailToken: RequestToken
  /** Called with the theme each time it was chosen and stored. */
  readonly onTheme?: (theme: Theme) => void
}

export interface Settings {
  readonly handlers: HandlersOf<'settings'>
  /**
   * Applies the stored language. Throws `storage_unreadable` if the file cannot be opened, or was written by a newer
   * version of the desk.
   */
  readonly checkFile: () => Promise<void>
  /** The agent, for the journal: the OS user's name and the name that the agent chose. */
  readonly agent: () => { readonly osUser: string; readonly agentName: string }
  readonly documents: () => DocumentSettings
  /** The maximum number of customers in the local directory. */
  readonly customerLimit: () => Promise<number>
  readonly mutedAlerts: () => Promise<readonly AlertKind[]>
  /** Removes the uids of the customers who were open with this connection. */
  readonly forgetOpenCustomers: (connectionId: string) => void
  /** The mail server with its secret, or null if none is set. Throws what `Mail.access` throws. */
  readonly mail: () => Promise<MailAccess | null>
}

export function createSettings(options: SettingsOptions): Settings {
  const { keychain, approvals, osUser, version, host, language, onTheme, mayStoreCustomers } = options
  const file = createSettingsFile(options.file, options.clock.now, options.emit)
  const personal = createPersonalSettings(options.work)
  /** How often the open customers of a connection were forgotten. */
  const forgotten = new Map<string, number>()
  const mail = createMail({
    keychain,
    approvals,
    read: personal.readMail,
    write: personal.writeMail,
    requestToken: options.requestMailToken,
    clock: options.clock,
  })
  /** Returns the chosen name, or the OS user's name by default. */
  const agentName = (): string => personal.agentName() ?? osUser

  /** The rule of the connection may change while it is read: what was forgotten meanwhile stays forgotten. */
  async function setOpenCustomers(open: OpenCustomers): Promise<void> {
    const before = forgotten.get(open.connectionId)
    if ((await mayStoreCustomers?.(open.connectionId)) === false) return
    if (forgotten.get(open.connectionId) === before) personal.setOpenCustomers(open)
  }

  const view = async (): Promise<SettingsView> => {
    const { theme, language: chosen, customerLimit, mutedAlerts, tour, decimalSign } = await file.read()
    return {
      theme,
      language: chosen,
      systemLanguage: language.ofSystem(),
      customerLimit,
      agentName: agentName(),
      osUser,
      keychain: await keychain.state(),
      version,
      host,
      documents: personal.documents(),
      mail: await mail.view(),
      mutedAlerts,
      lastSale: personal.lastSale(),
      openCustomers: personal.openCustomers(),
      tour,
      decimalSign: decimalSign ?? decimalSignOf(chosen === 'system' ? language.ofSystem() : chosen),
    }
  }

  return {
    handlers: {
      get: view,
      async set({ agentName: name, documents, lastSale, openCustomers, mail: server, ...inFile }) {
        if (server !== undefined) await mail.change(server)
        if (Object.values(inFile).some((value) => value !== undefined)) await file.change(inFile)
        if (inFile.theme !== undefined) onTheme?.(inFile.theme)
        if (inFile.language !== undefined) language.choose(inFile.language)
        if (name !== undefined) personal.setAgentName(name)
        if (documents !== undefined) personal.setDocuments(documents)
        if (lastSale !== undefined) personal.setLastSale(lastSale)
        if (openCustomers !== undefined) await setOpenCustomers(openCustomers)
        return view()
      },
    },
    checkFile: async () => language.choose((await file.read()).language),
    customerLimit: async () => (await file.read()).customerLimit,
    mutedAlerts: async () => (await file.read()).mutedAlerts,
    forgetOpenCustomers(connectionId) {
      forgotten.set(connectionId, (forgotten.get(connectionId) ?? 0) + 1)
      personal.setOpenCustomers({ connectionId, uids: [] })
    },
    agent: () => ({ osUser, agentName: agentName() }),
    documents: personal.documents,
    mail: mail.access,
  }
}
