/**
 * Figure: start of the built desk until it can be used (a typed key was answered with customers and they are painted),
 * against an empty page through the same launcher until it shows the same key. Both are new processes on a new profile
 * folder, attached to through the debugging port; the desk also reads its 1,000 customers from a service in another
 * process that is running already. They take turns, so that both meet the same machine.
 */
import { startDesk, type DeskOptions } from '../support/desk.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { figure, machine, median } from './support/figures.ts'
import { buildEmptyProgram } from './support/emptyProgram.ts'
import { keyToPainted } from './support/painted.ts'

const rounds = Number(process.env['ESIM_DESK_BENCH_ROUNDS'] ?? 15)

/** Milliseconds. */
interface Start {
  /** The program said that it can be used. */
  readonly ready: number
  /** The key's answer was painted. */
  readonly usable: number
}

async function timeStart(options: DeskOptions, field: string | null, answered: string): Promise<Start> {
  const began = performance.now()
  const program = await startDesk(options)
  try {
    const ready = performance.now() - began
    const { page } = program
    if (field !== null) await page.evaluate(focusWhenThere, field)
    await keyToPainted(page, 'a', answered)
    return { ready, usable: performance.now() - began }
  } finally {
    await program.close()
  }
}

/** Runs in the page; sent there as text. The driver's own search for a field costs a start more than it should. */
async function focusWhenThere(selector: string): Promise<void> {
  for (;;) {
    const field = document.querySelector<HTMLElement>(selector)
    if (field !== null) return field.focus()
    await new Promise(requestAnimationFrame)
  }
}

const sandbox = await startSandboxProcess({ customers: 1000, seed: 7 })
const program = await buildEmptyProgram()
const { baseUrl, segment, clientId, clientSecret } = sandbox.info
const desk: DeskOptions = { args: ['--service', baseUrl, '--segment', segment], env: { ESIM_DESK_CLIENT_ID: clientId, ESIM_DESK_CLIENT_SECRET: clientSecret } }

const starts: { readonly desk: Start; readonly empty: Start }[] = []
try {
  for (let round = 0; round <= rounds; round++) {
    const empty = await timeStart({ entry: program.entry }, null, 'body')
    const start = { empty, desk: await timeStart(desk, 'input[type="search"]', '[data-query="a"] [role="rowgroup"] [role="row"]') }
    // The first one of each fills the disk's cache and Node's.
    if (round > 0) starts.push(start)
  }
} finally {
  await Promise.all([sandbox.stop(), program.remove()])
}

const middle = (of: (start: (typeof starts)[number]) => number): number => median(starts.map(of))
const milliseconds = (of: (start: (typeof starts)[number]) => number): string => `${middle(of).toFixed(0)} ms`
figure({
  name: 'Start to usable, against an empty page', value: middle(({ desk: one, empty }) => one.usable / empty.usable), unit: 'times', goal: 1.5,
  note: `medians of ${starts.length} rounds: desk ${milliseconds((one) => one.desk.usable)}, empty page ${milliseconds((one) => one.empty.usable)}; to the ready line ${milliseconds((one) => one.desk.ready)} and ${milliseconds((one) => one.empty.ready)}`,
})
machine()
