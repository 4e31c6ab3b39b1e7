/**
 * No text of others stops the main process: every expression of `electron/` and `shared/` and every function that meets
 * such text takes a time that is linear in the length of the text, over texts that are made to be slow.
 */
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { expressionsOf } from '../support/expressions.ts'
import { hostileFunctions } from '../support/hostileFunctions.ts'
import { runHostile, type SlowTask } from '../support/hostileRuns.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const all = process.env['ESIM_DESK_HARDENING'] === 'all'
/** Code units; milliseconds for the long text. Linear ones take a few. */
const growth = { short: 10_000, long: 100_000, limit: 1000 }

const found = globSync('{electron,shared}/**/*.ts', { cwd: root }).map((file) =>
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

/** Expressions whose text is made at run time, and what they meet. */
const dynamicExpressions = [
  'electron/customers/directory/copy.ts', // from the names of the secret fields; meets customers: the function "a customer"
]

test('every expression is found: those that are made at run time are known', () => {
  expect(expressions.length).toBeGreaterThan(150)
  expect(found.flatMap(({ unresolved }) => unresolved.map((place) => place.replace(/:\d+$/, ''))).sort()).toEqual(
    dynamicExpressions,
  )
})

test('every expression takes a linear time over every hostile text', async () => {
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

test('every function that meets text of others takes a linear time over every hostile text', async () => {
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

test('the measure itself finds a square and a cube', async () => {
  const square = { source: String.raw`\d+x`, flags: 'g' }
  const cube = { source: String.raw`[\w-]*(?:token)[\w-]*:`, flags: 'gi' }
  const { slow } = await runHostile([square, cube], {
    growth: { short: 1000, long: 10_000, limit: 1000 },
    all: false,
    timeoutMs: 3000,
  })
  expect(new Set(slow.map(({ index }) => index))).toEqual(new Set([0, 1]))
})
