/**
 * The money part of the desk on a service: the real client and real journal files, without a window. It runs inside a
 * test and, for the tests that kill it, in a separate Node process.
 */
import type { z } from 'zod'
import type { Emit } from '#shared/contract.ts'
import { OperationRow, type OperationState } from '#shared/model/operation/operation.ts'
import { OperationTarget, type ItemOperationKind } from '#shared/model/operation/purchase.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { Approvals } from '../../electron/approvals/index.ts'
import { systemClock, type Clock } from '../../electron/base/clock.ts'
import type { OpenConnection } from '../../electron/connections/index.ts'
import type { Keychain } from '../../electron/keychain/index.ts'
import type { Timer } from '../../electron/base/timer.ts'
import { createOperations, type Operations } from '../../electron/operations/index.ts'
import { createServiceClient, type ServiceClient } from '../../electron/service/index.ts'
import { openStorage, type Storage } from '../../electron/storage/index.ts'
import { approveAll } from '../support/approvals.ts'

export interface Address {
  readonly baseUrl: string
  readonly segment: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface MoneyDeskOptions {
  readonly info: Address
  readonly folder: string
  readonly identity?: string
  readonly connection?: 'service' | 'sandbox'
  /** The clock of the operations; the system clock by default. */
  readonly clock?: Clock
  /** The clock of the client; the system clock by default. */
  readonly clientClock?: Clock
  /** Wraps the real client, for example to end the process at a certain call. It must not answer in its place. */
  readonly around?: (client: ServiceClient) => ServiceClient
  readonly newId?: () => string
  /** Called with every notified row. */
  readonly onRow?: (row: OperationRow) => void
  /** Called with every notification before its row is parsed, because parsing takes time. */
  readonly onNotification?: () => void
  /** Without a timer, no check runs automatically. */
  readonly timer?: Timer
  /** What a person answers to questions; yes by default. */
  readonly approvals?: Partial<Approvals>
}

/** The target of an operation on an item, as it crosses the bridge. */
export interface ItemTargetInput {
  readonly kind: ItemOperationKind
  readonly customerUid: string
  readonly itemUid: string
}

/** The target of any operation, as it crosses the bridge. */
export type TargetInput = z.input<typeof OperationTarget>

export interface MoneyDesk {
  readonly operations: Operations
  readonly storage: Storage
  readonly client: ServiceClient
  readonly rows: readonly OperationRow[]
  readonly fresh: readonly WireCustomerEntry[]
  /** The open connection. */
  readonly current: () => OpenConnection
  readonly logged: readonly string[]
  /** The saved files, by name. */
  readonly files: ReadonlyMap<string, string>
  /** Closes the connection and opens it again, which starts the checks of its unresolved operations. */
  readonly reopen: () => void
  /** Parses the target as the bridge does, and previews the operation. */
  readonly preview: (target: ItemTargetInput | TargetInput) => ReturnType<Operations['handlers']['preview']>
  /** Previews an operation and runs it at once. */
  readonly submit: (target: ItemTargetInput | TargetInput) => Promise<OperationRow>
  readonly run: (previewId: string) => Promise<OperationRow>
  readonly check: (id: string) => Promise<OperationRow>
  readonly list: () => Promise<readonly OperationRow[]>
  /** Returns the newest 500 operations, in one state if it is given. */
  readonly listMany: (state?: OperationState) => Promise<readonly OperationRow[]>
  /** The operations that the window was notified of as unresolved, by id. */
  readonly unresolved: ReadonlyMap<string, OperationRow>
  /** Resolves with the next notification of an operation. */
  readonly nextNotification: () => Promise<void>
  readonly close: () => Promise<void>
}

export const noKeychain: Keychain = {
  state: () => Promise.resolve('session'),
  get: () => Promise.resolve(null),
  set: () => Promise.resolve('session'),
  remove: () => Promise.resolve(),
}

export const call = { signal: new AbortController().signal }

function connectionOf(
  info: Address,
  { identity = 'identity-1', connection = 'service' }: MoneyDeskOptions,
  client: ServiceClient,
  signal: AbortSignal,
): OpenConnection {
  const profile = {
    id: 'c1',
    name: 'Test service',
    kind: connection,
    address: info.baseUrl,
    segment: info.segment,
    caFile: null,
    proxy: null,
    linkHost: null,
    secret: 'session',
    createdAt: '2026-01-01T00:00:00.000Z',
    lastOpenedAt: null,
  } as const
  return { profile, identity, client, signal }
}

export async function openMoneyDesk(options: MoneyDeskOptions): Promise<MoneyDesk> {
  const { info, clock = systemClock } = options
  const logged: string[] = []
  const line = (message: string, facts: object = {}): void => void logged.push(`${message} ${JSON.stringify(facts)}`)
  const log = { error: line, warn: line, info: line, debug: line, hide: () => () => undefined }
  const storage = await openStorage({ folder: options.folder, keychain: noKeychain, clock, log })
  const credentials = { clientId: info.clientId, clientSecret: info.clientSecret }
  const real = createServiceClient({
    address: info.baseUrl,
    segment: info.segment,
    credentials: () => Promise.resolve(credentials),
    clock: options.clientClock ?? systemClock,
    log,
  })
  const client = {
    ...(options.around?.(real) ?? real),
    /** Time that passes for the desk passes for its service, too. */
    reportedTime: () => {
      const reported = real.reportedTime()
      return reported === null ? null : reported + clock.monotonic() - systemClock.monotonic()
    },
  }
  let connectionClosed = new AbortController()
  let open = connectionOf(info, options, client, connectionClosed.signal)
  const rows: OperationRow[] = []
  const waiting: (() => void)[] = []
  const unresolved = new Map<string, OperationRow>()
  const files = new Map<string, string>()
  let notifyOpened: (of: OpenConnection) => unknown = () => undefined
  const fresh: WireCustomerEntry[] = []
  const emit: Emit = (event, payload) => {
    if (event !== 'operation.changed') return
    options.onNotification?.()
    const row = OperationRow.parse(payload)
    rows.push(row)
    if (row.state === 'UNKNOWN' || row.state === 'NEEDS_HUMAN') unresolved.set(row.id, row)
    else unresolved.delete(row.id)
    waiting.splice(0).forEach((resolve) => {
      resolve()
    })
    options.onRow?.(row)
  }
  const operations = createOperations({
    approvals: { ...approveAll, ...options.approvals },
    connections: {
      current: () => open,
      require: () => open,
      onChange: (listener) => {
        notifyOpened = listener
        return () => undefined
      },
    },
    journal: storage.journal,
    work: storage.work,
    inventoryItems: async () => (await client.inventory()).items,
    agent: () => ({ osUser: 'desk', displayName: 'Ann Agent' }),
    clock,
    emit,
    log,
    onFresh: (entry) => fresh.push(entry),
    saveFile: ({ suggestedName, data }) => {
      files.set(suggestedName, Buffer.from(data).toString('utf8'))
      return Promise.resolve(suggestedName)
    },
    timer: options.timer ?? (() => () => undefined),
    ...(options.newId === undefined ? {} : { newId: options.newId }),
  })
  const { handlers } = operations
  const recentSales = new Map<string, string>()
  const preview = (target: ItemTargetInput | TargetInput) =>
    handlers.preview(OperationTarget.parse(target), call).then((shown) => {
      const sale = shown.purchase?.recentSale ?? null
      if (sale !== null) recentSales.set(shown.previewId, sale.id)
      return shown
    })
  /** Acknowledges the recent sale that the preview has shown. */
  const run = (previewId: string): Promise<OperationRow> => {
    const repeats = recentSales.get(previewId)
    return handlers.run({ previewId, refundReason: 'not_needed', ...(repeats !== undefined && { repeats }) }, call)
  }
  return {
    operations,
    storage,
    client,
    rows,
    fresh,
    current: () => open,
    logged,
    files,
    reopen: () => {
      const before = connectionClosed
      connectionClosed = new AbortController()
      before.abort()
      open = connectionOf(info, options, client, connectionClosed.signal)
      notifyOpened(open)
    },
    preview,
    run,
    submit: async (target) => run((await preview(target)).previewId),
    check: (id) => handlers.check({ id }, call),
    list: async () => (await handlers.list(undefined, call)).rows,
    listMany: async (state) => (await handlers.list({ limit: 500, state }, call)).rows,
    unresolved,
    nextNotification: () => new Promise((resolve) => waiting.push(resolve)),
    close: async () => {
      await operations.close()
      await real.close()
      storage.close()
    },
  }
}

export interface MovableClock extends Clock {
  /** Advances both clocks and runs the timers that are due, in their order. */
  readonly pass: (milliseconds: number) => void
  /** Changes the wall clock only. */
  readonly jump: (milliseconds: number) => void
  readonly timer: Timer
}

interface Due {
  readonly at: number
  readonly act: () => void
}

export function movableClock(): MovableClock {
  let passed = 0
  let jumped = 0
  const waiting = new Set<Due>()
  const monotonic = (): number => performance.now() + passed
  return {
    now: () => Date.now() + passed + jumped,
    monotonic,
    pass: (milliseconds) => {
      passed += Math.ceil(milliseconds) // wall clocks count whole milliseconds
      const due = [...waiting].filter(({ at }) => at <= monotonic()).toSorted((one, other) => one.at - other.at)
      for (const one of due) {
        waiting.delete(one)
        one.act()
      }
    },
    jump: (milliseconds) => {
      jumped += milliseconds
    },
    timer: (milliseconds, act) => {
      const one: Due = { at: monotonic() + milliseconds, act }
      waiting.add(one)
      return () => {
        waiting.delete(one)
      }
    },
  }
}

/** Milliseconds that time passes beyond a due check, so that checks that are close to each other run together. */
const batchMargin = 500

/** Waits until no check is running. */
async function waitForChecks(desk: MoneyDesk): Promise<void> {
  while ([...desk.unresolved.values()].some(({ checking }) => checking)) await desk.nextNotification()
}

/** Lets time pass from check to check and waits for each of them. */
export async function passTime(desk: MoneyDesk, clock: MovableClock, milliseconds: number): Promise<void> {
  const until = clock.monotonic() + milliseconds
  for (;;) {
    await waitForChecks(desk)
    const due = [...desk.unresolved.values()].flatMap(({ nextCheck }) =>
      nextCheck === null ? [] : [Date.parse(nextCheck)],
    )
    const next = Math.max(0, Math.min(...due) - clock.now()) + batchMargin
    const connectionClosed = until - clock.monotonic()
    clock.pass(Math.max(0, Math.min(next, connectionClosed)))
    if (next >= connectionClosed) return waitForChecks(desk)
  }
}
