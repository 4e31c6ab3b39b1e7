/**
 * The only list of the bridge's operations (their inputs and outputs) and of the events that the main process pushes.
 * Nothing else crosses the bridge. Inputs are strict: an unknown key is refused. The names are fixed, because programs
 * outside use them.
 */
import * as z from 'zod'
import { connections } from './contract/connections.ts'
import { customers } from './contract/customers.ts'
import { events as eventOperations } from './contract/events.ts'
import { installation } from './contract/installation.ts'
import { inventory } from './contract/inventory.ts'
import { letters } from './contract/letters.ts'
import { notes } from './contract/notes.ts'
import { operations } from './contract/operations.ts'
import { salesHistory } from './contract/salesHistory.ts'
import { sandbox } from './contract/sandbox.ts'
import { settings } from './contract/settings.ts'
import { updates } from './contract/updates.ts'
import type { AnyNamespace, OperationSpec } from './contract/operation.ts'
import { CurrentConnection } from './model/connection.ts'
import { AlertKind, EventRow } from './model/customer/events.ts'
import { JournalState } from './model/operation/journalState.ts'
import { MailRow } from './model/mail.ts'
import { OperationRow } from './model/operation/operation.ts'
import { SyncStatus } from './model/customer/sync.ts'
import { UpdateState } from './model/updates.ts'
import { CustomerUid } from './wire/ids.ts'

export { ConnectionChange, ConnectionInput, ConnectionTrial } from './contract/connections.ts'
export type { AnyNamespace, OperationSpec }

export const contract = {
  connections,
  inventory,
  customers,
  operations,
  salesHistory,
  notes,
  events: eventOperations,
  installation,
  letters,
  settings,
  sandbox,
  updates,
} as const satisfies Readonly<Record<string, AnyNamespace>>

export const events = {
  'sync.progress': SyncStatus,
  'customer.changed': z.strictObject({ uid: CustomerUid }),
  'operation.changed': OperationRow,
  'journal.changed': JournalState,
  'mail.changed': MailRow,
  /** How many of its sheets the file that is being created has. */
  'file.progress': z.strictObject({ done: z.number().int(), total: z.number().int() }),
  'notes.changed': z.strictObject({ customerUid: CustomerUid }),
  'connection.changed': CurrentConnection.nullable(),
  'events.changed': z.strictObject({
    /**
     * Events that were received or began to alert since the last push, oldest first; with `reload` only some of those
     * that alert.
     */
    arrived: z.array(EventRow),
    /** Events of before that have changed. */
    updated: z.array(EventRow),
    /** There are more changes than this push has: what is shown has to be loaded again. */
    reload: z.boolean(),
    /** How many of the events that were received cause each alert. */
    alerts: z.partialRecord(AlertKind, z.number().int()),
    unread: z.number().int(),
  }),
  'updates.changed': UpdateState,
  /**
   * The desk starts and waits for the system's keychain; nothing is answered before. With `asks` the system asks a
   * person whether the desk may read it.
   */
  'keychain.waiting': z.strictObject({ asks: z.boolean() }),
  /** The person has chosen a page outside the window, such as by clicking a notification. */
  'page.requested': z.strictObject({ page: z.enum(['events', 'operations']) }),
  notice: z.strictObject({
    code: z.string(),
    level: z.enum(['info', 'warning', 'error']),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
} as const satisfies Readonly<Record<string, z.ZodType>>

type Contract = typeof contract
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
