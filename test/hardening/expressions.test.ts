/**
 * No text from outside blocks the main process, and no pasted one the window: every regular expression of `electron/`,
 * `shared/` and the rules of the window, and every function that processes such text, takes linear time in the length
 * of the text, even for texts that are designed to be slow.
 */
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { expressionsOf } from '../support/expressions.ts'
import { hostileFunctions } from '../support/hostileFunctions.ts'
import { runHostile, type SlowTask } from '../support/hostileRuns.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const all = process.env['ESIM_DESK_HARDENING'] === 'all'
/** Lengths in code units, and the time limit for the long text in milliseconds. Linear expressions take a few. */
const growth = all ? { short: 10_000, long: 100_000, limit: 1000 } : { short: 4000, long: 40_000, limit: 400 }

const found = globSync('{electron,relay,renderer/lib/chat,renderer/rules,shared}/**/*.ts', { cwd: root }).map((file) =>
  expressionsOf(file.replaceAll('\\', '/'), `${root}${file}`),
)
const expressions = found.flatMap((file) => file.expressions)

function describeSlow(name: string, { text, measured }: Omit<SlowTask, 'index'>): string {
  const times =
    measured === null
      ? 'it did not come back'
      : `${measured.short.toFixed(1)} ms for the short text, ${measured.long.toFixed(1)} ms for the long one`
  return `${name} over ${text}: ${times}`
}

/** Files with expressions whose text is computed at run time. */
const dynamicExpressions = [
  'electron/customers/directory/customerCopy.ts', // From the names of the secret fields; the function "a customer" covers it.
  'shared/wire/lenient.ts', // From the names of the secret fields, without any repetition.
]

test('every expression is found, and those that are computed at run time are listed', () => {
  expect(expressions.length).toBeGreaterThan(150)
  expect(found.flatMap(({ unresolved }) => unresolved.map((place) => place.replace(/:\d+$/, ''))).sort()).toEqual(
    dynamicExpressions,
  )
})

test('every expression takes linear time for every hostile text', async () => {
  const { slow, texts } = await runHostile(
    expressions.map(({ source, flags }) => ({ source, flags })),
    { growth, all },
  )
  process.stdout.write(
    `${String(expressions.length)} expressions, ${String(texts)} texts of ${String(growth.long)} characters\n`,
  )
  expect(
    slow.map(({ index, ...rest }) =>
      describeSlow(`${expressions[index]?.file ?? ''}:${String(expressions[index]?.line)}`, rest),
    ),
  ).toEqual([])
})

test('every function that processes text from outside takes linear time for every hostile text', async () => {
  const names = Object.keys(hostileFunctions)
  const { slow, texts } = await runHostile(
    names.map((name) => ({ function: name })),
    { growth, all },
  )
  process.stdout.write(
    `${String(names.length)} functions, ${String(texts)} texts of ${String(growth.long)} characters\n`,
  )
  expect(slow.map(({ index, ...rest }) => describeSlow(names[index] ?? '', rest))).toEqual([])
})

test('the measurement detects quadratic and cubic growth', async () => {
  const square = { source: String.raw`\d+x`, flags: 'g' }
  const cube = { source: String.raw`[\w-]*(?:token)[\w-]*:`, flags: 'gi' }
  const { slow } = await runHostile([square, cube], {
    // Long enough for a fast machine: a square of 10,000 characters takes it no longer than the clock's tolerance.
    growth: { short: 4000, long: 40_000, limit: 400 },
    all: false,
    timeoutMs: 3000,
  })
  expect(new Set(slow.map(({ index }) => index))).toEqual(new Set([0, 1]))
})
