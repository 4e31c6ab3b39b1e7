/** Sends planned calls from the window of a desk on its own sandbox, and reads the sandbox's ledger. */
import { z } from 'zod'
import type { PlannedCall } from '../support/contractCalls.ts'
import { control, type LedgerRow } from '../support/control.ts'
import type { RunningDesk } from '../support/desk.ts'
import { createKnownValues, knownPlaceholder } from '../support/knownValues.ts'
import type { MainProcess } from '../support/mainProcess.ts'
import { type Answer, type OpenQuestion, whileAnswering } from '../support/questions.ts'
import { sendFromPage } from './fuzzerPage.ts'
import { createAnswerChecker, type CheckResult } from './answerChecker.ts'

/**
 * Calls of one group are sent together. Calls that close the connection or break the sandbox have groups of their own.
 */
const groups = ['work', 'connections', 'sandbox'] as const
const groupOf = ({ op, kind }: PlannedCall): (typeof groups)[number] =>
  kind === 'unknown operation' ? 'work' : (groups.find((group) => op.startsWith(`${group}.`)) ?? 'work')

const Sandbox = z.object({ controlUrl: z.string(), controlToken: z.string() })
type Sandbox = z.infer<typeof Sandbox>

export interface Fuzzed extends CheckResult {
  /** The longest stall of the main process in milliseconds. */
  readonly longestStall: number
  readonly executed: number
  readonly sandbox: Sandbox
}

export interface Fuzzer {
  readonly send: (calls: readonly PlannedCall[]) => Promise<void>
  readonly end: () => Promise<Fuzzed>
}

interface FuzzerOptions {
  readonly desk: RunningDesk
  readonly main: MainProcess
  /** The answers of the person to successive questions. */
  readonly answers: readonly Answer[]
}

export async function createFuzzer({ desk, main, answers }: FuzzerOptions): Promise<Fuzzer> {
  const known = createKnownValues()
  const checker = createAnswerChecker(known.collect)
  const ledger: LedgerRow[] = []
  let questionCount = 0
  let longestStall = 0

  const answerOf = ({ title }: OpenQuestion): Answer => {
    const answer = answers[questionCount % answers.length] ?? 'no'
    questionCount += 1
    if (answer === 'yes' && title === 'Send this operation?') checker.moneyApproved()
    return answer
  }

  const sendGroup = async (calls: readonly PlannedCall[]): Promise<void> => {
    if (calls.length === 0) return
    const filled = calls.map((call) => ({ ...call, text: known.fill(call.text) }))
    const work = sendFromPage(desk.page, filled)
    const { value } = await whileAnswering(desk, answerOf, work)
    for (const [at, call] of filled.entries()) checker.checkAnswer(call, call.text, value[at] ?? '')
  }

  const ask = async (op: string, input: unknown): Promise<void> => {
    await sendGroup([{ kind: 'valid', op, text: JSON.stringify({ op, input }), choice: 0 }])
  }

  let sandbox: Sandbox | null = null
  let sandboxPid = 0
  /** The number of the last row that was read from the sandbox's ledger. */
  let lastRow = 0

  /** Finds the running sandbox: among the objects with these keys, the one whose control plane responds. */
  const findSandbox = async (): Promise<Sandbox> => {
    for (const found of await main.objectsWith('controlUrl', 'controlToken')) {
      const candidate = Sandbox.parse(found)
      const state = await control(candidate)
        .state()
        .catch(() => null)
      if (state !== null) return candidate
    }
    throw new Error('The main process knows no sandbox that answers')
  }

  const readLedger = async (): Promise<void> => {
    if (sandbox === null) return
    for (const row of await control(sandbox).ledger(lastRow)) {
      ledger.push(row)
      lastRow = row.seq
    }
  }

  /** Connects the desk to its own sandbox again after a group, without faults and with credits. */
  const restore = async (): Promise<Sandbox> => {
    await ask('connections.startSandbox', {})
    const [pid = 0] = await desk.sandboxPids()
    if (pid !== sandboxPid || sandbox === null) {
      sandbox = await findSandbox()
      sandboxPid = pid
      lastRow = 0
      await readCustomers(sandbox)
    }
    await control(sandbox).clearFaults()
    await control(sandbox).setCredits({ amount: 5000 })
    return sandbox
  }

  /** Reads customers on whom operations are possible, so that later calls can use their identifiers. */
  const readCustomers = async (of: Sandbox): Promise<void> => {
    const samples = await control(of).samples(4)
    const uids = [...samples.refundable, ...samples.activatable, ...samples.esimReleased].map(({ uid }) => uid)
    for (const op of ['inventory.list', 'connections.list', 'connections.current', 'operations.list'])
      await ask(op, null)
    for (const uid of uids) await ask('customers.get', { uid })
  }

  /** Runs one refund, so that even the shortest run executes an operation. */
  const refund = async (of: Sandbox): Promise<void> => {
    const { uid, itemUid } = await control(of).itemSample('refundable')
    await ask('operations.preview', { kind: 'refund', customerUid: uid, itemUid })
    await ask('operations.run', {
      previewId: knownPlaceholder('operations.run.previewId', 0, ''),
      refundReason: 'other',
    })
  }

  await main.watchStalls()
  await refund(await restore())
  await main.longestStall()

  return {
    async send(calls) {
      for (const group of groups) {
        await sendGroup(calls.filter((call) => groupOf(call) === group))
        longestStall = Math.max(longestStall, await main.longestStall())
        if (group === 'work') await readLedger()
        else await restore()
        // The search for the sandbox in the heap is a stall that the test itself causes.
        await main.longestStall()
      }
    },
    async end() {
      await readLedger()
      if (sandbox === null) throw new Error('No sandbox was found')
      const executed = ledger.filter((row) => row.executed)
      return { ...checker.end(executed), longestStall, executed: executed.length, sandbox }
    },
  }
}
