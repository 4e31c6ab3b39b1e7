/**
 * Measures the start of the built desk until it is usable (the customers for a typed key are painted), relative to an
 * empty page in the same launcher until it shows the same key. Both are new processes on a new profile folder, attached
 * through the debugging port. The desk also reads its 1,000 customers from a service in another process that is already
 * running. The two alternate, so that both run under the same conditions.
 */
import { fileURLToPath } from 'node:url'
import { startSandboxProcess } from '../support/sandbox.ts'
import { figure, machine, median } from './support/figures.ts'
import { buildEmptyProgram } from './support/emptyProgram.ts'
import { startLean } from './support/leanProgram.ts'

const rounds = Number(process.env['ESIM_DESK_BENCH_ROUNDS'] ?? 15)

/** Times in milliseconds. */
interface Start {
  /** The time until the program has printed its ready line and its page is attached. */
  readonly ready: number
  /** The time until the result of the key is painted. */
  readonly usable: number
}

interface Program {
  readonly entry: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** The selector of the field that gets the key. */
  readonly field: string
  /** The selector of the element that shows its result. */
  readonly answered: string
}

/** Runs in the page, to which it is sent as text. The result is painted one frame after its element exists. */
async function waitForField(field: string, answered: string): Promise<void> {
  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
  let found = document.querySelector<HTMLElement>(field)
  while (found === null) {
    await frame()
    found = document.querySelector<HTMLElement>(field)
  }
  found.focus()
  const painted = new Promise<void>((resolve) => {
    const waitForAnswer = async (): Promise<void> => {
      while (document.querySelector(answered) === null) await frame()
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve()
      requestAnimationFrame(() => channel.port2.postMessage(null))
    }
    addEventListener('keydown', () => void waitForAnswer(), { once: true, capture: true })
  })
  Reflect.set(globalThis, 'painted', painted)
}

async function timeStart({ entry, args, env, field, answered }: Program): Promise<Start> {
  const startedAt = performance.now()
  const program = await startLean(entry, args, env)
  try {
    const ready = performance.now() - startedAt
    await program.evaluate(`(${waitForField.toString()})(${JSON.stringify(field)}, ${JSON.stringify(answered)})`)
    await program.press('a')
    await program.evaluate('painted')
    return { ready, usable: performance.now() - startedAt }
  } finally {
    await program.close()
  }
}

const sandbox = await startSandboxProcess({ customers: 1000, seed: 7 })
const built = await buildEmptyProgram()
const { baseUrl, segment, clientId, clientSecret } = sandbox.info
const empty: Program = { entry: built.entry, args: [], env: {}, field: 'body', answered: 'body' }
const desk: Program = {
  entry: fileURLToPath(new URL('../../out/main/chromium.js', import.meta.url)),
  args: ['--service', baseUrl, '--segment', segment],
  env: { ESIM_DESK_CLIENT_ID: clientId, ESIM_DESK_CLIENT_SECRET: clientSecret },
  field: 'input[type="search"]',
  answered: '[data-query="a"] [role="rowgroup"] [role="row"]',
}

const starts: { readonly desk: Start; readonly empty: Start }[] = []
try {
  for (let round = 0; round <= rounds; round++) {
    const start = { empty: await timeStart(empty), desk: await timeStart(desk) }
    // The first start of each fills the caches of the disk and of Node.
    if (round > 0) starts.push(start)
  }
} finally {
  await Promise.all([sandbox.stop(), built.remove()])
}

const medianOf = (of: (start: (typeof starts)[number]) => number): number => median(starts.map(of))
const milliseconds = (of: (start: (typeof starts)[number]) => number): string => `${medianOf(of).toFixed(0)} ms`
figure({
  name: 'Start to usable, relative to an empty page',
  value: medianOf(({ desk: one, empty: other }) => one.usable / other.usable),
  unit: 'times',
  goal: 1.5,
  note:
    `medians of ${starts.length} rounds: desk ${milliseconds((one) => one.desk.usable)}, empty page ` +
    `${milliseconds((one) => one.empty.usable)}; to the ready line ` +
    `${milliseconds((one) => one.desk.ready)} and ${milliseconds((one) => one.empty.ready)}`,
})
machine()
