/**
 * The agent's settings: theme and limit in a small file; name, documents and mail in the encrypted `work.db`, because
 * they are personal.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import type { Emit } from '#shared/contract.ts'
import { defaultDocuments, DocumentSettings } from '#shared/model/documents.ts'
import type { MailServer } from '#shared/model/mail.ts'
import { CustomerLimit, defaultCustomerLimit, Theme, type Settings as SettingsView } from '#shared/model/settings.ts'
import type { Approvals } from '../approvals/index.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { Clock } from '../base/clock.ts'
import { createJsonFile } from '../storage/index.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Db } from '../storage/index.ts'
import { createMail, type MailAccess } from './mail.ts'

export interface SettingsOptions {
  /** `settings.json` in the profile folder. */
  readonly file: string
  readonly work: Db
  readonly keychain: Keychain
  readonly approvals: Pick<Approvals, 'mailServer'>
  readonly clock: Clock
  readonly osUser: string
  readonly version: string
  readonly host: SettingsView['host']
  /** Emits a notice for a settings file that could not be read and was moved to quarantine. */
  readonly emit?: Emit
  /** Called with the theme each time it was chosen and stored. */
  readonly onTheme?: (theme: Theme) => void
}

export interface Settings {
  readonly handlers: HandlersOf<'settings'>
  /** Throws `storage_unreadable` if the file cannot be opened, or was written by a newer version of the desk. */
  readonly checkFile: () => Promise<void>
  /** The agent, for the journal: the OS user's name and the name that the agent chose. */
  readonly agent: () => { readonly osUser: string; readonly agentName: string }
  readonly documents: () => DocumentSettings
  /** The maximum number of customers in the local directory. */
  readonly customerLimit: () => Promise<number>
  /** The mail server with its secret, or null if none is set. Throws `secret_missing`. */
  readonly mail: () => Promise<MailAccess | null>
}

const Content = z.object({
  version: z.literal(1),
  theme: Theme,
  customerLimit: CustomerLimit.default(defaultCustomerLimit),
})
/** Earlier versions stored settings here that now belong to a connection. */
const StoredDocuments = DocumentSettings.partial().strip()
const Row = z.object({ value: z.string() })
const nameRow = 'agentName'
const documentsRow = 'documents'
const mailRow = 'mail'

export function createSettings({
  file,
  work,
  keychain,
  approvals,
  clock,
  osUser,
  version,
  host,
  emit,
  onTheme,
}: SettingsOptions): Settings {
  const json = createJsonFile({
    file,
    version: 1,
    schema: Content,
    empty: { version: 1, theme: 'system', customerLimit: defaultCustomerLimit },
    now: clock.now,
  })
  work.exec('create table if not exists settings (name text primary key, value text not null) strict, without rowid')
  const find = work.prepare('select value from settings where name = ?')
  const put = work.prepare(
    'insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
  )
  const drop = work.prepare('delete from settings where name = ?')

  /** Returns the chosen name, or the OS user's name by default. */
  const agentName = (): string => Row.safeParse(find.get(nameRow)).data?.value ?? osUser
  /** A part that cannot be read falls back to its default. */
  const documents = (): DocumentSettings => {
    const storedDocuments = StoredDocuments.safeParse(asJson(Row.safeParse(find.get(documentsRow)).data?.value))
    return DocumentSettings.parse({ ...defaultDocuments, ...storedDocuments.data })
  }
  const mail = createMail({
    keychain,
    approvals,
    read: () => asJson(Row.safeParse(find.get(mailRow)).data?.value),
    write: (server: MailServer | null) =>
      void (server === null ? drop.run(mailRow) : put.run(mailRow, JSON.stringify(server))),
  })
  const readContent = async (): Promise<z.infer<typeof Content>> => {
    const { content, movedTo } = await json.read()
    if (movedTo !== null)
      emit?.('notice', { code: 'file_moved_aside', level: 'warning', details: { file: basename(movedTo) } })
    return content
  }
  let lastChange: Promise<unknown> = Promise.resolve()
  /** Applies changes one after another, so that none overwrites another one. */
  const writeChange = (theme: Theme | undefined, customerLimit: number | undefined): Promise<void> => {
    const change = lastChange.then(async () => {
      const before = await readContent()
      await json.write({
        ...before,
        theme: theme ?? before.theme,
        customerLimit: customerLimit ?? before.customerLimit,
      })
    })
    lastChange = change.catch(() => undefined)
    return change
  }
  const view = async (): Promise<SettingsView> => {
    const { theme, customerLimit } = await readContent()
    return {
      theme,
      customerLimit,
      agentName: agentName(),
      osUser,
      keychain: await keychain.state(),
      version,
      host,
      documents: documents(),
      mail: await mail.view(),
    }
  }

  return {
    handlers: {
      get: view,
      async set({ theme, customerLimit, agentName: name, documents: changed, mail: server }) {
        if (server !== undefined) await mail.change(server)
        if (theme !== undefined || customerLimit !== undefined) await writeChange(theme, customerLimit)
        if (theme !== undefined) onTheme?.(theme)
        if (name === '') drop.run(nameRow)
        else if (name !== undefined) put.run(nameRow, name)
        if (changed !== undefined) put.run(documentsRow, JSON.stringify(changed))
        return view()
      },
    },
    checkFile: async () => void (await readContent()),
    customerLimit: async () => (await readContent()).customerLimit,
    agent: () => ({ osUser, agentName: agentName() }),
    documents,
    mail: mail.access,
  }
}

/**
 * Reads the stored theme, for what is shown before the desk is built. A file that cannot be read counts as "system"
 * here; the settings themselves report it and move it to quarantine.
 */
export async function storedTheme(file: string): Promise<Theme> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return Content.safeParse(asJson(text)).data?.theme ?? 'system'
}

function asJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}
