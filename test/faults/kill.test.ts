/**
 * Kills the process at every point of a submission, like a power cut; the next process on the same folder reconciles
 * the operation. `npm test` covers every point, kind and fate, `npm test -- --all` every pair of them, and
 * `npm run faults` all combinations repeatedly.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationKind, OperationState } from '#shared/model/operation/operation.ts'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'
import { programUrl } from '../support/programs.ts'
import { projectNode } from '../support/projectNode.ts'
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox.ts'
import { control, type Control, type FaultInput } from '../support/control.ts'
import { eventually } from '../support/eventually.ts'
import { killPoints, type ChildInput, type KillPoint } from './killPoints.ts'
import { movableClock, openMoneyDesk, passTime, type MoneyDesk, type MovableClock, type TargetInput } from './desk.ts'
import { expectInvariants, type Notification } from './invariants.ts'
import { allPairs, everyTriple, everyValue } from './pairs.ts'
import { createShares } from './shares.ts'
import { sizes } from './sizes.ts'
import { createTargets, endpoints, kinds, whereOf, type TargetSource } from './targets.ts'

const program = fileURLToPath(programUrl('killed'))

/** What happens to the request after it was sent. */
const fates = ['answered', 'not received', 'executed but no reply', 'cut reply', 'rejected'] as const
type Fate = (typeof fates)[number]
const faultOf: Readonly<Record<Fate, FaultInput['kind'] | null>> = {
  answered: null,
  'not received': 'dropBefore',
  'executed but no reply': 'dropAfter',
  'cut reply': 'cut',
  rejected: 'status',
}
const isExecuted = (fate: Fate): boolean => fate !== 'not received' && fate !== 'rejected'

const selections = { pairs: allPairs, values: everyValue }
const select = typeof sizes.kills === 'number' ? everyTriple : selections[sizes.kills]
const triples = select(killPoints, kinds, fates)
const rounds = Array.from(
  { length: typeof sizes.kills === 'number' ? Math.ceil(sizes.kills / triples.length) : 1 },
  (_, round) => round + 1,
)

let sandbox: SandboxProcess
let service: Control
let subjects: TargetSource
const shares = createShares()

beforeAll(async () => {
  sandbox = await startSandboxProcess({
    customers: 40,
    seed: 12,
    variants: { refundAnswer: 'success', monthlyRefunds: 100_000 },
  })
  service = control(sandbox.info)
  subjects = await createTargets(sandbox.info)
  // A process that is killed does not write the compile cache.
  await scene(async ({ start }) => {
    expect(await start(await subjects.next('register'), 'never').ended).toBe(0)
  })
})
afterAll(async () => {
  await sandbox.stop()
})

interface Child {
  readonly process: ChildProcess
  /** The notifications for the window so far. */
  readonly notified: () => readonly Notification[]
  /** Resolves with the signal that ended the process, or with its exit code. */
  readonly ended: Promise<NodeJS.Signals | number | null>
}

interface Scene {
  readonly folder: string
  readonly clock: MovableClock
  readonly start: (target: TargetInput, die: KillPoint) => Child
  readonly restart: () => Promise<MoneyDesk>
  readonly executed: () => Promise<number>
  /** Lets the checks run to their end, verifies the invariants and returns the final state of the operation. */
  readonly finish: (desk: MoneyDesk, notified: readonly Notification[]) => Promise<OperationState | null>
}

/** Runs a test on a folder of its own, with functions to start processes and desks on it. */
async function scene(prove: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kill-'))
  const clock = movableClock()
  const ledgerBefore = (await service.state()).counts.ledger
  const ledger = () => service.ledger(ledgerBefore)
  let desk: MoneyDesk | null = null
  const start: Scene['start'] = (target, killAt) => {
    const order: ChildInput = { info: sandbox.info, folder, target, killAt }
    const child = spawn(projectNode, [program, JSON.stringify(order)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    const notified = (): readonly Notification[] =>
      output
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Notification) // written by the child process
    return {
      process: child,
      notified,
      ended: new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code))),
    }
  }
  try {
    await prove({
      folder,
      clock,
      start,
      restart: async () => {
        desk = await openMoneyDesk({ info: sandbox.info, folder, clock, timer: clock.timer })
        desk.operations.recover()
        return desk
      },
      executed: async () => (await ledger()).filter((row) => row.executed && row.idempotencyKey !== null).length,
      finish: async (back, notified) => {
        back.reopen()
        await passTime(back, clock, 601_000)
        const rows = await back.list()
        const statesOf = async (id: string) =>
          (await back.operations.handlers.get({ id }, { signal: AbortSignal.timeout(10_000) })).transitions.map(
            ({ state }) => state,
          )
        await expectInvariants({ ledger }, rows, { notified, statesOf, checksEnded: true })
        return rows[0]?.state ?? null
      },
    })
  } finally {
    await service.clearFaults()
    await (desk as MoneyDesk | null)?.close()
    rmSync(folder, { recursive: true })
  }
}

