/** The personal settings: the agent's name, documents and mail server, in the encrypted `work.db`. */
import { z } from 'zod'
import { defaultDocuments, DocumentSettings } from '#shared/model/documents.ts'
import type { MailServer } from '#shared/model/mail.ts'
import { LastSale, noLastSale, OpenCustomers } from '#shared/model/settings.ts'
import type { Db } from '../storage/index.ts'
import { asJson } from './asJson.ts'

/** Earlier versions stored settings here that now belong to a connection. */
const StoredDocuments = DocumentSettings.partial().strip()
const Row = z.object({ value: z.string() })
const nameRow = 'agentName'
const documentsRow = 'documents'
const mailRow = 'mail'
const lastSaleRow = 'lastSale'
const openCustomersRow = 'openCustomers'
/** The connections that were used last. Those of removed ones disappear with time. */
const maxConnections = 5

interface PersonalSettings {
  /** The name that the agent chose, or null. */
  readonly agentName: () => string | null
  /** An empty name deletes the chosen one. */
  readonly setAgentName: (name: string) => void
  /** A part that cannot be read falls back to its default. */
  readonly documents: () => DocumentSettings
  readonly setDocuments: (documents: DocumentSettings) => void
  readonly lastSale: () => LastSale
  readonly setLastSale: (sale: LastSale) => void
  /** One entry for each connection, the one that was changed last first. */
  readonly openCustomers: () => OpenCustomers[]
  readonly setOpenCustomers: (open: OpenCustomers) => void
  readonly readMail: () => unknown
  readonly writeMail: (server: MailServer | null) => void
}

export function createPersonalSettings(work: Db): PersonalSettings {
  work.exec('create table if not exists settings (name text primary key, value text not null) strict, without rowid')
  const find = work.prepare('select value from settings where name = ?')
  const put = work.prepare(
    'insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
  )
  const drop = work.prepare('delete from settings where name = ?')
  const read = (name: string): string | undefined => Row.safeParse(find.get(name)).data?.value
  const write = (name: string, value: unknown): void => void put.run(name, JSON.stringify(value))

  const openCustomers = (): OpenCustomers[] =>
    z.array(OpenCustomers).safeParse(asJson(read(openCustomersRow))).data ?? []

  return {
    agentName: () => read(nameRow) ?? null,
    setAgentName: (name) => void (name === '' ? drop.run(nameRow) : put.run(nameRow, name)),
    documents() {
      const stored = StoredDocuments.safeParse(asJson(read(documentsRow)))
      return DocumentSettings.parse({ ...defaultDocuments, ...stored.data })
    },
    setDocuments: (documents) => write(documentsRow, documents),
    lastSale: () => LastSale.safeParse(asJson(read(lastSaleRow))).data ?? noLastSale,
    setLastSale: (sale) => write(lastSaleRow, sale),
    openCustomers,
    setOpenCustomers(open) {
      const others = openCustomers().filter(({ connectionId }) => connectionId !== open.connectionId)
      write(openCustomersRow, [...(open.uids.length > 0 ? [open] : []), ...others].slice(0, maxConnections))
    },
    readMail: () => asJson(read(mailRow)),
    writeMail: (server) => (server === null ? void drop.run(mailRow) : write(mailRow, server)),
  }
}
