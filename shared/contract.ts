/**
 * The only list of the bridge's operations (their inputs and outputs) and of the events that the main process pushes.
 * Nothing else crosses the bridge. Inputs are strict: an unknown key is refused. The names are fixed, because programs
 * outside use them.
 */
import * as z from 'zod'
import { LinkHost } from './model/activationCode.ts'
import { questionTimeout } from './model/approval.ts'
import {
  ConnectionProfile,
  ConnectionTest,
  CurrentConnection,
  PathSegment,
  ServiceAddress,
} from './model/connection.ts'
import { PageSize } from './model/documents.ts'
import { BulkEntry, CopyKind, InstallationSheet, maxSheets, WhichEsim } from './model/installation.ts'
import { JournalState } from './model/journalState.ts'
import { MailAddress, MailProblem, MailRequest, MailRow, MailState } from './model/mail.ts'
import {
  OperationDetail,
  OperationFilter,
  OperationOrder,
  OperationPreview,
  OperationRow,
  OperationTotals,
  RefundReason,
} from './model/operation.ts'
import { resolutions } from './model/operationStates.ts'
import { BuyingRules, OperationTarget } from './model/purchase.ts'
import { ProxySetting } from './model/proxy.ts'
import { Settings, SettingsChange } from './model/settings.ts'
import { SyncStatus } from './model/sync.ts'
import { SimulatorAct, SimulatorState } from './model/simulator.ts'
import { UpdateState } from './model/updates.ts'
import { CountryRow, CustomerRow, CustomerView, DeviceRow, Instant, InventoryRow, Unreadable } from './model/views.ts'
import { SheetLanguage } from './sheet/language.ts'
import { CountrySetId, CustomerUid } from './wire/ids.ts'

export interface OperationSpec<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input
  readonly output: Output
  /** Milliseconds after which the window stops waiting and fails with `bridge_timeout`. */
  readonly timeout: number
}

export type AnyNamespace = Readonly<Record<string, OperationSpec>>

const second = 1000
/**
 * The longest sequence of requests: a token, the request, a new token if that one was refused, and the request again,
 * with up to 60 seconds each.
 */
const longestTimeout = 260 * second
const operation = <Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
  timeout = 30 * second,
): OperationSpec<Input, Output> => ({ input, output, timeout })

/** The time limit of an operation that may ask a person first: the work begins after their answer. */
const afterQuestion = (timeout: number): number => questionTimeout + timeout

/** No input: `undefined`, `null` or an empty object. */
const nothing = z.union([z.undefined(), z.null(), z.strictObject({})])
const done = z.null()
const id = z.strictObject({ id: z.string().min(1).max(100) })
const secretText = z.string().min(1).max(2000)

/**
 * The eSIMs whose sheets are printed, in this order. The main process reads each from the service and draws it itself.
 */
const sheetsInput = { esims: z.array(WhichEsim).min(1).max(maxSheets), language: SheetLanguage }

/** The name of a file, without folders and without its extension. */
const FileName = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,99}$/u)

export const ConnectionInput = z.strictObject({
  name: z.string().trim().min(1).max(100),
  address: ServiceAddress,
  segment: PathSegment,
  caFile: z.string().trim().max(1000).nullable().optional(),
  /** `null` for the proxy of the system. */
  proxy: ProxySetting.nullable().optional(),
  /** `null` for the default host. */
  linkHost: LinkHost.nullable().optional(),
  proxyUser: secretText.regex(/^[^:]*$/).optional(),
  proxyPassword: secretText.optional(),
  clientId: secretText,
  clientSecret: secretText,
})
export type ConnectionInput = z.infer<typeof ConnectionInput>

/**
 * `edited` is the stored connection that is being changed. While the trial leads to the same place, its stored secrets
 * replace those that weren't typed.
 */
export const ConnectionTrial = ConnectionInput.partial({ clientId: true, clientSecret: true })
  .omit({ name: true })
  .extend({ name: z.string().max(100).optional(), edited: z.string().min(1).max(100).optional() })
export type ConnectionTrial = z.infer<typeof ConnectionTrial>

export const ConnectionChange = ConnectionInput.partial().extend({ id: z.string().min(1).max(100) })
export type ConnectionChange = z.infer<typeof ConnectionChange>

