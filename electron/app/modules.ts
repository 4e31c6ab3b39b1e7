/**
 * Composition root: builds every module once, by hand, in the order of their dependencies.
 */
import { basename } from 'node:path'
import type { Emit } from '#shared/contract.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { Handlers } from '../bridge/index.ts'
import type { Connections } from '../connections/index.ts'
import { createCustomers, type Customers, type CustomersOptions } from '../customers/index.ts'
import {
  createDocuments,
  createMailer,
  createMailRun,
  createOutbox,
  type Documents,
  type MailRun,
  type Outbox,
} from '../documents/index.ts'
import { createEvents, type Events } from '../events/index.ts'
import { createInventory } from '../inventory/index.ts'
import { createNotes, type Notes } from '../notes/index.ts'
import { createNotifications } from '../notifications/index.ts'
import { createOperations, type Operations, outsideMarkStores } from '../operations/index.ts'
import { createSalesHistory } from '../salesHistory/index.ts'
import {
  createResellersApp,
  createSimulator,
  forgeDelivery,
  type ResellersApp,
  setReceivers,
} from '../simulator/index.ts'
import { createUpdates } from '../updates/index.ts'
import { type Closable, type Closing, closingOf } from './closeModules.ts'
import { guardConnections, guardMail } from './debugPort.ts'
import type { BuildOptions, DeskOptions } from './deskOptions.ts'
import { stateFolder } from './profilePath.ts'
import { sandboxMail } from './sandboxMail.ts'
import { buildFoundation, type Foundation } from './foundation.ts'
import { directoryProgram } from './startup/earlyDirectory.ts'
import { recoverInterrupted } from './startup/recoverInterrupted.ts'

export interface Modules extends Closing {
  readonly connections: Connections
  /** Whether the last desk on this profile folder was killed or crashed. */
  readonly endedUncleanly: boolean
  readonly handlers: Handlers
  readonly flag: (iso2: string) => Promise<Uint8Array | null>
  readonly onResume: () => void
  readonly moneyInFlight: () => Promise<void> | null
}

interface Start extends Pick<CustomersOptions, 'started'> {
  readonly serve: (request: Request) => Promise<Response>
}

interface Built extends Closable {
  readonly foundation: Foundation
  readonly notes: Notes
  readonly mailSettings: ReturnType<typeof guardMail>
  readonly app: ResellersApp
}

export async function buildModules(options: BuildOptions, toWindow: Emit, { serve, started }: Start): Promise<Modules> {
  const { host, flags, entry } = options
  const built = await buildFoundation(options, toWindow)
  const { clock, log, storage, settings, connections, language } = built
  const { mutedAlerts } = settings
  const emit = createNotifications({ notify: host.notify, language: language.shown, mutedAlerts, emit: toWindow })
  const foundation = { ...built, emit }
  const inventory = createInventory({ connections, clock, log })
  const notes = createNotes({ connections, storage, agent: settings.agent, emit, clock })
  const operations = buildOperations(foundation, {
    inventoryItems: inventory.items,
    onFresh: (customer, askedAt) => customers.storeFresh(customer, askedAt),
    onSold: (...sale) => customers.noteSale(...sale),
    saveFile: host.saveFile,
  })
  const { ownRefunds } = operations
  const salesHistory = createSalesHistory({ connections, clock, ownRefunds, saveFile: host.saveFile })
  const customers = buildCustomers(foundation, { inventory, operations, notes, host, entry, started })

  const outbox = createOutbox(storage.journal, storage.work, clock)
  const updates = createUpdates({
    open: () => host.openUpdates(log),
    version: packageJson.version,
    unresolvedOperations: operations.unresolved,
    emit,
    log,
    clock,
  })
  void started.then(updates.start)
  recoverInterrupted([operations.recover, outbox.recover], emit, log)
  const mailSettings = flags.debugPort === null ? settings : guardMail(settings)
  const documents = buildDocuments(foundation, outbox, mailSettings, {
    host,
    serve,
    esimEvents: (iccid) => events.esimEvents(iccid),
    inventoryItems: inventory.items,
    countrySetOf: operations.countrySetOf,
    sold: customers.soldEsim,
  })
  const app = createResellersApp()
  const events = buildEvents(foundation, { operations, customers, notes, documents, app, started })
  const modules = {
    foundation,
    inventory,
    salesHistory,
    notes,
    operations,
    customers,
    updates,
    mailSettings,
    documents,
    app,
    events,
  }
  return {
    connections,
    endedUncleanly: foundation.mark.endedUncleanly,
    handlers: handlersOf(modules, options),
    flag: inventory.flag,
    onResume: () => [connections, operations, events, updates].forEach((module) => module.onResume()),
    moneyInFlight: operations.inFlight,
    ...closingOf(modules),
  }
}

function buildCustomers(
  { connections, storage, settings, approvals, clock, emit, log }: Foundation,
  {
    inventory,
    operations,
    notes,
    host,
    entry,
    started,
  }: Pick<Built, 'operations' | 'notes'> &
    Pick<BuildOptions, 'host' | 'entry'> &
    Pick<Start, 'started'> & { readonly inventory: ReturnType<typeof createInventory> },
): Customers {
  return createCustomers({
    connections,
    storage,
    inventoryItems: inventory.items,
    lockedItems: operations.lockedItems,
    unconfirmedCustomers: operations.unresolvedCustomers,
    saveFile: host.saveFile,
    countrySetOf: operations.countrySetOf,
    buyersOf: operations.buyersOf,
    onRead: operations.onCustomerRead,
    approvals,
    beginCorrection: notes.beginCorrection,
    clock,
    emit,
    log,
    workerUrl: directoryProgram(entry),
    maxCustomers: settings.customerLimit,
    agentName: () => settings.agent().agentName,
    onListDropped: settings.forgetOpenCustomers,
    started,
  })
}

