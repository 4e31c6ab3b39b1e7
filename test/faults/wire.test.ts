/**
 * Verifies for each fault on the wire how a submission ends and how the desk reconciles it, compared with what the
 * service really executed. Each case is a complete submission with the real client, real HTTP and a real journal.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationKind, OperationState } from '#shared/model/operation/operation.ts'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox.ts'
import { control, type Control, type FaultInput } from '../support/control.ts'
import { sendUntilTimeout, jumpingClock, type JumpingClock } from '../support/jumpingClock.ts'
import { movableClock, openMoneyDesk, passTime, type MoneyDesk, type MovableClock } from './desk.ts'
import { expectInvariants } from './invariants.ts'
import { createShares } from './shares.ts'
import { sizes } from './sizes.ts'
import { createTargets, endpoints, kinds, whereOf, type TargetSource } from './targets.ts'

interface FaultCase {
  readonly fault: FaultInput['kind']
  readonly more?: Partial<FaultInput>
  readonly state: OperationState
  readonly executed: number
  readonly sends: number
  /** Whether the client gives up after the service has received or executed the request. */
  readonly clientGivesUp?: true
}

const confirmed = { state: 'CONFIRMED', executed: 1, sends: 1 } as const
const rejected = { state: 'REJECTED', executed: 0, sends: 1 } as const
const executedUnknown = { state: 'UNKNOWN', executed: 1, sends: 1 } as const
const unexecutedUnknown = { state: 'UNKNOWN', executed: 0, sends: 1 } as const
const json = 'application/json'

/** One purchase and one other operation, where not every kind is tested. */
const representatives = ['register', 'refund'] as const

const cases: readonly FaultCase[] = [
  { fault: 'latency', more: { ms: 200 }, ...confirmed },
  { fault: 'slowBody', more: { ms: 1, bytes: 256 }, ...confirmed },
  { fault: 'late', more: { ms: 200 }, ...confirmed },
  { fault: 'tokenRevoked', state: 'CONFIRMED', executed: 1, sends: 2 },
  { fault: 'tokenRevoked', more: { times: 2 }, state: 'REJECTED', executed: 0, sends: 2 },
  {
    fault: 'status',
    more: { status: 401, contentType: json, body: '{"message":"Who are you?"}' },
    state: 'CONFIRMED',
    executed: 1,
    sends: 2,
  },
  { fault: 'status', more: { status: 401, times: 2 }, state: 'REJECTED', executed: 0, sends: 2 },
  { fault: 'tooManyRequests', more: { retryAfter: 7 }, ...rejected },
  { fault: 'status', more: { status: 422, contentType: json, body: '{"message":"Not today"}' }, ...rejected },
  { fault: 'status', more: { status: 402, contentType: json, body: '{"message":"No credits"}' }, ...rejected },
  { fault: 'status', more: { status: 404, contentType: json, body: '{"message":"No such thing"}' }, ...rejected },
  { fault: 'hang', clientGivesUp: true, ...unexecutedUnknown },
  { fault: 'dropBefore', ...unexecutedUnknown },
  { fault: 'proxyPage', ...unexecutedUnknown },
  { fault: 'proxyPage', more: { status: 403 }, ...unexecutedUnknown },
  { fault: 'proxyPage', more: { status: 407 }, ...unexecutedUnknown },
  { fault: 'loginPage', ...unexecutedUnknown },
  { fault: 'redirect', ...unexecutedUnknown },
  { fault: 'redirect', more: { status: 303 }, ...unexecutedUnknown },
  { fault: 'redirect', more: { status: 307 }, ...unexecutedUnknown },
  { fault: 'status', more: { status: 500, contentType: json, body: '{"message":"oops"}' }, ...unexecutedUnknown },
  { fault: 'status', more: { status: 202, contentType: json, body: '{"status":"success"}' }, ...unexecutedUnknown },
  { fault: 'status', more: { status: 200, contentType: json, body: '{"status":"pending"}' }, ...unexecutedUnknown },
  {
    fault: 'status',
    more: { status: 407, contentType: json, body: '{"message":"A proxy wants a password"}' },
    ...unexecutedUnknown,
  },
  { fault: 'status', more: { status: 408 }, ...unexecutedUnknown },
  { fault: 'status', more: { status: 421 }, ...unexecutedUnknown },
  { fault: 'status', more: { status: 425 }, ...unexecutedUnknown },
  { fault: 'hangAfter', clientGivesUp: true, ...executedUnknown },
  { fault: 'dropAfter', ...executedUnknown },
  { fault: 'endAfter', ...executedUnknown },
  { fault: 'cut', more: { bytes: 0 }, ...executedUnknown },
  { fault: 'cut', more: { bytes: 5 }, ...executedUnknown },
  { fault: 'invalidJson', ...executedUnknown },
  { fault: 'failAfter', ...executedUnknown },
  { fault: 'hugeBody', more: { megabytes: 2 }, ...executedUnknown },
  { fault: 'late', more: { ms: 3000 }, clientGivesUp: true, ...executedUnknown },
]
/** Faults whose outcome differs between purchases and operations on items. */
const ofPurchases: readonly FaultCase[] = [
  { fault: 'emptyBody', ...executedUnknown },
  { fault: 'status', more: { status: 200, contentType: json, body: '{"status":"success"}' }, ...unexecutedUnknown },
  { fault: 'status', more: { status: 204 }, ...unexecutedUnknown },
]
const ofItems: readonly FaultCase[] = [{ fault: 'emptyBody', ...confirmed }]
/**
 * A foreign 404, which is a refusal too. It is excluded for refunds, which have two paths, so that it may mean that the
 * other path is right.
 */