export const contract = {
  connections: {
    list: operation(nothing, z.array(ConnectionProfile)),
    add: operation(ConnectionInput, ConnectionProfile, afterQuestion(60 * second)),
    /** Changing the address, the segment, the CA file or the proxy requires the secret again. */
    update: operation(ConnectionChange, ConnectionProfile, afterQuestion(60 * second)),
    /** Authenticates and reads the inventory with what was typed or with a stored profile. Stores nothing. */
    test: operation(z.union([ConnectionTrial, id]), ConnectionTest, afterQuestion(90 * second)),
    open: operation(id, CurrentConnection, 90 * second),
    close: operation(nothing, done),
    /** Removes the profile with its secret and its local directory. */
    remove: operation(id, done),
    /**
     * `service` adds what the service offers; the service is asked if that is not known. `again` asks it in any case.
     */
    current: operation(
      z.union([nothing, z.strictObject({ service: z.enum(['known', 'again']).optional() })]),
      CurrentConnection.nullable(),
      90 * second,
    ),
    startSandbox: operation(
      z.union([nothing, z.strictObject({ customers: z.number().int().min(0).max(1_000_000).optional() })]),
      CurrentConnection,
      60 * second,
    ),
  },
  inventory: {
    list: operation(
      z.union([nothing, z.strictObject({ refresh: z.boolean().optional() })]),
      z.strictObject({ rows: z.array(InventoryRow), unreadable: z.array(Unreadable), fetchedAt: Instant }),
      60 * second,
    ),
    countries: operation(
      z.strictObject({ countrySet: CountrySetId }),
      z.strictObject({ countries: z.array(CountryRow), source: z.enum(['service', 'inventory']) }),
      60 * second,
    ),
    devices: operation(nothing, z.strictObject({ rows: z.array(DeviceRow), fetchedAt: Instant }), 60 * second),
  },
  customers: {
    search: operation(
      z.strictObject({
        query: z.string().max(2000),
        limit: z.number().int().min(1).max(500),
        cursor: z.string().max(500).optional(),
      }),
      z.strictObject({
        rows: z.array(CustomerRow),
        cursor: z.string().optional(),
        /**
         * `service`: the rows are not in the synced list, and the service was asked. `both`: some rows come from each.
         */
        source: z.enum(['directory', 'service', 'both']),
        /** The only customer whom a whole identifier names, to be opened at once. */
        exact: CustomerUid.nullable(),
        /** The code of the failure, if the service should have been asked too and could not be. */
        serviceProblem: z.string().nullable(),
        /**
         * The service's present time with this answer. The phases in the rows depend on it, and times are counted from
         * it.
         */
        asOf: Instant,
      }),
      60 * second,
    ),
    get: operation(
      z.strictObject({
        uid: CustomerUid,
        /** `directory`: the local copy at once, if there is one. */
        from: z.enum(['service', 'directory']).optional(),
      }),
      CustomerView,
      60 * second,
    ),
    list: operation(
      z.strictObject({ limit: z.number().int().min(1).max(500), cursor: z.string().max(500).optional() }),
      /** `asOf` has the same meaning as in a search. */
      z.strictObject({
        rows: z.array(CustomerRow),
        cursor: z.string().optional(),
        total: z.number().int(),
        asOf: Instant,
      }),
    ),
    sync: operation(nothing, SyncStatus),
    status: operation(nothing, SyncStatus),
    /** Deletes the local directory. The next sync creates it again. */
    wipe: operation(nothing, done),
  },
  operations: {
    preview: operation(OperationTarget, OperationPreview, 60 * second),
    run: operation(
      z.strictObject({
        previewId: z.string().min(1).max(100),
        refundReason: RefundReason.optional(),
        ticket: z.string().trim().max(100).optional(),
        note: z.string().trim().max(2000).optional(),
      }),
      OperationRow,
      afterQuestion(longestTimeout),
    ),
    list: operation(
      z.union([
        nothing,
        OperationFilter.extend({
          order: OperationOrder.optional(),
          limit: z.number().int().min(1).max(500).optional(),
          cursor: z.string().max(500).optional(),
        }),
      ]),
      z.strictObject({ rows: z.array(OperationRow), cursor: z.string().optional(), total: z.number().int() }),
    ),
    get: operation(id, OperationDetail),
    /** One read of the service, which may end as UNKNOWN. It sends nothing that changes anything. */
    check: operation(id, OperationRow, longestTimeout),
    /** Records how an operation that is UNKNOWN or NEEDS_HUMAN ended, and how the person knows it. */
    resolve: operation(
      z.strictObject({
        id: z.string().min(1).max(100),
        outcome: z.enum(resolutions),
        reason: z.string().trim().min(3).max(1000),
      }),
      OperationRow,
    ),
    totals: operation(nothing, OperationTotals),
    /** Exports the rows of a filter as a table for a spreadsheet. `path` is `null` if the person chose none. */
    exportCsv: operation(
      z.strictObject({ name: FileName, filter: OperationFilter }),
      z.strictObject({ path: z.string().nullable(), rows: z.number().int() }),
      300 * second,
    ),
    /** The buying rules of the open connection. A change is journaled. */
    rules: operation(nothing, BuyingRules),
    setRules: operation(BuyingRules, BuyingRules, afterQuestion(30 * second)),
    /** Whether the journal and `work.db` are those that this desk wrote last, and what is missing if they aren't. */
    journal: operation(nothing, JournalState),
    /**
     * A person has read what is missing and continues without it. This is journaled. `id` is that of the state that was
     * shown.
     */
    acknowledge: operation(
      z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
      JournalState,
      afterQuestion(30 * second),
    ),
  },
  installation: {
    /** Reads the code of one eSIM from the service. The desk does not store it. */
    sheet: operation(WhichEsim, InstallationSheet, afterQuestion(60 * second)),
    /** Resolves when the system's print dialog closes. */
    print: operation(z.strictObject(sheetsInput), done, 300 * second),
    /** Saves the sheets as a file. `path` is `null` if the person chose none. */
    savePdf: operation(
      z.strictObject({ ...sheetsInput, pageSize: PageSize, name: FileName }),
      z.strictObject({ path: z.string().nullable() }),
      300 * second,
    ),
    copy: operation(
      WhichEsim.extend({ what: CopyKind, language: SheetLanguage.optional() }),
      done,
      afterQuestion(60 * second),
    ),
    /**
     * Sends a mail with the PDF of the eSIM's present sheet. It resolves with any outcome, and fails if nothing was
     * sent.
     */
    email: operation(MailRequest, MailRow, 2 * questionTimeout + longestTimeout),
    /** The mails to one customer or to all, newest first. */
    mails: operation(
      z.union([
        nothing,
        z.strictObject({
          customerUid: CustomerUid.optional(),
          limit: z.number().int().min(1).max(200).optional(),
          cursor: z.string().max(100).optional(),
        }),
      ]),
      z.strictObject({ rows: z.array(MailRow), cursor: z.string().optional(), total: z.number().int() }),
    ),
    /** Saves QR pictures of eSIMs that the window has read, with a table, as one ZIP. */
    bulk: operation(
      z.strictObject({ name: FileName, entries: z.array(BulkEntry).min(1).max(maxSheets) }),
      z.strictObject({ path: z.string().nullable() }),
      300 * second,
    ),
    /** Sends a test mail without any customer data. */
    testMail: operation(
      z.strictObject({ to: MailAddress }),
      z.strictObject({ state: MailState, problem: MailProblem.nullable() }),
      afterQuestion(150 * second),
    ),
  },
  settings: {
    get: operation(nothing, Settings),
    set: operation(SettingsChange, Settings, afterQuestion(30 * second)),
  },
  /** These are refused unless the open connection is the sandbox that this desk started. */
  sandbox: {
    state: operation(z.union([nothing, z.strictObject({ customerUid: CustomerUid.optional() })]), SimulatorState),
    /** Resolves to the state after the action, with the customer that the action names. */
    act: operation(SimulatorAct, SimulatorState),
  },
  /**
   * Updates of the program. Each operation resolves to the state after it. One that does not fit the state changes
   * nothing.
   */
  updates: {
    state: operation(nothing, UpdateState),
    check: operation(nothing, UpdateState, 120 * second),
    /** Starts the download. Its progress and its end are pushed. */
    download: operation(nothing, UpdateState),
    /** `now` installs the update and starts the new version, unless operations are in flight or unresolved. */
    install: operation(z.strictObject({ when: z.enum(['now', 'onClose']) }), UpdateState, 300 * second),
    /** Postpones the update: it cancels a download and withdraws the choice of installing on close. */
    postpone: operation(nothing, UpdateState),
  },
} as const satisfies Readonly<Record<string, AnyNamespace>>