const outcomes: Readonly<Record<Fate, OperationState>> = {
  answered: 'CONFIRMED',
  'not received': 'UNKNOWN',
  'executed but no reply': 'UNKNOWN',
  'cut reply': 'UNKNOWN',
  rejected: 'REJECTED',
}

/** Returns the state after the restart, or `null` if the journal has no such operation. */
function stateAfterRestart(point: KillPoint, fate: Fate): OperationState | null {
  switch (point) {
    case 'before the intent':
    case 'inside the intent':
      return null
    case 'intent written':
    case 'token at hand':
    case 'inside SENDING':
      return 'NOT_SENT'
    case 'SENDING written':
    case 'attempt written':
    case 'answer in':
    case 'inside the outcome':
      return 'UNKNOWN'
    case 'outcome written':
    case 'never':
      return outcomes[fate]
  }
}

/** Returns the state after all checks. */
function finalState(found: OperationState | null, kind: OperationKind, executed: number): OperationState | null {
  if (found !== 'UNKNOWN') return found
  if (executed === 1) return 'CONFIRMED'
  return kind === 'activate' ? 'NOT_APPLIED' : 'NEEDS_HUMAN'
}

const sent: readonly KillPoint[] = ['answer in', 'inside the outcome', 'outcome written', 'never']

describe.each(rounds)('round %i of killed processes', () => {
  it.each(triples)('"%s" during %s, whose request is %s', async (point, kind, fate) => {
    await scene(async ({ start, restart, executed, finish }) => {
      const target = await subjects.next(kind)
      const fault = faultOf[fate]
      const body = { status: 422, contentType: 'application/json', body: '{"message":"Not today"}', bytes: 9 }
      if (fault !== null) await service.fault(endpoints[kind], fault, { ...whereOf(target), ...body })
      const child = start(target, point)
      expect(await child.ended).toBe(point === 'never' ? 0 : 'SIGKILL')
      const done = sent.includes(point) && isExecuted(fate) ? 1 : 0
      expect(await executed()).toBe(done)
      const back = await restart()
      const found = stateAfterRestart(point, fate)
      expect((await back.list()).map(({ state }) => state)).toEqual(found === null ? [] : [found])
      const end = await finish(back, child.notified())
      expect(end).toBe(finalState(found, kind, done))
      expect(await executed(), 'executions after the checks').toBe(done)
      if (end !== null)
        shares.add(`killed, request ${sent.includes(point) ? fate : 'not sent'}`, { state: end }, done === 1)
    })
  })
})

describe.each(kinds)('a process that is killed while the service executes %s', (kind) => {
  it('leaves the operation UNKNOWN and its target locked, and the first check ends it', async () => {
    await scene(async ({ start, restart, executed, finish, clock }) => {
      const target = await subjects.next(kind)
      await service.fault(endpoints[kind], 'hangAfter', whereOf(target))
      const child = start(target, 'never')
      await eventually(async () => {
        expect(await executed()).toBe(1)
      })
      child.process.kill('SIGKILL')
      await child.ended
      const back = await restart()
      expect(await back.list()).toMatchObject([{ state: 'UNKNOWN', reason: 'restart' }])
      if (!isPurchaseKind(kind))
        expect([...back.operations.lockedItems()]).toEqual('itemUid' in target ? [target.itemUid] : [])
      back.reopen()
      await passTime(back, clock, 0)
      expect(await back.list()).toMatchObject([{ state: 'CONFIRMED', checks: 1 }])
      await finish(back, child.notified())
    })
  })
})

describe.each(kinds)('two processes on one folder with %s in flight in the first', (kind) => {
  it('the second is refused before it recovers anything, and the first one continues', async () => {
    await scene(async ({ folder, start, restart, executed }) => {
      const target = await subjects.next(kind)
      await service.fault(endpoints[kind], 'late', { ...whereOf(target), ms: 2500 })
      const child = start(target, 'never')
      await eventually(async () => {
        expect(await executed()).toBe(1)
      })
      await expect(openMoneyDesk({ info: sandbox.info, folder })).rejects.toMatchObject({ code: 'already_running' })
      expect(await child.ended).toBe(0)
      expect(child.notified().map(({ state }) => state)).toEqual(['SENDING', 'CONFIRMED'])
      const back = await restart()
      expect(await back.list()).toMatchObject([{ state: 'CONFIRMED', confirmedBy: 'answer' }])
      expect(await executed()).toBe(1)
    })
  })
})

describe('over all killed processes', () => {
  it('no person is needed if the evidence is conclusive', () => {
    shares.print(`${String(rounds.length * triples.length)} killed processes`)
    expect(shares.decisive().operations).toBeGreaterThan(triples.length / 8)
    expect(shares.decisive().needHuman).toBe(0)
  })
})