const foreign404: FaultCase = { fault: 'status', more: { status: 404 }, ...rejected }

/**
 * Ids may be numbers, and those of a new customer are known from the answer alone. A customer who tops up is known, so
 * that an answer with another one is no success.
 */
const wrongTypes: FaultCase = { fault: 'wrongTypes', ...executedUnknown }

const casesOf = (kind: OperationKind): readonly FaultCase[] => [
  ...cases,
  ...(isPurchaseKind(kind) ? ofPurchases : ofItems),
  ...(isPurchaseKind(kind) && kind !== 'register' ? [wrongTypes] : []),
  ...(kind === 'refund' ? [] : [foreign404]),
]

const defaultVariants = {
  refundPath: 'plain',
  refundAnswer: 'success',
  refundResult: 'status',
  activateAnswer: 'item',
  errorForm: 'problem',
  monthlyRefunds: 100_000,
  emptyDates: 'null',
  metatagLimit: null,
} as const
const shares = createShares()
let sandbox: SandboxProcess
let service: Control
let subjects: TargetSource
let desk: MoneyDesk
let folder: string
let clock: MovableClock
let clientClock: JumpingClock
let ledgerBefore: number

beforeAll(async () => {
  // JSON answers to every kind, so that there is a body to cut.
  sandbox = await startSandboxProcess({ customers: 60, seed: 9, variants: defaultVariants })
  service = control(sandbox.info)
  subjects = await createTargets(sandbox.info)
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'))
  clock = movableClock()
  clientClock = jumpingClock()
  desk = await openMoneyDesk({ info: sandbox.info, folder, clock, clientClock: clientClock.clock, timer: clock.timer })
  ledgerBefore = (await service.state()).counts.ledger
})
afterEach(async () => {
  await service.clearFaults()
  await service.setVariants(defaultVariants)
  await desk.close()
  rmSync(folder, { recursive: true })
})

const sendsOf = async (kind: OperationKind): Promise<number> =>
  (await service.state()).counts.requests[endpoints[kind]] ?? 0
const ledger = () => service.ledger(ledgerBefore)
const executionsOf = async (id: string): Promise<number> =>
  (await ledger()).filter(({ idempotencyKey, executed }) => idempotencyKey === id && executed).length
const only = async () => (await desk.list())[0]

