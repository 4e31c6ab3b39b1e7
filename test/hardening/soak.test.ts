/**
 * Uses the built desk without a pause. Its customers, sheets, inventory and operations are opened repeatedly, and the
 * memory of each of its processes does not grow after the first minutes.
 */
import { expect, onTestFinished, test } from 'vitest'
import { connectedDesk, expectNoConsoleErrors } from '../e2e/journey.ts'
import type { RunningDesk } from '../support/desk.ts'
import { attachToMain, inspectable, type MainProcess } from '../support/mainProcess.ts'
import { megabytes } from '../support/measure.ts'
import { type DeskProcess, processesOf } from '../support/processes.ts'
import { roundsOn } from './rounds.ts'
import { sizes } from './sizes.ts'

/** Growth until then consists of caches and compiled code. */
const warmUpSeconds = sizes.soakSeconds / 5
/** The share of its resident memory by which the memory that a process has written may grow. */
const maxGrowth = 0.05
/** The number of samples before and after, each with one round of use. */
const samples = sizes.all ? 10 : 1

/**
 * Returns the smallest of some samples for each process. The page and the main process release their memory before each
 * sample, because V8 collects late while memory is available.
 */
async function restingMemory(
  { pid: desk, page }: RunningDesk,
  main: MainProcess,
  use: () => Promise<void>,
): Promise<ReadonlyMap<number, DeskProcess>> {
  const session = await page.context().newCDPSession(page)
  const smallest = new Map<number, DeskProcess>()
  for (let sample = 0; sample < samples; sample += 1) {
    await use()
    await session.send('Memory.simulatePressureNotification', { level: 'critical' })
    await session.send('HeapProfiler.collectGarbage')
    await main.collectGarbage()
    for (const one of await processesOf(desk)) {
      if (one.resident > 0 && one.written < (smallest.get(one.pid)?.written ?? Infinity)) smallest.set(one.pid, one)
    }
  }
  await session.detach()
  return smallest
}

const memoryOf = ({ resident, written }: DeskProcess): string =>
  `${String(megabytes(resident))} MB (${String(megabytes(written))} MB written)`

const title = sizes.all
  ? 'after 15 minutes of use no process of the desk is more than 5 % larger'
  : 'some seconds of use without a pause cause no errors'

test(title, async () => {
  const scene = await connectedDesk({ customers: 1000, desk: { env: inspectable } })
  const { desk } = scene
  const makeRound = await roundsOn(scene)
  let round = 0
  const use = async (): Promise<void> => {
    round = await makeRound()
  }
  const useFor = async (seconds: number): Promise<void> => {
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) await use()
  }

  const main = await attachToMain(desk)
  onTestFinished(main.close)
  await useFor(warmUpSeconds)
  const before = await restingMemory(desk, main, use)
  await useFor(sizes.soakSeconds - warmUpSeconds)
  const after = await restingMemory(desk, main, use)

  const growths = [...after.values()].flatMap((last) => {
    const first = before.get(last.pid) ?? last
    const figures = `${last.kind} ${memoryOf(first)}, then ${memoryOf(last)} after ${String(round)} rounds`
    process.stdout.write(`soak: ${figures}\n`)
    return last.written - first.written > first.resident * maxGrowth ? [figures] : []
  })
  // A few seconds prove nothing about growth; a short run only checks that the desk has no errors.
  if (sizes.all) expect(growths).toEqual([])
  expect([...after.keys()]).toEqual(expect.arrayContaining([...before.keys()].filter((pid) => pid === desk.pid)))
  expect(round).toBeGreaterThan(2 * samples)
  expectNoConsoleErrors(desk)
})
