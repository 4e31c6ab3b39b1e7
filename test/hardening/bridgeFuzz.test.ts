/**
 * Sends thousands of calls from a script that has taken over the window of the built desk: every operation of the
 * contract with valid, changed and hostile inputs, and texts that are not calls. A person answers some of the questions
 * of the main process with yes and the others with no.
 *
 * ESIM_DESK_FUZZ_SEED, which the output names, repeats the same calls, with the identifiers that the desk returns.
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
/** The longest allowed stall of the main process's event loop, in milliseconds. */
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

/** Returns the error lines of the log, which must not exist whatever the window sends. */
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
  `${String(sizes.fuzzCalls)} calls of all kinds get results of the contract, and nothing is executed without approval`,
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
      `answers: ${JSON.stringify(counts)}; ${String(executed)} operations executed; longest stall of the ` +
        `main process: ${String(Math.round(longestStall))} ms\n`,
    )
    const seedHint = `ESIM_DESK_FUZZ_SEED=${String(seed)}`

    expect(problems, seedHint).toEqual([])
    expect(longestStall, `longest stall, ${seedHint}`).toBeLessThan(maxStall)
    expect(executed, seedHint).toBeGreaterThan(0)
    if (sizes.all) expect([...reached].toSorted(), seedHint).toEqual(operationNames.toSorted())
    expect([desk.pid, desk.exitCode]).toEqual([pid, null])
    expect(await errorsInLog(desk), seedHint).toEqual([])
    expectNoConsoleErrors(desk)
    const customer = await control(sandbox).sample('usedItem')
    await desk.page.evaluate("location.assign('#/')")
    await openCustomer(desk.page, customer.uid, customer.email)
    main.close()
  },
  sizes.timeout,
)
