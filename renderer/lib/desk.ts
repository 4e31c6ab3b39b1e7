/**
 * The only typed client of the bridge. Nothing else in the window touches `window.desk`.
 *
 * Invariants: every promise settles, because each operation has a time limit. Every answer is parsed by the contract's
 * schema before it is returned. Every failure is a {@link DeskError}.
 */
import * as z from 'zod'
import {
  contract,
  events,
  type AnyNamespace,
  type EventName,
  type Events,
  type InputOf,
  type Namespace,
  type OperationName,
  type OperationSpec,
  type OutputOf,
} from '#shared/contract.ts'
import { DeskError, DeskErrorData } from '#shared/errors.ts'

/**
 * The interface that the host provides: each operation resolves to an envelope, and each listener receives the bare
 * payload.
 */
interface RawDesk {
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
  readonly [N in Namespace]: {
    readonly [O in OperationName<N>]: (...input: Arguments<InputOf<N, O>>) => Promise<OutputOf<N, O>>
  }
}

const Envelope = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: DeskErrorData }),
])

function withTimeout<T>(answer: Promise<T>, operation: string, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectWithTimeout = (): void =>
      reject(
        new DeskError('bridge_timeout', `${operation} was not answered in time`, {
          operation,
          seconds: milliseconds / 1000,
        }),
      )
    const timer = setTimeout(rejectWithTimeout, milliseconds)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function open<Value extends z.ZodType>(answer: unknown, value: Value, operation: string): z.output<Value> {
  const envelope = Envelope.safeParse(answer)
  if (!envelope.success)
    throw new DeskError('invalid_output', `${operation} answered without an envelope`, { operation })
  if (!envelope.data.ok) throw DeskError.fromData(envelope.data.error)
  const parsed = value.safeParse(envelope.data.value)
  if (!parsed.success) throw new DeskError('invalid_output', `${operation} answered in a wrong shape`, { operation })
  return parsed.data
}

function createCall<Input extends z.ZodType, Output extends z.ZodType>(
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

type Call = (...input: readonly never[]) => Promise<unknown>

/**
 * Creates one function for each operation of the contract. The compiler can't follow names through `Object.entries`, so
 * the first signature states them, and a test compares them.
 */
function clientOf(operations: typeof contract): Desk
function clientOf(
  operations: Readonly<Record<string, AnyNamespace>>,
): Readonly<Record<string, Readonly<Record<string, Call>>>> {
  const namespaces = Object.entries(operations).map(([namespace, specs]) => {
    const calls = Object.entries(specs).map(([name, spec]) => [name, createCall(spec, namespace, name)] as const)
    return [namespace, Object.fromEntries(calls)] as const
  })
  return Object.fromEntries(namespaces)
}

export const desk: Desk = clientOf(contract)

const payloads: { readonly [E in EventName]: z.ZodType<Events[E]> } = events

/** Calls `listener` with each pushed payload that matches its schema. Returns a function that stops this. */
export function onDeskEvent<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void {
  const stop = window.desk?.on(event, (payload) => {
    const parsed = payloads[event].safeParse(payload)
    if (parsed.success) listener(parsed.data)
  })
  return stop ?? ((): void => undefined)
}
