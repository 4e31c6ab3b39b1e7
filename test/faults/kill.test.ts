/** The process ends at every point of a press, as by a power cut; the next one on the same folder finds out the truth. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OperationState } from '#shared/model/operation.ts'
import type { ItemOperationKind } from '#shared/model/purchase.ts'
import { projectNode, startSandboxProcess, type SandboxProcess } from '../support/sandbox.ts'
import { control, type Control } from '../support/control.ts'
import type { ChildOrder, DeathPoint } from './child.ts'
import { movableClock, openMoneyDesk, type MoneyDesk, type Subject } from './desk.ts'
import { judge } from './judge.ts'

const program = fileURLToPath(new URL('./child.ts', import.meta.url))
const clock = movableClock()
const used = { activate: 0, refund: 0 }
let sandbox: SandboxProcess
let service: Control
let folder: string
let desk: MoneyDesk | null
let executedBefore: number

beforeAll(async () => {
  sandbox = await startSandboxProcess({ customers: 1500, seed: 12 })
  service = control(sandbox.info)
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kill-'))
  desk = null
  executedBefore = (await service.ledger()).length
})
afterEach(async () => {
  await service.clearFaults()
  await desk?.close()
  rmSync(folder, { recursive: true })
})

async function untouched(kind: ItemOperationKind): Promise<Subject> {
  const { uid, itemUid } = await service.itemSample(kind === 'activate' ? 'activatable' : 'refundable', used[kind])
  used[kind] += 1
  return { kind, customerUid: uid, itemUid }
}

interface Child {
  readonly process: ChildProcess
  readonly said: () => string
  /** The signal that ended it, or its exit code. */
  readonly ended: Promise<NodeJS.Signals | number | null>
}

function start(subject: Subject, die: DeathPoint): Child {
  const order: ChildOrder = { info: sandbox.info, folder, subject, die }
  const child = spawn(projectNode, [program, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  return { process: child, said: () => said, ended: new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code))) }
}

const executedSince = async () => (await service.ledger()).slice(executedBefore).filter(({ executed }) => executed)

async function comeBack(): Promise<MoneyDesk> {
  desk = await openMoneyDesk({ info: sandbox.info, folder, clock })
  desk.operations.recover()
  return desk
}

interface Death {
  readonly point: DeathPoint
  readonly state: OperationState | null
  readonly executed: number
  readonly ends: Readonly<Record<ItemOperationKind, OperationState | null>>
}

const deaths: readonly Death[] = [
  { point: 'before the intent', state: null, executed: 0, ends: { activate: null, refund: null } },
  { point: 'intent written', state: 'NOT_SENT', executed: 0, ends: { activate: 'NOT_SENT', refund: 'NOT_SENT' } },
  { point: 'token at hand', state: 'NOT_SENT', executed: 0, ends: { activate: 'NOT_SENT', refund: 'NOT_SENT' } },
  { point: 'sending written', state: 'UNKNOWN', executed: 0, ends: { activate: 'NOT_APPLIED', refund: 'UNKNOWN' } },
  { point: 'answer in', state: 'UNKNOWN', executed: 1, ends: { activate: 'CONFIRMED', refund: 'CONFIRMED' } },
  { point: 'outcome written', state: 'CONFIRMED', executed: 1, ends: { activate: 'CONFIRMED', refund: 'CONFIRMED' } },
]

describe.each(['activate', 'refund'] as const)('a process that ends during %s', (kind) => {
  it.each(deaths)('at "$point" leaves $state', async ({ point, state, executed, ends }) => {
    const subject = await untouched(kind)
    expect(await start(subject, point).ended).toBe('SIGKILL')
    expect(await executedSince()).toHaveLength(executed)
    const back = await comeBack()
    expect((await back.list()).map((row) => row.state)).toEqual(state === null ? [] : [state])
    clock.pass(60_000)
    for (const { id } of await back.list()) await back.check(id)
    const rows = await back.list()
    expect(rows.map((row) => row.state)).toEqual(ends[kind] === null ? [] : [ends[kind]])
    expect(await executedSince(), 'nothing was repeated').toHaveLength(executed)
    await judge({ ...service, ledger: executedSince }, rows)
  })

  it('while its request is at the service leaves UNKNOWN, and a look ends it', async () => {
    const subject = await untouched(kind)
    await service.fault(kind, 'hangAfter', { where: subject.itemUid })
    const child = start(subject, 'never')
    await vi.waitFor(async () => { expect(await executedSince()).toHaveLength(1) }, { timeout: 10_000, interval: 20 })
    child.process.kill('SIGKILL')
    await child.ended
    const back = await comeBack()
    const [row] = await back.list()
    expect(row).toMatchObject({ state: 'UNKNOWN', reason: 'restart' })
    expect([...back.operations.lockedItems()]).toEqual([subject.itemUid])
    expect(await back.check(row?.id ?? '')).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'state' })
    await judge({ ...service, ledger: executedSince }, await back.list())
  })
})

describe('two processes on one folder', () => {
  it('the second is turned away before it recovers anything, and the first goes on', async () => {
    const subject = await untouched('refund')
    await service.fault('refund', 'late', { where: subject.itemUid, ms: 1500 })
    const child = start(subject, 'never')
    await vi.waitFor(async () => { expect(await executedSince()).toHaveLength(1) }, { timeout: 10_000, interval: 20 })
    await expect(openMoneyDesk({ info: sandbox.info, folder })).rejects.toMatchObject({ code: 'already_running' })
    expect(await child.ended).toBe(0)
    expect(child.said()).toContain('CONFIRMED')
    const back = await comeBack()
    expect(await back.list()).toMatchObject([{ state: 'CONFIRMED', confirmedBy: 'answer' }])
  })
})
