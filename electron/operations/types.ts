/** What the operations room is given, and the shapes that its parts hand each other. */
import type { Emit } from '#shared/contract.ts'
import type { ConfirmedBy, OperationKind, OperationState, RefundReason } from '#shared/model/operation.ts'
import type { Money } from '#shared/model/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { HandlersOf } from '../call.ts'
import type { Clock } from '../clock.ts'
import type { Connections } from '../connections/index.ts'
import type { Log } from '../log/index.ts'
import type { Db } from '../storage/index.ts'

export interface Agent {
  readonly osUser: string
  readonly displayName: string
}

export interface OperationsOptions {
  readonly connections: Pick<Connections, 'current' | 'require'>
  readonly journal: Db
  readonly work: Db
  /** For coverage only: its failure is no obstacle. */
  readonly inventoryItems: () => Promise<readonly WireInventoryItem[]>
  readonly agent: () => Agent
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** A customer as read after an operation on it. */
  readonly onFresh: (entry: WireCustomerEntry) => void
  readonly newId?: () => string
}

export interface Operations {
  readonly handlers: HandlersOf<'operations'>
  /** Items on which nothing can be started on the open connection, because an operation on them is open. */
  readonly lockedItems: () => ReadonlySet<ItemUid>
  /** Once, at start, with the journal held exclusively: INTENT was never sent, SENDING is not known. */
  readonly recover: () => void
  /** Operations whose outcome is being waited for right now. */
  readonly sending: () => number
  /** Refuses new ones and waits for those under way: each ends within the service's total time-out. */
  readonly close: () => Promise<void>
}

/** What is written before the first byte leaves. */
export interface Intent {
  readonly id: string
  readonly kind: OperationKind
  readonly lockKey: string
  readonly connection: string
  readonly connectionName: string
  readonly agent: Agent
  readonly customerUid: CustomerUid
  readonly itemUid: ItemUid | null
  readonly packageName: string | null
  readonly amount: Money | null
  readonly refundReason: RefundReason | null
  readonly ticket: string | null
}

export interface Transition {
  readonly state: OperationState
  readonly cause: string
  readonly confirmedBy?: ConfirmedBy
  readonly reason?: string | null
  readonly retryAfter?: number | null
  readonly detail?: string | null
}
