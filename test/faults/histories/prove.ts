import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../electron/base/clock.ts'
import { createServiceClient } from '../../../electron/service/index.ts'
import { control } from '../../support/control.ts'
import { startSandboxProcess } from '../../support/sandbox.ts'
import { movableClock } from '../desk.ts'
import { Account, type AccountEnvironment, type Tally } from './account.ts'
import { dialect, history } from './commands.ts'
import { HistoryDesk } from './historyDesk.ts'
import { sizes } from '../sizes.ts'

const totalHistories = Number(process.env['ESIM_DESK_MONEY_HISTORIES'] ?? sizes.histories)
const firstSeed = Number(process.env['ESIM_DESK_MONEY_SEED'] ?? Date.now() % 2_147_483_647)
const path = process.env['ESIM_DESK_MONEY_PATH']
const historiesEach = 20
/** Other tests verify durability. Here, a memory file system saves time. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

interface RunningEnvironment extends AccountEnvironment {
  readonly stop: () => Promise<void>
}

/**
 * Defines the test of one half of the histories, so that two workers run one half each. The second half uses the next
 * seed. A failure is repeated in the first half only.
 */
export function proveHistories(half: 'first' | 'second'): void {
  const histories =
    path !== undefined
      ? half === 'first'
        ? totalHistories
        : 0
      : half === 'first'
        ? Math.ceil(totalHistories / 2)
        : Math.floor(totalHistories / 2)
  const seed = half === 'first' ? firstSeed : firstSeed + 1
  let running: RunningEnvironment | null = null
  let folder: string
  let environments = 0
  const clock = movableClock()

  /** Starts a new account with new desks. Both are replaced after some histories, because their lists grow. */
  async function newEnvironment(): Promise<RunningEnvironment> {
    await running?.stop()
    const sandbox = await startSandboxProcess({ customers: 0, seed: 3, variants: { monthlyRefunds: 1_000_000_000 } })
    const { info } = sandbox
    const service = control(info)
    await service.setCredits({ amount: 1e9 })
    const silent = (): void => undefined
    const log = { error: silent, warn: silent, info: silent, debug: silent, hide: () => silent }
    const credentials = { clientId: info.clientId, clientSecret: info.clientSecret }
    const portal = createServiceClient({
      address: info.baseUrl,
      segment: info.segment,
      credentials: () => Promise.resolve(credentials),
      clock: systemClock,
      log,
    })
    const packages = (await portal.inventory()).items.filter(
      ({ countrySet, active, amount, prices }) =>
        countrySet === 'EUROPE' && active !== false && (amount ?? 0) === 0 && (prices?.[0]?.priceValue ?? 0) > 0,
    )
    environments += 1
    const desks = [
      new HistoryDesk(info, join(folder, `one-${String(environments)}`), clock),
      new HistoryDesk(info, join(folder, `two-${String(environments)}`), clock),
    ] as const
    for (const desk of desks) await desk.start()
    const stop = async (): Promise<void> => {
      for (const desk of desks) await desk.stop()
      await portal.close()
      await sandbox.stop()
    }
    running = { service, clock, desks, portal, packages, stop }
    return running
  }

  beforeAll(() => {
    folder = mkdtempSync(join(memory, 'histories-'))
  })
  afterAll(async () => {
    await running?.stop()
    rmSync(folder, { recursive: true })
  })

  test.runIf(histories > 0)(
    `${String(histories)} random histories of money keep its invariants (seed ${String(seed)})`,
    async () => {
      process.stdout.write(`histories of money: ${String(histories)}, ESIM_DESK_MONEY_SEED=${String(seed)}\n`)
      const tally: Tally = { submissions: 0, executed: 0, faults: new Map() }
      let run = 0
      await fc.assert(
        fc.asyncProperty(dialect, history, async (variants, commands) => {
          const environment = running === null || run % historiesEach === 0 ? await newEnvironment() : running
          run += 1
          const account = new Account(environment, variants, tally)
          await account.begin()
          for (const command of commands) await account.run(command)
          await account.expectInvariants()
        }),
        { numRuns: histories, seed, endOnFailure: false, ...(path === undefined ? {} : { path }) },
      )
      const shares = [...tally.faults]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([fault, { ended, needsHuman }]) => `${fault} ${((100 * needsHuman) / (ended + needsHuman)).toFixed(1)} %`)
      process.stdout.write(
        `histories of money: ${String(tally.submissions)} submissions, ${String(tally.executed)} executed; ` +
          `a person was needed after ${shares.join(', ')}\n`,
      )
      if (path === undefined && histories >= 100) expect(tally.executed).toBeGreaterThan(histories)
    },
    sizes.timeout,
  )
}