describe.each(sizes.everyKind ? kinds : representatives)('%s', (kind) => {
  it.each(casesOf(kind))(
    'with $fault $more is $state and executed $executed times, and reconciles as expected',
    async ({ fault, more, state, executed, sends, clientGivesUp }) => {
      const one = await subjects.next(kind)
      const { previewId } = await desk.preview(one)
      const before = await sendsOf(kind)
      await service.fault(endpoints[kind], fault, { ...whereOf(one), ...more })
      const arrived = async (): Promise<number> => (executed === 1 ? (await ledger()).length : await sendsOf(kind))
      const row = await (clientGivesUp === true
        ? sendUntilTimeout(() => desk.run(previewId), clientClock, arrived)
        : desk.run(previewId))
      expect(row).toMatchObject({ state })
      expect(await sendsOf(kind)).toBe(before + sends)
      expect(await executionsOf(row.id)).toBe(executed)

      await passTime(desk, clock, 0)
      if (executed === 1 && state === 'UNKNOWN')
        expect(await only(), 'after the first check').toMatchObject({
          state: 'CONFIRMED',
          confirmedBy: isPurchaseKind(kind) ? 'reference' : 'state',
          checks: 1,
        })
      else expect(await only()).toMatchObject({ state })
      await passTime(desk, clock, 61_000)
      if (executed === 0 && state === 'UNKNOWN')
        expect(await only(), 'after a minute').toMatchObject({
          state: kind === 'activate' ? 'NOT_APPLIED' : 'UNKNOWN',
          checks: 5,
        })
      await passTime(desk, clock, 600_000)
      if (executed === 0 && state === 'UNKNOWN' && kind !== 'activate')
        expect(await only(), 'after ten minutes').toMatchObject({ state: 'NEEDS_HUMAN', checks: 7 })

      expect(await sendsOf(kind), 'requests after the checks').toBe(before + sends)
      const end = await only()
      shares.add(`${fault}${executed === 1 ? ', executed' : ''}`, end ?? row, executed === 1)
      await expectInvariants({ ledger }, await desk.list(), { notified: desk.rows, checksEnded: true })
    },
  )

  it('stores the wait that the service asked for', async () => {
    const one = await subjects.next(kind)
    await service.fault(endpoints[kind], 'tooManyRequests', { ...whereOf(one), retryAfter: 7 })
    expect(await desk.submit(one)).toMatchObject({ state: 'REJECTED', retryAfter: 7 })
  })

  it('is not sent again if its token was refused and no other token is available', async () => {
    const one = await subjects.next(kind)
    const { previewId } = await desk.preview(one)
    const before = await sendsOf(kind)
    await service.fault(endpoints[kind], 'tokenRevoked', whereOf(one))
    await service.fault('authenticate', 'status', {
      status: 400,
      contentType: json,
      body: '{"message":"no"}',
      times: 'always',
    })
    expect(await desk.run(previewId)).toMatchObject({ state: 'REJECTED' })
    expect(await sendsOf(kind)).toBe(before + 1)
  })
})

describe.each(sizes.all ? kinds : representatives)('%s at a service that is then unreachable for an hour', (kind) => {
  it('is reconciled within a minute after the service is back', async () => {
    const one = await subjects.next(kind)
    const { previewId } = await desk.preview(one)
    await service.fault(endpoints[kind], 'dropAfter', whereOf(one))
    for (const read of ['customer', 'customers', 'search', 'history'] as const)
      await service.fault(read, 'dropBefore', { times: 'always' })
    const { id } = await desk.run(previewId)
    await passTime(desk, clock, 0)
    clock.pass(3_600_000)
    await passTime(desk, clock, 0)
    expect(await only()).toMatchObject({ state: 'NEEDS_HUMAN', checks: 0 })
    await service.clearFaults()
    await passTime(desk, clock, 60_000)
    expect(await only()).toMatchObject({ id, state: 'CONFIRMED' })
    await expectInvariants({ ledger }, await desk.list(), { notified: desk.rows, checksEnded: true })
  })
})

describe('the path of a refund', () => {
  it('is the one with the service segment if the plain one is unknown, and is remembered', async () => {
    await service.setVariants({ refundPath: 'segment' })
    const before = await sendsOf('refund')
    expect(await desk.submit(await subjects.next('refund'))).toMatchObject({ state: 'CONFIRMED' })
    expect(await sendsOf('refund')).toBe(before + 1)
    const attempts = desk.storage.journal
      .prepare("SELECT number, route, outcome FROM attempts WHERE event = 'ended' ORDER BY seq")
      .all()
    expect(attempts).toMatchObject([
      { number: 1, outcome: 'answer 404' },
      { number: 2, outcome: 'answer 200' },
    ])
    expect(await desk.submit(await subjects.next('refund'))).toMatchObject({ state: 'CONFIRMED' })
    expect(desk.storage.journal.prepare("SELECT count(*) AS count FROM attempts WHERE event = 'began'").get()).toEqual({
      count: 3,
    })
  })

  it('leads to REJECTED after two requests if both variants are unknown', async () => {
    const one = await subjects.next('refund')
    await service.setVariants({ refundPath: 'both' })
    await service.fault('refund', 'status', { ...whereOf(one), status: 404, times: 'always' })
    const before = await sendsOf('refund')
    expect(await desk.submit(one)).toMatchObject({ state: 'REJECTED' })
    expect(await sendsOf('refund')).toBe(before + 2)
  })

  it('is not tried a third time after a token was refused', async () => {
    const one = await subjects.next('refund')
    await service.setVariants({ refundPath: 'both' })
    await service.fault('refund', 'tokenRevoked', whereOf(one))
    await service.fault('refund', 'status', { ...whereOf(one), status: 404, skip: 1, times: 'always' })
    const before = await sendsOf('refund')
    expect(await desk.submit(one)).toMatchObject({ state: 'REJECTED' })
    expect(await sendsOf('refund')).toBe(before + 2)
  })
})

