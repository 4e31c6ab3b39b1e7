/**
 * Figure: start of the built desk until it can be used (a typed key was answered with customers and they are painted),
 * against an empty page through the same launcher until it shows the same key. Both are new processes on a new profile
 * folder, attached to through the debugging port; the desk also reads its 1,000 customers from a service in another
 * process that is running already. They take turns, so that both meet the same machine.
 */
import { fileURLToPath } from 'node:url'
import { startSandboxProcess } from '../support/sandbox.ts'
import { figure, machine, median } from './support/figures.ts'
import { buildEmptyProgram } from './support/emptyProgram.ts'
import { startLean } from './support/leanProgram.ts'

const rounds = Number(process.env['ESIM_DESK_BENCH_ROUNDS'] ?? 15)

/** Milliseconds. */
interface Start {
  /** The program said that it can be used, and its page listens. */
  readonly ready: number
  /** The key's answer was painted. */
  readonly usable: number
}

interface Program {
  readonly entry: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Selectors: what takes the key, and what shows its answer. */
  readonly field: string
  readonly answered: string
}

/** Runs in the page; sent there as text. The frame after the one in which the answer is there has painted it. */
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
  const began = performance.now()
  const program = await startLean(entry, args, env)
  try {
    const ready = performance.now() - began
    await program.evaluate(`(${waitForField.toString()})(${JSON.stringify(field)}, ${JSON.stringify(answered)})`)
    await program.press('a')
    await program.evaluate('painted')
    return { ready, usable: performance.now() - began }
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
    // The first one of each fills the disk's cache and Node's.
    if (round > 0) starts.push(start)
  }
} finally {
  await Promise.all([sandbox.stop(), built.remove()])
}

const medianOf = (of: (start: (typeof starts)[number]) => number): number => median(starts.map(of))
const milliseconds = (of: (start: (typeof starts)[number]) => number): string => `${medianOf(of).toFixed(0)} ms`
figure({
  name: 'Start to usable, against an empty page',
  value: medianOf(({ desk: one, empty: other }) => one.usable / other.usable),
  unit: 'times',
  goal: 1.5,
  note: `medians of ${starts.length} rounds: desk ${milliseconds((one) => one.desk.usable)}, empty page ${milliseconds((one) => one.empty.usable)}; to the ready line ${milliseconds((one) => one.desk.ready)} and ${milliseconds((one) => one.empty.ready)}`,
})
machine()
