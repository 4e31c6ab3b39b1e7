/**
 * Runs expressions and functions over hostile texts in a thread, because an expression can't be interrupted, but its
 * thread can be ended. It reports each text before it runs, then the measured times.
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

/** Uses an expression as the sources do: expressions with `g` replace, the others test. */
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