describe('every answer format of the service', () => {
  it.each([
    ['activate', { activateAnswer: 'item' }],
    ['activate', { activateAnswer: 'empty' }],
    ['activate', { activateAnswer: 'noContent' }],
    ['refund', { refundAnswer: 'empty' }],
    ['refund', { refundAnswer: 'noContent' }],
    ['refund', { refundAnswer: 'success' }],
    ['register', { emptyDates: 'omitted' }],
    ['top-up', { emptyDates: 'emptyString' }],
    ['top-up-with-profile', { metatagLimit: 30 }],
  ] as const)('%s with %j is confirmed', async (kind, variants) => {
    await service.setVariants(variants)
    expect(await desk.submit(await subjects.next(kind))).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'answer' })
  })

  it.each(['problem', 'message', 'error'] as const)(
    'a refusal as %s is REJECTED with its message',
    async (errorForm) => {
      await service.setVariants({ errorForm, monthlyRefunds: 0 })
      const row = await desk.submit(await subjects.next('refund'))
      expect(row).toMatchObject({ state: 'REJECTED' })
      expect(row.reason).toMatch(/maximum number of refunds/)
    },
  )

  it.each(['problem', 'message', 'error'] as const)(
    'missing credits as %s are REJECTED with the message of the service',
    async (errorForm) => {
      const one = await subjects.next('top-up')
      const { credits } = await service.state()
      await service.setVariants({ errorForm })
      await service.setCredits({ amount: 0 })
      const row = await desk.submit(one)
      await service.setCredits({ amount: credits.amount })
      expect(row).toMatchObject({ state: 'REJECTED' })
      expect(row.reason).toMatch(/credits do not cover/)
      await expectInvariants({ ledger }, await desk.list())
    },
  )

  it.each(kinds)('a refusal of %s as plain text is a refusal, and its target is free', async (kind) => {
    const one = await subjects.next(kind)
    await service.fault(endpoints[kind], 'status', {
      ...whereOf(one),
      status: 422,
      contentType: 'text/plain',
      body: 'No.',
    })
    expect(await desk.submit(one)).toMatchObject({ state: 'REJECTED', reason: 'No.' })
    expect((await desk.preview(one)).reasons).not.toContain('operation_open')
  })

  it('a refusal in the form text has its message', async () => {
    await service.setVariants({ errorForm: 'text', monthlyRefunds: 0 })
    const row = await desk.submit(await subjects.next('refund'))
    expect(row).toMatchObject({ state: 'REJECTED', reason: expect.stringMatching(/maximum number of refunds/) })
  })
})

describe('the invariants', () => {
  it('hold for many faults on one journal, and a person is needed only if nothing was executed', async () => {
    const faults: readonly FaultInput['kind'][] = [
      'dropBefore',
      'dropAfter',
      'cut',
      'proxyPage',
      'failAfter',
      'tokenRevoked',
      'endAfter',
      'loginPage',
      'latency',
    ]
    for (const fault of faults) {
      for (const kind of kinds) {
        const one = await subjects.next(kind)
        await service.fault(endpoints[kind], fault, { ...whereOf(one), ms: 20 })
        await desk.submit(one)
      }
    }
    // This is longer than the schedule, because many checks wait for each other.
    await passTime(desk, clock, 700_000)
    const rows = await desk.listMany()
    await expectInvariants({ ledger }, rows, { notified: desk.rows, checksEnded: true })
    const needingHuman = rows.filter(({ state }) => state === 'NEEDS_HUMAN')
    expect(needingHuman).toHaveLength(3 * (kinds.length - 1))
    for (const { id } of needingHuman) expect(await executionsOf(id)).toBe(0)
    expect(rows).toHaveLength(kinds.length * faults.length)
  })

  it('no person is needed if the evidence is conclusive', () => {
    shares.print('faults on the wire')
    expect(shares.decisive().operations).toBeGreaterThan(sizes.everyKind ? 50 : 20)
    expect(shares.decisive().needHuman).toBe(0)
  })
})
