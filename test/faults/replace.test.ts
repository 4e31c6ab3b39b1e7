/**
 * Kills the process at every point of a refund, between the refund and the sale in its place, and of that sale. The
 * ledger of the sandbox decides: at most one of each was executed, never the sale alone, and after the restart the
 * journal shows what happened and the rest can be done.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { control, type Control } from '../support/control.ts'
import { portal } from '../support/portal.ts'
import { programUrl } from '../support/programs.ts'
import { projectNode } from '../support/projectNode.ts'
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox.ts'
import { movableClock, openMoneyDesk, passTime, type MoneyDesk, type TargetInput } from './desk.ts'
import { expectInvariants } from './invariants.ts'
import { killPoints, pointsBetween, type ChildInput } from './killPoints.ts'
import { sizes } from './sizes.ts'
import { createTargets, type TargetSource } from './targets.ts'

const program = fileURLToPath(programUrl('killed'))
const saleKinds = ['top-up-with-profile', 'register'] as const
type SaleKind = (typeof saleKinds)[number]
const points = [
  ...killPoints.filter((point) => point !== 'never').map((point) => ({ point, killIn: 'refund' as const })),
  ...pointsBetween.map((point) => ({ point, killIn: 'refund' as const })),
  ...killPoints.map((point) => ({ point, killIn: 'sale' as const })),
]
/** Every point is tried with one kind of sale, and in the longer runs with both. */
const cases = points.flatMap(({ point, killIn }, index) =>
  saleKinds
    .filter((_, at) => sizes.kills !== 'values' || at === index % saleKinds.length)
    .map((kind) => [point, killIn, kind] as const),
)

let sandbox: SandboxProcess
let service: Control
let shop: Awaited<ReturnType<typeof portal>>
let subjects: TargetSource
beforeAll(async () => {
  sandbox = await startSandboxProcess({ customers: 20, seed: 21, variants: { monthlyRefunds: 100_000 } })
  service = control(sandbox.info)
  subjects = await createTargets(sandbox.info)
  shop = await portal(sandbox.info)
})
afterAll(async () => {
  await sandbox.stop()
})

let folder: string
let ledgerBefore: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'replace-'))
  ledgerBefore = (await service.state()).counts.ledger
})
afterEach(async () => {
  await service.clearFaults()
  await service.setVariants({ refundResult: 'status' })
  rmSync(folder, { recursive: true })
})

/** A customer with one unused package, its refund, and a sale of the same package in its place. */
async function replacement(kind: SaleKind): Promise<{ readonly refund: TargetInput; readonly sale: TargetInput }> {
  const sale = await subjects.next('top-up-with-profile')
  if (sale.kind !== 'top-up-with-profile') throw new Error('This is another sale')
  const { customerUid, inventoryItemId, mode } = sale
  const itemUid = (await shop.customer(customerUid)).activatedItems[0]?.uid ?? ''
  const residence = { userCountry: 'DE', userIp: '192.0.2.7' }
  return {
    refund: { kind: 'refund', customerUid, itemUid },
    sale: kind === 'register' ? { kind, inventoryItemId, mode, ...residence, person: customerUid } : sale,
  }
}

