/**
 * Thousands of calls from a script that has taken over the window of the built desk: every operation of the contract
 * with valid, changed and hostile inputs, and texts that are no call. A person answers some of the questions of the
 * main process with yes and the others with no.
 *
 * ESIM_DESK_FUZZ_SEED: the same calls again, as the output names it. Identifiers in them are those that the desk
 * answers.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { expectNoConsoleErrors, openCustomer, searchField } from '../e2e/journey.ts'
import { calls, operationNames } from '../support/contractCalls.ts'
import { control } from '../support/control.ts'
import { type RunningDesk, startDesk } from '../support/desk.ts'
import { attachToMain, inspectable } from '../support/mainProcess.ts'
import { createFuzzer } from './fuzzer.ts'
import { sizes } from './sizes.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const seed = Number(process.env['ESIM_DESK_FUZZ_SEED'] ?? Date.now() % 2_147_483_647)
/** Milliseconds for which the event loop of the main process may not take a turn. */
const maxStall = 200
const callsAtOnce = 40

const planned = fc.sample(calls, { seed, numRuns: sizes.fuzzCalls })
const answers = fc.sample(fc.constantFrom('yes', 'yes', 'yes', 'no', 'close'), { seed, numRuns: 1000 })

async function startedDesk(): Promise<RunningDesk> {
  const home = await temporaryFolder()
  const desk = await startDesk({
    args: ['--sandbox', '--sandbox-customers=300'],
    env: { HOME: home, ...inspectable },
    person: 'absent',
  })
  onTestFinished(() => desk.close())
  await searchField(desk.page).waitFor()
  return desk
}

/** Lines of the log that name something that must not happen, whatever the window sends. */
async function errorsInLog({ userData }: RunningDesk): Promise<readonly string[]> {
  const files = await Promise.all(
    ['desk.old.log', 'desk.log'].map((name) => readFile(join(userData, name), 'utf8').catch(() => '')),
  )
  return files
    .join('')
    .split('\n')
    .filter((line) => /^\S+ error /.test(line))
}

test(
  `${String(sizes.fuzzCalls)} calls of all kinds are answered by the contract, and nothing is executed that nobody approved`,
  async () => {
    process.stdout.write(`calls of the bridge: ${String(sizes.fuzzCalls)}, ESIM_DESK_FUZZ_SEED=${String(seed)}\n`)
    const desk = await startedDesk()
    const { pid } = desk
    const main = await attachToMain(desk)
    onTestFinished(main.close)
    const fuzzer = await createFuzzer({ desk, main, answers })
    for (let at = 0; at < planned.length; at += callsAtOnce) await fuzzer.send(planned.slice(at, at + callsAtOnce))
    const { problems, counts, reached, longestStall, executed, sandbox } = await fuzzer.end()
    process.stdout.write(
      `answers: ${JSON.stringify(counts)}; ${String(executed)} operations executed; longest stall of the main process: ${String(Math.round(longestStall))} ms\n`,
    )
    const again = `ESIM_DESK_FUZZ_SEED=${String(seed)}`

    expect(problems, again).toEqual([])
    expect(longestStall, again).toBeLessThan(maxStall)
    expect(executed, again).toBeGreaterThan(0)
    if (sizes.all) expect([...reached].toSorted(), again).toEqual(operationNames.toSorted())
    expect([desk.pid, desk.exitCode]).toEqual([pid, null])
    expect(await errorsInLog(desk), again).toEqual([])
    expectNoConsoleErrors(desk)
    const customer = await control(sandbox).sample('usedItem')
    await desk.page.evaluate("location.assign('#/')")
    await openCustomer(desk.page, customer.uid, customer.email)
    main.close()
  },
  sizes.timeout,
)
