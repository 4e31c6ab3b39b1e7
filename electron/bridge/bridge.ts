/**
 * The only way from the window into the main process.
 *
 * A call is checked in this order: its sender (the main frame of the exact origin), its length, its JSON, the operation
 * (an own property of the contract) and the operation's strict input schema. Then the handler runs with a time limit,
 * its value is checked against the output schema, and whatever was thrown is encoded. `answer` always resolves to one
 * JSON string. Nothing of the input is quoted back or logged.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { contract, type OperationSpec } from '#shared/contract.ts'
import { asDeskError, DeskError } from '#shared/errors.ts'
import { z } from 'zod'
import type { Call, Handlers } from './handlers.ts'
import type { RawCall } from '../host/host.ts'
import type { Log } from '../log/index.ts'

interface BridgeOptions {
  /** A promise while the modules are still being built: calls of a window that loads early wait for it. */
  readonly handlers: Handlers | Promise<Handlers>
  /** The exact origin of the window. */
  readonly origin: string
  readonly log: Pick<Log, 'error' | 'warn' | 'debug'>
}

interface Bridge {
  readonly answer: (call: RawCall) => Promise<string>
  /** Aborts the calls that are running and refuses later ones. */
  readonly close: () => void
}

/** Maximum size of a request's text, in bytes of UTF-8. */
export const maxRequestBytes = 1024 * 1024

/** Milliseconds: checking an output longer than this counts as slow. */
const slowCheckMs = 20

const Request = z.strictObject({ op: z.string().max(100), input: z.unknown().optional() })

type Handler = (input: unknown, call: Call) => Promise<unknown>

export function createBridge({ handlers, origin, log }: BridgeOptions): Bridge {
  const closing = new AbortController()

  const run = async (call: RawCall): Promise<unknown> => {
    checkSender(call, origin)
    checkLength(call.text)
    const { op, input } = parseRequest(call.text)
    const [namespace, name] = op.split('.', 2)
    const spec = findSpec(namespace, name, op)
    const parsedInput = parseInput(spec, input)
    const handler = findHandler(await handlers, namespace, name)
    const value = await withTimeLimit(spec.timeout, closing.signal, (signal) => handler(parsedInput, { signal }))
    const before = performance.now()
    const output = spec.output.safeParse(value)
    // A value that was slow to check is slow to encode, so the event loop gets a turn in between.
    if (performance.now() - before > slowCheckMs) await nextTurn()
    if (output.success) return output.data
    log.error('An answer does not fit the contract', { op, path: issuePath(output.error) })
    throw new DeskError('invalid_output', 'The answer does not fit the contract', { path: issuePath(output.error) })
  }

  return {
    async answer(call) {
      const begin = performance.now()
      try {
        const text = JSON.stringify({ ok: true, value: await run(call) })
        log.debug('Answered', { ms: Math.round(performance.now() - begin), bytes: text.length })
        return text
      } catch (thrown) {
        const error = asDeskError(thrown)
        if (error.code === 'unexpected') log.error('A call failed unexpectedly', { thrown })
        else log.warn('A call was refused or failed', { error })
        return JSON.stringify({ ok: false, error: error.toData() })
      }
    },
    close() {
      closing.abort(new DeskError('aborted', 'The desk is closing'))
    },
  }
}

function checkSender({ isMainFrame, origin }: RawCall, expected: string): void {
  // An empty expectation would match the empty origin of a frame that has none.
  if (!isMainFrame || expected === '' || origin !== expected)
    throw new DeskError('forbidden_sender', 'Only the main frame of the desk may call')
}

function checkLength(text: string): void {
  if (typeof text !== 'string') throw new DeskError('invalid_input', 'A call is one JSON string', { path: '' })
  if (text.length > maxRequestBytes || Buffer.byteLength(text) > maxRequestBytes)
    throw new DeskError('too_large', 'A call is at most 1 MB', { limit: maxRequestBytes })
}

function parseRequest(text: string): z.infer<typeof Request> {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw new DeskError('invalid_input', 'The call is not JSON', { path: '' })
  }
  const request = Request.safeParse(data)
  if (!request.success)
    throw new DeskError('invalid_input', 'The call is not { op, input }', { path: issuePath(request.error) })
  return request.data
}

/** Reads an own property only, so that `constructor` or `__proto__` finds nothing. */
function own(holder: unknown, name: string | undefined): unknown {
  if (typeof holder !== 'object' || holder === null || name === undefined || !Object.hasOwn(holder, name))
    return undefined
  return Object.getOwnPropertyDescriptor(holder, name)?.value
}

function isSpec(value: unknown): value is OperationSpec {
  return typeof value === 'object' && value !== null && 'input' in value && 'output' in value && 'timeout' in value
}

function findSpec(namespace: string | undefined, name: string | undefined, op: string): OperationSpec {
  const spec = own(own(contract, namespace), name)
  if (!isSpec(spec) || op !== `${namespace ?? ''}.${name ?? ''}`)
    throw new DeskError('unknown_operation', 'The desk has no such operation')
  return spec
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function'
}

function findHandler(handlers: Handlers, namespace: string | undefined, name: string | undefined): Handler {
  const namespaceHandlers = own(handlers, namespace)
  const handler = own(namespaceHandlers, name)
  if (!isHandler(handler)) throw new DeskError('unknown_operation', 'Nothing answers this operation')
  return handler.bind(namespaceHandlers)
}

function parseInput(spec: OperationSpec, input: unknown): unknown {
  const parsed = spec.input.safeParse(input)
  if (parsed.success) return parsed.data
  throw new DeskError('invalid_input', 'The input does not fit the operation', { path: issuePath(parsed.error) })
}

/**
 * Runs `work` with a signal of its own. When the time is over it is aborted, and its caller gets an error even if the
 * work ignores the signal. No listener of the call stays on `closing`, which lives as long as the desk: such a listener
 * would keep the answer of every call in memory.
 *
 * @param limit milliseconds
 * @throws DeskError `bridge_timeout` when the time is over, or the reason of `closing` when that is aborted first
 */
export async function withTimeLimit<T>(
  limit: number,
  closing: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  closing.throwIfAborted()
  const ended = new AbortController()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const giveUp = (reason: unknown): void => {
    ended.abort(reason)
    reject(reason instanceof Error ? reason : new DeskError('aborted', 'The call was aborted'))
  }
  const onClosing = (): void => giveUp(closing.reason)
  closing.addEventListener('abort', onClosing, { once: true })
  const timer = setTimeout(
    () => giveUp(new DeskError('bridge_timeout', 'The operation took too long', { seconds: Math.round(limit / 1000) })),
    limit,
  )
  try {
    return await Promise.race([work(ended.signal), aborted])
  } finally {
    clearTimeout(timer)
    closing.removeEventListener('abort', onClosing)
  }
}

type Issue = z.core.$ZodIssue

/** The path of the first issue, such as `rows.3.uid`. It holds names of fields, never values. */
function issuePath(error: z.ZodError): string {
  const [first] = error.issues
  return first === undefined ? '' : deepestPath(first).map(String).join('.').slice(0, 200)
}

/** A union reports an issue for each branch. The branch with the longest path is the one that fits the value best. */
function deepestPath(issue: Issue): PropertyKey[] {
  if (issue.code !== 'invalid_union') return issue.path
  const inner = issue.errors.flatMap((branch) => branch.slice(0, 1).map(deepestPath))
  const longest = inner.reduce<PropertyKey[]>((best, path) => (path.length > best.length ? path : best), [])
  return [...issue.path, ...longest]
}
