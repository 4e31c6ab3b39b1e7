/**
 * Random schedules of two desks, each with its own journal, that sell one package to one customer on one service. No
 * desk buys after another sale that was visible to a read begun after its press, unless its agent has read a notice of
 * that sale. What remains is counted and printed: presses at the same moment, and presses whose read failed.
 *
 * ESIM_DESK_SCHEDULES is their number (`sizes.schedules` by default). ESIM_DESK_SCHEDULES_SEED and
 * ESIM_DESK_SCHEDULES_PATH repeat a failure with the values that it printed.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { ServiceClient } from '../../electron/service/index.ts'
import { control, type Control } from '../support/control.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { call, openMoneyDesk, type MoneyDesk, type TargetInput } from './desk.ts'
import { sizes } from './sizes.ts'

const schedules = Number(process.env['ESIM_DESK_SCHEDULES'] ?? sizes.schedules)
const seed = Number(process.env['ESIM_DESK_SCHEDULES_SEED'] ?? Date.now() % 2_147_483_647)
const path = process.env['ESIM_DESK_SCHEDULES_PATH']
/** Other tests verify durability. Here, a memory file system saves time. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** One agent's wish to sell. */
const wish = fc.record({
  desk: fc.constantFrom(0 as const, 1 as const),
  kind: fc.constantFrom('top-up' as const, 'top-up-with-profile' as const),
  /** Whether the agent sells again although a notice reports that it was just sold. */
  insists: fc.boolean(),
  fault: fc.constantFrom(null, null, null, 'dropAfter' as const, 'dropBefore' as const),
  readFails: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
})
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never
const schedule = fc.record({
  isNewCustomer: fc.boolean(),
  wishes: fc.array(wish, { minLength: 2, maxLength: 5 }),
  /** Which of the waiting desks goes on at each step. */
  order: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
})

/** One press. The times are numbers of steps. */
interface Press {
  readonly previewedAt: number
  readonly repeats: string | null
  readAt: number | null
  sentAt: number | null
  isUnread: boolean
  id: string | null
}

interface Tally {
  sold: number
  /** Purchases that were not made because of a notice, in the preview or at the press. */
  stopped: number
  refusedAtPress: number
  /** Second purchases after a notice of each sale that was visible. */
  noticed: number
  sameMoment: number
  unread: number
}

/** A desk whose agent works through wishes, and that waits for the schedule before each step. */
class ScheduledDesk {
  desk!: MoneyDesk
  readonly presses: Press[] = []
  wish: Wish | null = null
  press: Press | null = null
  #inventory: ReturnType<ServiceClient['inventory']> | null = null
  #waiting: ((step: number) => void) | null = null
  #hasStopped = Promise.withResolvers<void>()
  #isScheduled = false

  readonly around =
    (service: () => Control) =>
    (client: ServiceClient): ServiceClient => {
      const looking =
        <Args extends unknown[], T>(look: (...args: Args) => Promise<T>) =>
        async (...args: Args): Promise<T> => {
          const { press, wish: current } = this
          if (!this.#isScheduled || press === null) return await look(...args)
          press.readAt = await this.#stop()
          if (current?.readFails === true)
            await service().setFaults(
              (['customer', 'customers', 'search'] as const).map((endpoint) => ({
                endpoint,
                kind: 'proxyPage',
                status: 403,
                times: 100,
              })),
            )
          try {
            return await look(...args)
          } catch (thrown) {
            press.isUnread = true
            throw thrown
          } finally {
            if (current?.readFails === true) await service().clearFaults()
          }
        }
      return {
        ...client,
        // The inventory never changes in a schedule and causes most of the reads, so it is cached.
        inventory: (read) => (this.#inventory ??= client.inventory(read)),
        // Reads after an operation are of a person, and no part of a press.
        customer: async (uid, read) =>
          read?.pressed === true ? await client.customer(uid, read) : await looking(client.customer)(uid, read),
        searchCustomers: looking(client.searchCustomers),
        sendMoney: async (request) => {
          const { press, wish: current } = this
          if (!this.#isScheduled || press === null) return await client.sendMoney(request)
          press.sentAt = await this.#stop()
          press.id = request.intentId
          const endpoint = {
            register: 'register',
            'top-up': 'topUp',
            'top-up-with-profile': 'topUpWithProfile',
          } as const
          if (current?.fault != null && request.kind in endpoint)
            await service().fault(endpoint[request.kind as keyof typeof endpoint], current.fault)
          try {
            return await client.sendMoney(request)
          } finally {
            await service().clearFaults()
          }
        },
      }
    }

  /** Waits until the schedule lets this desk go on, and returns the number of the step. */
  #stop(): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting = resolve
      this.#hasStopped.resolve()
    })
  }

