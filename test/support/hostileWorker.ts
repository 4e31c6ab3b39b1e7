/**
 * Runs expressions and functions over hostile texts in a thread that can be ended: an expression can't be interrupted.
 * For each text it says which one it begins with, then what was measured.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { hostileFunctions } from './hostileFunctions.ts'
import { hostileTexts, textsFor, type HostileText } from './hostileTexts.ts'
import { superLinear } from './timing.ts'

const Task = z.union([z.object({ source: z.string(), flags: z.string() }), z.object({ function: z.string() })])
const { tasks, growth, all } = z
  .object({
    tasks: z.array(Task),
    growth: z.object({ short: z.number(), long: z.number(), limit: z.number() }),
    all: z.boolean(),
  })
  .parse(workerData)

/** As the sources use them: those with `g` replace, the others test. */
function run(expression: RegExp): (text: string) => unknown {
  return expression.global ? (text) => text.replaceAll(expression, '') : (text) => expression.test(text)
}

function workOf(task: z.infer<typeof Task>): {
  readonly act: (text: string) => unknown
  readonly texts: readonly HostileText[]
} {
  if ('source' in task)
    return {
      act: run(new RegExp(task.source, task.flags)),
      texts: [...hostileTexts(all), ...textsFor(task.source, all)],
    }
  const act = hostileFunctions[task.function]
  if (act === undefined) throw new Error(`There is no function ${task.function}`)
  return { act, texts: hostileTexts(all) }
}

for (const [index, task] of tasks.entries()) {
  const { act, texts } = workOf(task)
  for (const text of texts) {
    parentPort?.postMessage({ index, text: text.name })
    const measured = await superLinear(act, text, growth)
    if (measured !== null) parentPort?.postMessage({ index, text: text.name, measured })
  }
  parentPort?.postMessage({ index, done: texts.length })
}
