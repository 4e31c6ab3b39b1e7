/**
 * The one typed client of the bridge. Nothing else in the window touches `window.desk`.
 *
 * Invariants: every promise ends (each operation has its time-out); what comes back is parsed by the contract's schema
 * before anybody sees it; whatever goes wrong is a {@link DeskError}.
 */
import * as z from 'zod'
import { contract, events, type Events, type InputOf, type Namespace, type OperationName, type OperationSpec, type OutputOf } from '#shared/contract.ts'
import type { EventName } from '#shared/contract-names.ts'
import { DeskError, DeskErrorData } from '#shared/errors.ts'

/** What the host puts in place: each operation resolves to an envelope, each listener gets the bare payload. */
export interface RawDesk {
  readonly [namespace: string]: { readonly [operation: string]: (input?: unknown) => Promise<unknown> }
}
type RawOn = (event: string, listener: (payload: unknown) => void) => () => void

declare global {
  interface Window {
    readonly desk?: RawDesk & { readonly on: RawOn }
  }
}

type Arguments<Input> = undefined extends Input ? [input?: Input] : [input: Input]
export type Desk = {
  readonly [N in Namespace]: { readonly [O in OperationName<N>]: (...input: Arguments<InputOf<N, O>>) => Promise<OutputOf<N, O>> }
}

const Envelope = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: DeskErrorData }),
])

function withTimeout<T>(answer: Promise<T>, operation: string, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new DeskError('bridge_timeout', `${operation} was not answered in time`, { operation, seconds: milliseconds / 1000 }))
    const timer = setTimeout(giveUp, milliseconds)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function open<Value extends z.ZodType>(answer: unknown, value: Value, operation: string): z.output<Value> {
  const envelope = Envelope.safeParse(answer)
  if (!envelope.success) throw new DeskError('invalid_output', `${operation} answered without an envelope`, { operation })
  if (!envelope.data.ok) throw DeskError.fromData(envelope.data.error)
  const parsed = value.safeParse(envelope.data.value)
  if (!parsed.success) throw new DeskError('invalid_output', `${operation} answered in a wrong shape`, { operation })
  return parsed.data
}

function ask<Input extends z.ZodType, Output extends z.ZodType>(
  spec: OperationSpec<Input, Output>,
  namespace: string,
  name: string,
): (...input: Arguments<z.input<Input>>) => Promise<z.output<Output>> {
  const operation = `${namespace}.${name}`
  return async (...[input]) => {
    const call = window.desk?.[namespace]?.[name]
    if (call === undefined) throw new DeskError('unknown_operation', `The bridge has no ${operation}`, { operation })
    const answer = await withTimeout(
      call(input).catch((thrown: unknown) => {
        throw new DeskError('unexpected', `The bridge failed at ${operation}`, { operation }, { cause: thrown })
      }),
      operation,
      spec.timeout,
    )
    return open(answer, spec.output, operation)
  }
}

const { connections, inventory, customers, operations, installation, settings, sandbox, updates } = contract

export const desk: Desk = {
  connections: {
    list: ask(connections.list, 'connections', 'list'),
    add: ask(connections.add, 'connections', 'add'),
    update: ask(connections.update, 'connections', 'update'),
    test: ask(connections.test, 'connections', 'test'),
    open: ask(connections.open, 'connections', 'open'),
    close: ask(connections.close, 'connections', 'close'),
    remove: ask(connections.remove, 'connections', 'remove'),
    current: ask(connections.current, 'connections', 'current'),
    startSandbox: ask(connections.startSandbox, 'connections', 'startSandbox'),
  },
  inventory: {
    list: ask(inventory.list, 'inventory', 'list'),
    countries: ask(inventory.countries, 'inventory', 'countries'),
    devices: ask(inventory.devices, 'inventory', 'devices'),
  },
  customers: {
    search: ask(customers.search, 'customers', 'search'),
    get: ask(customers.get, 'customers', 'get'),
    list: ask(customers.list, 'customers', 'list'),
    sync: ask(customers.sync, 'customers', 'sync'),
    status: ask(customers.status, 'customers', 'status'),
    wipe: ask(customers.wipe, 'customers', 'wipe'),
  },
  operations: {
    preview: ask(operations.preview, 'operations', 'preview'),
    run: ask(operations.run, 'operations', 'run'),
    list: ask(operations.list, 'operations', 'list'),
    get: ask(operations.get, 'operations', 'get'),
    check: ask(operations.check, 'operations', 'check'),
    resolve: ask(operations.resolve, 'operations', 'resolve'),
    totals: ask(operations.totals, 'operations', 'totals'),
    exportCsv: ask(operations.exportCsv, 'operations', 'exportCsv'),
    rules: ask(operations.rules, 'operations', 'rules'),
    setRules: ask(operations.setRules, 'operations', 'setRules'),
    journal: ask(operations.journal, 'operations', 'journal'),
    acknowledge: ask(operations.acknowledge, 'operations', 'acknowledge'),
  },
  installation: {
    sheet: ask(installation.sheet, 'installation', 'sheet'),
    print: ask(installation.print, 'installation', 'print'),
    savePdf: ask(installation.savePdf, 'installation', 'savePdf'),
    copy: ask(installation.copy, 'installation', 'copy'),
    email: ask(installation.email, 'installation', 'email'),
    mails: ask(installation.mails, 'installation', 'mails'),
    bulk: ask(installation.bulk, 'installation', 'bulk'),
    testMail: ask(installation.testMail, 'installation', 'testMail'),
  },
  settings: {
    get: ask(settings.get, 'settings', 'get'),
    set: ask(settings.set, 'settings', 'set'),
  },
  sandbox: {
    state: ask(sandbox.state, 'sandbox', 'state'),
    act: ask(sandbox.act, 'sandbox', 'act'),
  },
  updates: {
    state: ask(updates.state, 'updates', 'state'),
    check: ask(updates.check, 'updates', 'check'),
    download: ask(updates.download, 'updates', 'download'),
    install: ask(updates.install, 'updates', 'install'),
    postpone: ask(updates.postpone, 'updates', 'postpone'),
  },
}

const payloads: { readonly [E in EventName]: z.ZodType<Events[E]> } = events

/** Calls `listener` with each pushed payload that has its schema's shape. Returns the way to stop. */
export function onDeskEvent<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void {
  const stop = window.desk?.on(event, (payload) => {
    const parsed = payloads[event].safeParse(payload)
    if (parsed.success) listener(parsed.data)
  })
  return stop ?? ((): void => undefined)
}