async function end(input: Omit<ChildInput, 'info' | 'folder'>): Promise<NodeJS.Signals | number | null> {
  const order: ChildInput = { info: sandbox.info, folder, ...input }
  const child = spawn(projectNode, [program, JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
}

/** The kinds of what the desk had executed, in their order. */
async function executed(): Promise<readonly string[]> {
  const rows = await service.ledger(ledgerBefore)
  return rows
    .filter((row) => row.executed && (row.kind === 'refund' || row.idempotencyKey !== null))
    .map(({ kind }) => kind)
}

/** Starts the desk again, lets all checks run to their end and verifies the invariants. */
async function afterRestart(prove: (desk: MoneyDesk, rows: readonly OperationRow[]) => Promise<void>): Promise<void> {
  const clock = movableClock()
  const asked: boolean[] = []
  const money = ({ refundUnseen }: { readonly refundUnseen: boolean }) => Promise.resolve(void asked.push(refundUnseen))
  const desk = await openMoneyDesk({ info: sandbox.info, folder, clock, timer: clock.timer, approvals: { money } })
  try {
    desk.operations.recover()
    desk.reopen()
    await passTime(desk, clock, 601_000)
    const rows = await desk.list()
    await expectInvariants({ ledger: () => service.ledger(ledgerBefore) }, rows, { checksEnded: true })
    await prove(desk, rows)
  } finally {
    await desk.close()
  }
}

const endpointOf = { 'top-up-with-profile': 'topUpWithProfile', register: 'register' } as const

describe('a process that is killed', () => {
  it.each(cases)('at "%s" of the %s, before a sale by %s', async (point, killIn, kind) => {
    const { refund, sale } = await replacement(kind)
    const order = { target: refund, killAt: point, replacement: { sale, answer: 'no', goesOn: false, killIn } } as const
    expect(await end(order)).toBe(point === 'never' ? 0 : 'SIGKILL')
    const done = await executed()
    const both = ['refund', endpointOf[kind]]
    expect([[], ['refund'], both]).toContainEqual(done)
    if (killIn === 'refund') expect(done).not.toContain(endpointOf[kind])
    await afterRestart(async (desk, rows) => {
      expect(await executed(), 'nothing is sent again by itself').toEqual(done)
      const refunds = rows.filter((row) => row.kind === 'refund')
      expect(refunds.length).toBeLessThanOrEqual(1)
      expect(refunds.some(({ state }) => state === 'CONFIRMED')).toBe(done.includes('refund'))
      // What is left can be done from the customer's page, and a sale that may have happened stays unresolved.
      if (!done.includes('refund') && refunds[0]?.state !== 'NEEDS_HUMAN') await desk.submit(refund)
      const open = rows.find((row) => row.kind === kind && row.state !== 'NOT_SENT' && row.state !== 'REJECTED')
      if (open === undefined && refunds[0]?.state !== 'NEEDS_HUMAN') {
        expect((await desk.submit(sale)).state).toBe('CONFIRMED')
        expect(await executed()).toEqual(both)
      }
    })
  })
})

describe('a refund that the service accepts and does not show', () => {
  it.each(['register', 'top-up-with-profile'] as const)('is followed by no %s without a yes', async (kind) => {
    await service.setVariants({ refundResult: 'unchanged' })
    const { refund, sale } = await replacement(kind)
    await end({ target: refund, killAt: 'never', replacement: { sale, answer: 'no', goesOn: true, killIn: 'sale' } })
    expect(await executed()).toEqual(['refund'])
    await afterRestart((_desk, rows) => {
      expect(rows).toMatchObject([{ kind: 'refund', state: 'NEEDS_HUMAN', awaitsRead: true }])
      return Promise.resolve()
    })
  })

  it('is followed by one sale after a yes, and by none while the dialog waits for a read', async () => {
    await service.setVariants({ refundResult: 'unchanged' })
    const [first, second] = [await replacement('register'), await replacement('register')]
    await end({
      target: first.refund,
      killAt: 'never',
      replacement: { sale: first.sale, answer: 'yes', goesOn: false, killIn: 'sale' },
    })
    expect(await executed()).toEqual(['refund'])
    await end({
      target: second.refund,
      killAt: 'never',
      replacement: { sale: second.sale, answer: 'yes', goesOn: true, killIn: 'sale' },
    })
    expect(await executed()).toEqual(['refund', 'refund', 'register'])
  })
})

describe('a refund that is not known, or was refused', () => {
  it.each([
    ['dropAfter', ['refund']],
    ['dropBefore', []],
    ['status', []],
  ] as const)('is followed by no sale (%s)', async (fault, done) => {
    const { refund, sale } = await replacement('register')
    await service.fault('refund', fault, { status: 422, contentType: 'application/json', body: '{"message":"No"}' })
    await end({ target: refund, killAt: 'never', replacement: { sale, answer: 'yes', goesOn: true, killIn: 'sale' } })
    expect(await executed()).toEqual(done)
  })

  it('because a colleague was first, is refused, and the package is shown as refunded', async () => {
    const { refund, sale } = await replacement('top-up-with-profile')
    const clock = movableClock()
    const desk = await openMoneyDesk({ info: sandbox.info, folder, clock, timer: clock.timer })
    try {
      const { previewId } = await desk.preview(refund)
      const other = mkdtempSync(join(tmpdir(), 'replace-'))
      const colleague = await openMoneyDesk({ info: sandbox.info, folder: other })
      await colleague.submit(refund)
      await colleague.close()
      rmSync(other, { recursive: true })
      expect((await desk.run(previewId)).state).toBe('REJECTED')
      expect(await desk.preview(refund)).toMatchObject({ possible: false, reasons: ['refunded'] })
      expect((await desk.submit(sale)).state).toBe('CONFIRMED')
      expect(await executed()).toEqual(['refund', 'topUpWithProfile'])
    } finally {
      await desk.close()
    }
  })
})