export const events = {
  'sync.progress': SyncStatus,
  'customer.changed': z.strictObject({ uid: CustomerUid }),
  'operation.changed': OperationRow,
  'journal.changed': JournalState,
  'mail.changed': MailRow,
  'connection.changed': CurrentConnection.nullable(),
  'updates.changed': UpdateState,
  notice: z.strictObject({
    code: z.string(),
    level: z.enum(['info', 'warning', 'error']),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
} as const satisfies Readonly<Record<string, z.ZodType>>

export type Contract = typeof contract
export type Namespace = keyof Contract
export type OperationName<N extends Namespace> = keyof Contract[N] & string
export type InputOf<N extends Namespace, O extends OperationName<N>> =
  Contract[N][O] extends OperationSpec<infer I> ? z.input<I> : never
/** What a handler receives: the parsed input. */
export type ParsedInputOf<N extends Namespace, O extends OperationName<N>> =
  Contract[N][O] extends OperationSpec<infer I> ? z.output<I> : never
export type OutputOf<N extends Namespace, O extends OperationName<N>> =
  Contract[N][O] extends OperationSpec<z.ZodType, infer Out> ? z.output<Out> : never

/**
 * What the main process implements: one function for each operation. `Call` is passed to each of them, such as an abort
 * signal.
 */
export type Handlers<Call> = {
  readonly [N in Namespace]: {
    readonly [O in OperationName<N>]: (input: ParsedInputOf<N, O>, call: Call) => Promise<OutputOf<N, O>>
  }
}
export type EventName = keyof typeof events
export type Events = { readonly [E in EventName]: z.output<(typeof events)[E]> }
export type Emit = <E extends EventName>(event: E, payload: Events[E]) => void
