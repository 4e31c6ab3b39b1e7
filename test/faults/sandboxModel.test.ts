/**
 * Runs random histories of a customer on the sandbox over HTTP and on a small independent model of the rules (interface
 * 2.6, 3, 4.9 to 4.13, 6). After every step the customer must be equal, at the end also account, ledger and webhooks.
 *
 * ESIM_DESK_HISTORIES is the number of histories. ESIM_DESK_MODEL_SEED and ESIM_DESK_MODEL_PATH repeat a failure with
 * the values that it printed.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderOf, steps, orderInput } from './model/commands.ts'
import { History } from './model/history.ts'
import { SandboxClient } from './model/real.ts'
import type { Order } from './model/rules.ts'
import { sizes } from './sizes.ts'

const histories = Number(process.env['ESIM_DESK_HISTORIES'] ?? sizes.customerHistories)
const seed = Number(process.env['ESIM_DESK_MODEL_SEED'] ?? Date.now() % 2_147_483_647)
const path = process.env['ESIM_DESK_MODEL_PATH']
const thresholds = [50, 80.5, 100]

const start = (): Promise<SandboxClient> => SandboxClient.start(['WWW', 'EUROPE', 'BALKANS', 'DE', 'TR'], thresholds)
/** The sandbox restarts after this time, because its clock never goes back and years have four digits. */
const latestRestart = Date.UTC(9000, 0)

let real: SandboxClient
beforeAll(async () => {
  real = await start()
})
afterAll(() => real.stop())

const account = fc.record({
  /** Cents, or the difference to the threshold after the first purchase (`beside`). */
  credits: fc.oneof(
    { weight: 4, arbitrary: fc.constant(500_000) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 6000 }) },
    { weight: 1, arbitrary: fc.record({ beside: fc.integer({ min: -1, max: 1 }) }) },
  ),
  automatic: fc.option(
    fc.record({ threshold: fc.integer({ min: 0, max: 4000 }), amount: fc.integer({ min: 500, max: 5000 }) }),
    { freq: 2 },
  ),
  refunds: fc.oneof({ weight: 4, arbitrary: fc.constant(1000) }, { weight: 1, arbitrary: fc.nat({ max: 2 }) }),
  stock: fc.array(fc.record({ place: fc.nat({ max: 999 }), amount: fc.nat({ max: 2 }) }), { maxLength: 4 }),
  /** Units in stock of the package that is bought first, or `null` for the default. */
  first: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat({ max: 2 }) }),
  replacesWithNew: fc.boolean(),
})

/** Resets the sandbox to a known state before a history. */
async function begin(
  {
    credits,
    automatic,
    refunds,
    stock,
    first,
    replacesWithNew,
  }: typeof account extends fc.Arbitrary<infer T> ? T : never,
  { pack }: Order,
): Promise<History> {
  if (Date.parse((await real.state()).clock.now) > latestRestart) {
    await real.stop()
    real = await start()
  }
  const amounts = new Map(real.packs.map(({ id, test: free }) => [id, free ? 3 : 0]))
  for (const { place, amount } of stock) amounts.set(real.packs[place % real.packs.length]?.id ?? '', amount)
  if (first !== null) amounts.set(pack.id, first)
  await real.setStock(amounts)
  const set = automatic === null ? null : { threshold: automatic.threshold / 100, amount: automatic.amount / 100 }
  await real.order('/credits', {
    amount:
      (typeof credits === 'number' ? credits : Math.max(0, pack.price + (automatic?.threshold ?? 0) + credits.beside)) /
      100,
    automatic: null,
  })
  await real.order('/credits', { automatic: set })
  const state = await real.state()
  await real.order('/variants', {
    monthlyRefunds: state.credits.refundsThisMonth + refunds,
    replacement: replacesWithNew ? 'newProfile' : 'sameProfile',
  })
  await real.webhooks()
  return new History(
    real,
    {
      now: Date.parse(state.clock.now),
      credits: Math.round(state.credits.amount * 100),
      automatic,
      stock: amounts,
      replacesWithNew,
      thresholds,
      refundsThisMonth: state.credits.refundsThisMonth,
      refundsAllowed: state.credits.refundsThisMonth + refunds,
    },
    state.counts.ledger,
  )
}

test(
  `${histories} random histories of a customer are what the rules say (seed ${seed})`,
  async () => {
    process.stdout.write(`model of the rules: ${histories} histories, ESIM_DESK_MODEL_SEED=${seed}\n`)
    let alerts = 0
    let moves = 0
    await fc.assert(
      fc.asyncProperty(account, orderInput, steps, async (circumstances, first, commands) => {
        const order = orderOf(first, real.packs)
        const history = await begin(circumstances, order)
        if (!(await history.buy('register', order)))
          await history.buy('register', { ...order, mode: 'NOW', expected: null })
        await history.compare()
        await fc.asyncModelRun(() => ({ model: history, real: {} }), commands)
        await history.close()
        alerts += history.model.alerts.length
        moves += history.steps
      }),
      { numRuns: histories, seed, endOnFailure: false, ...(path === undefined ? {} : { path }) },
    )
    process.stdout.write(`model of the rules: ${moves} steps, ${alerts} webhooks, all as the rules say\n`)
    if (path === undefined && histories >= 100) expect(moves).toBeGreaterThan(histories * 3)
  },
  sizes.timeout,
)
