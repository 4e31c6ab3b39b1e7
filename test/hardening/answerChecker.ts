/** Checks every result of the bridge, and whether a person approved what the service executed. */
import { z } from 'zod'
import { contract, type OperationSpec } from '#shared/contract.ts'
import { DeskErrorData } from '#shared/errors.ts'
import { OperationPreview } from '#shared/model/operation/operation.ts'
import type { PlannedCall } from '../support/contractCalls.ts'
import type { LedgerRow } from '../support/control.ts'

/** Error codes of the bridge before an operation begins. */
const refusalsBeforeStart: ReadonlySet<string> = new Set(['invalid_input', 'unknown_operation', 'too_large'])

/** Error codes that indicate a fault of the desk itself, whatever the window sent. */
const deskErrors: ReadonlySet<string> = new Set(['unexpected', 'invalid_output', 'bridge_timeout', 'forbidden_sender'])

const Envelope = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: DeskErrorData }),
])
const Operation = z.object({ id: z.string() })
const Rules = z.object({ askAbove: z.string() })

export interface CheckResult {
  /** The problems as sentences, each with its call. */
  readonly problems: readonly string[]
  /** The number of results by `ok` or error code. */
  readonly counts: Readonly<Record<string, number>>
  /** The operations that have started at least once. */
  readonly reached: ReadonlySet<string>
}

export interface AnswerChecker {
  /** Checks the result of a call. */
  readonly checkAnswer: (call: PlannedCall, text: string, answered: string) => void
  /** Counts a person's approval of an operation that moves money. */
  readonly moneyApproved: () => void
  /** Checks what the service executed, and returns all results. */
  readonly end: (executed: readonly LedgerRow[]) => CheckResult
}

const specs = new Map<string, OperationSpec>(
  Object.entries(contract).flatMap(([namespace, operations]) =>
    Object.entries(operations).map(([name, spec]) => [`${namespace}.${name}`, spec] as const),
  ),
)

/** Returns the operation that `text` calls, or null if it is not a call. The last one of two equal keys counts. */
function calledOperation(text: string): string | null {
  try {
    const { op } = z.object({ op: z.string() }).parse(JSON.parse(text))
    return op
  } catch {
    return null
  }
}

/** @param learn receives the operation and its result */
export function createAnswerChecker(learn: (op: string, value: unknown) => void): AnswerChecker {
  const problems: string[] = []
  const counts: Record<string, number> = {}
  const reached = new Set<string>()
  const approved = new Set<string>()
  const began = performance.now()
  let moneyApprovals = 0
  /** The highest amount that any rule has allowed without a question. */
  let askAbove = 50

  const checkAnswer = ({ kind, op: planned }: PlannedCall, text: string, answered: string): void => {
    const problem = (what: string): void =>
      void problems.push(`${what}: ${kind} ${text.slice(0, 500)} → ${answered.slice(0, 300)}`)
    const envelope = Envelope.safeParse(parsed(answered))
    if (!envelope.success) return problem('not an answer of the contract')
    if (!envelope.data.ok) {
      const { code, details } = envelope.data.error
      counts[code] = (counts[code] ?? 0) + 1
      if (deskErrors.has(code)) problem(`answered ${code}`)
      if (kind === 'valid' && !refusalsBeforeStart.has(code)) reached.add(planned)
      if (typeof details['operation'] === 'string') approved.add(details['operation'])
      return
    }
    counts['ok'] = (counts['ok'] ?? 0) + 1
    const op = kind === 'not JSON' ? null : calledOperation(text)
    const { value } = envelope.data
    if (op === null) return kind === 'not JSON' ? undefined : problem('a text that is no call was carried out')
    const output = specs.get(op)?.output.safeParse(value)
    if (output?.success !== true) return problem('not the output of the contract')
    reached.add(op)
    // A preview of an impossible operation cannot be run.
    if (op !== 'operations.preview' || OperationPreview.parse(value).possible) learn(op, value)
    if (op === 'operations.run') approved.add(Operation.parse(value).id)
    if (op === 'operations.setRules') askAbove = Math.max(askAbove, Number(Rules.parse(value).askAbove))
  }

  const checkExecuted = (executed: readonly LedgerRow[]): void => {
    for (const row of executed) {
      if (row.idempotencyKey === null || !approved.has(row.idempotencyKey))
        problems.push(`executed without an approved operation: ${JSON.stringify(row)}`)
    }
    const large = executed.filter(({ credits }) => Math.abs(credits) > askAbove)
    if (large.length > moneyApprovals)
      problems.push(
        `${String(large.length)} operations above ${String(askAbove)} USD after ${String(moneyApprovals)} approvals`,
      )
    const minutes = Math.ceil((performance.now() - began) / 60_000)
    const maxExecuted = 5 * (minutes + 1) + 5 * moneyApprovals
    if (executed.length > maxExecuted)
      problems.push(
        `${String(executed.length)} operations in ${String(minutes)} minutes after ${String(moneyApprovals)} approvals`,
      )
  }

  return {
    checkAnswer,
    moneyApproved: () => void (moneyApprovals += 1),
    end(executed) {
      checkExecuted(executed)
      return { problems, counts, reached }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