  get isWaiting(): boolean {
    return this.#waiting !== null
  }

  /** Lets the desk do one step, and waits until it has. */
  async goOn(step: number): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = null
    this.#hasStopped = Promise.withResolvers()
    waiting?.(step)
    await this.#hasStopped.promise
  }

  /** Begins to work through the wishes, and waits for the first step. */
  async begin(wishes: readonly Wish[], targetOf: (wish: Wish) => TargetInput, tally: Tally): Promise<void> {
    this.presses.length = 0
    this.#isScheduled = true
    this.#hasStopped = Promise.withResolvers()
    const work = async (): Promise<void> => {
      for (const one of wishes) await this.#sell(one, targetOf(one), tally)
    }
    void work().finally(() => {
      this.#isScheduled = false
      this.wish = this.press = null
      this.#waiting = null
      this.#hasStopped.resolve()
    })
    await this.#hasStopped.promise
  }

  async #sell(one: Wish, target: TargetInput, tally: Tally): Promise<void> {
    this.wish = one
    for (let tries = 0; tries < 4; tries += 1) {
      this.press = null
      const previewedAt = await this.#stop()
      const preview = await this.desk.preview(target)
      const repeats = preview.purchase?.recentSale?.id ?? null
      if (!preview.possible) return
      if (repeats !== null && !one.insists) {
        tally.stopped += 1
        return
      }
      await this.#stop()
      const press: Press = { previewedAt, repeats, readAt: null, sentAt: null, isUnread: false, id: null }
      this.press = press
      const end = await this.desk.operations.handlers
        .run({ previewId: preview.previewId, ...(repeats !== null && { repeats }) }, call)
        .catch((thrown: unknown) =>
          thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown),
        )
      this.press = null
      if (typeof end !== 'string') {
        this.presses.push(press)
        return
      }
      expect(end, 'why a press was refused').toMatch(/^(preview_changed|operation_in_progress)$/)
      tally.refusedAtPress += 1
      if (!one.insists) return
    }
  }
}

let folder: string
let service: Control
let stop: () => Promise<void>
/**
 * Two packages of each country set, with which schedules take turns: each press looks at all recent sales of its
 * package. A new customer buys the first, and the second is sold twice.
 */
let pairs: readonly (readonly [string, string])[]
const desks = [new ScheduledDesk(), new ScheduledDesk()] as const

beforeAll(async () => {
  folder = mkdtempSync(join(memory, 'two-desks-'))
  const sandbox = await startSandboxProcess({ customers: 0, seed: 3 })
  service = control(sandbox.info)
  await service.setCredits({ amount: 1e9 })
  for (const [index, one] of desks.entries())
    one.desk = await openMoneyDesk({
      info: sandbox.info,
      folder: join(folder, String(index)),
      around: one.around(() => service),
    })
  const { items } = await desks[0].desk.client.inventory()
  const sellable = items.filter(
    ({ active, amount, prices }) => active !== false && (amount ?? 0) === 0 && (prices?.[0]?.priceValue ?? 0) > 0,
  )
  pairs = [...Map.groupBy(sellable, ({ countrySet }) => countrySet).values()].flatMap(([first, other]) =>
    first === undefined || other === undefined ? [] : [[first.id, other.id] as const],
  )
  expect(pairs.length).toBeGreaterThan(20)
  stop = async () => {
    for (const { desk } of desks) await desk.close()
    await sandbox.stop()
  }
})
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