/** Returns the name of a damaged file in quarantine, or null. */
const quarantinedName = (quarantined: readonly string[], file: string): string | null =>
  quarantined.map((path) => basename(path)).find((name) => name.startsWith(`${file}.`)) ?? null

function buildOperations(
  { connections, approvals, storage, settings, keychain, clock, emit, log }: Foundation,
  others: Pick<Parameters<typeof createOperations>[0], 'inventoryItems' | 'onFresh' | 'onSold' | 'saveFile'>,
): Operations {
  return createOperations({
    connections,
    approvals,
    journal: storage.journal,
    work: storage.work,
    workStorage: storage.workLocation,
    markStores: [
      { name: 'profiles.json', ...connections.journalMark },
      ...outsideMarkStores(keychain, stateFolder(process.platform, process.env)),
    ],
    quarantined: {
      journal: quarantinedName(storage.quarantined, 'journal.db'),
      work: quarantinedName(storage.quarantined, 'work.db'),
    },
    connectionNames: connections.names,
    agent() {
      const { osUser, agentName } = settings.agent()
      return { osUser, displayName: agentName }
    },
    clock,
    emit,
    log,
    ...others,
  })
}

/** Those of a sandbox are gone with it. */
function reportLeftMails(mailRun: Pick<MailRun, 'left'>, emit: Emit): void {
  const count = mailRun.left().length
  if (count > 0) emit('notice', { code: 'mails_left', level: 'info', details: { count } })
}

function buildDocuments(
  { connections, approvals, storage, settings, clock, emit, log }: Foundation,
  outbox: Outbox,
  mailSettings: Built['mailSettings'],
  {
    host,
    serve,
    ...sources
  }: Pick<DeskOptions, 'host'> &
    Pick<Start, 'serve'> &
    Pick<Parameters<typeof createDocuments>[0], 'esimEvents' | 'inventoryItems' | 'countrySetOf' | 'sold'>,
): Documents {
  const mailRun = createMailRun(storage.journal, clock)
  reportLeftMails(mailRun, emit)
  const mailer = createMailer({
    outbox,
    approvals,
    mail: mailSettings.mail,
    mailOfConnection: () => sandboxMail(connections),
    agent: settings.agent,
    onChange: (mail) => emit('mail.changed', mail),
    clock,
    log,
  })
  return createDocuments({
    connections,
    approvals,
    host,
    printer: {
      print: (job, signals) => host.print({ serve, job: JSON.stringify(job) }, signals),
      renderPdf: (job, pageSize, signal) => host.renderPdf({ serve, job: JSON.stringify(job), pageSize }, signal),
    },
    documents: settings.documents,
    outbox,
    mailRun,
    mailer,
    clock,
    emit,
    ...sources,
  })
}

function buildEvents(
  { approvals, connections, storage, clock, emit, log }: Foundation,
  {
    operations,
    customers,
    notes,
    documents,
    app,
    started,
  }: Pick<Built, 'operations' | 'customers' | 'notes' | 'documents' | 'app'> & Pick<Start, 'started'>,
): Events {
  /** These calls have their own time limits; nothing aborts them. */
  const neverAborted = { signal: new AbortController().signal }
  return createEvents({
    approvals,
    connections,
    storage,
    targets: { ...customers, ...operations },
    timelineSources: {
      operations: (input) => operations.handlers.list(input, neverAborted),
      iccidsOf: operations.iccidsOf,
      notes: notes.list,
      differences: customers.differences,
      mails: (filter) => documents.handlers.mails(filter, neverAborted),
    },
    async announce(addresses, signal) {
      const sandbox = connections.controlPlane()
      if (sandbox !== null) await setReceivers(sandbox, { addresses }, signal)
    },
    async forge(kind, body, signal) {
      const sandbox = connections.controlPlane()
      if (sandbox !== null) await forgeDelivery(sandbox, { kind, body }, signal)
    },
    app,
    clock,
    emit,
    log,
    started,
  })
}

function handlersOf(
  {
    foundation: { connections },
    inventory,
    salesHistory,
    notes,
    customers,
    operations,
    updates,
    documents,
    mailSettings,
    app,
    events,
  }: Built,
  { flags, host }: Pick<DeskOptions, 'flags' | 'host'>,
): Handlers {
  return {
    connections: flags.debugPort === null ? connections.handlers : guardConnections(connections.handlers),
    inventory: inventory.handlers,
    salesHistory: salesHistory.handlers,
    notes: notes.handlers,
    customers: customers.handlers,
    operations: updates.guard(operations.handlers),
    events: events.handlers,
    installation: documents.handlers,
    letters: documents.letters,
    settings: mailSettings.handlers,
    sandbox: createSimulator({ currentSandbox: connections.controlPlane, app, saveFile: host.saveFile }).handlers,
    updates: updates.handlers,
  }
}