const registration = (inventoryItemId: string, customerEmail?: string): TargetInput => ({
  kind: 'register',
  inventoryItemId,
  mode: 'FIRST_USE',
  userCountry: 'DE',
  userIp: '203.0.113.7',
  ...(customerEmail !== undefined && { customerEmail }),
})

/** Lets the desks go on in the order of the schedule until both are done. */
async function follow(order: readonly boolean[]): Promise<void> {
  for (let step = 1; ; step += 1) {
    const waiting = desks.filter(({ isWaiting }) => isWaiting)
    const next = waiting[order[step % order.length] === true ? waiting.length - 1 : 0]
    if (next === undefined) return
    await next.goOn(step)
  }
}

function judge(presses: readonly Press[], tally: Tally): void {
  for (const press of presses) {
    const { previewedAt, sentAt, readAt, repeats, isUnread } = press
    if (sentAt === null) throw new Error('a purchase was executed that was never sent')
    tally.sold += 1
    const earlier = presses.flatMap((other) => (other.sentAt !== null && other.sentAt < sentAt ? [other.sentAt] : []))
    if (earlier.length === 0) continue
    expect(readAt, 'a press without a read').not.toBeNull()
    const isNoticed = (at: number): boolean => at < previewedAt && repeats !== null
    const visible = earlier.filter((at) => at < (isUnread ? previewedAt : (readAt ?? 0)))
    expect(
      visible.filter((at) => !isNoticed(at)),
      `sales of these steps were visible, and nobody was warned: ${JSON.stringify(press)}`,
    ).toEqual([])
    if (earlier.every(isNoticed)) tally.noticed += 1
    else if (isUnread) tally.unread += 1
    else tally.sameMoment += 1
  }
}

test(
  `${String(schedules)} random schedules of two desks buy nothing twice without a notice that was read (seed ${String(seed)})`,
  async () => {
    process.stdout.write(`schedules of two desks: ${String(schedules)}, ESIM_DESK_SCHEDULES_SEED=${String(seed)}\n`)
    const tally: Tally = { sold: 0, stopped: 0, refusedAtPress: 0, noticed: 0, sameMoment: 0, unread: 0 }
    let run = 0
    await fc.assert(
      fc.asyncProperty(schedule, async ({ isNewCustomer, wishes, order }) => {
        run += 1
        const email = `schedule-${String(run)}@example.com`
        const { ledger } = (await service.state()).counts
        const [other = '', inventoryItemId = ''] = pairs[run % pairs.length] ?? []
        const buyer: OperationRow | null = isNewCustomer ? null : await desks[0].desk.submit(registration(other))
        const targetOf = ({ kind }: Wish): TargetInput =>
          buyer === null
            ? registration(inventoryItemId, email)
            : { kind, inventoryItemId, mode: 'FIRST_USE', customerUid: buyer.customerUid ?? '' }
        for (const [index, one] of desks.entries())
          await one.begin(
            wishes.filter(({ desk }) => desk === index),
            targetOf,
            tally,
          )
        await follow(order)
        const executed = new Set(
          (await service.ledger(ledger)).filter((row) => row.executed).map(({ idempotencyKey }) => idempotencyKey),
        )
        judge(
          desks.flatMap(({ presses }) => presses).filter(({ id }) => executed.has(id)),
          tally,
        )
      }),
      { numRuns: schedules, seed, endOnFailure: false, ...(path === undefined ? {} : { path }) },
    )
    const { sold, stopped, refusedAtPress, noticed, sameMoment, unread } = tally
    process.stdout.write(
      `schedules of two desks: ${String(sold)} sold, ${String(stopped)} not sold after a notice, ` +
        `${String(refusedAtPress)} refused at the press, ${String(noticed)} sold again after a notice, ` +
        `${String(sameMoment)} at the same moment, ${String(unread)} after a failed read\n`,
    )
    if (path === undefined && schedules >= 40)
      expect(Math.min(stopped, refusedAtPress, noticed, sameMoment)).toBeGreaterThan(0)
  },
  sizes.timeout,
)
