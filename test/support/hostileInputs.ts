/** Inputs and texts that neither a person nor the desk's own window would send over the bridge. */
import fc from 'fast-check'
import * as z from 'zod'
import { deepPlaceholder, longPlaceholder } from './knownValues.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export const JsonValue: z.ZodType<Json> = z.json()

/** The maximum size of a call of the bridge, in bytes. */
const limit = 1024 * 1024

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '.',
  '..',
  '../../../etc/passwd',
  '/dev/zero',
  'a\0b',
  '\ud800',
  'x\udfff\ud800',
  '\u202egpj.exe',
  '\ufeff',
  '\n',
  '%00',
  '%2e%2e%2f',
  '?x',
  '#x',
  'NaN',
  '=1+1',
  '__proto__',
  "'; DROP TABLE customers; --",
  '" OR 1',
  '<img src=x onerror=alert(1)>',
  '${1}{{1}}',
  '$&',
  'LPA:1$x.example$Y',
  'http://127.0.0.1:1/',
]

/** Generates values that neither a person nor the desk's own window would send. */
export const hostileValue: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<Json>(null, true, -1, 0, 1.5, 1e308, 2 ** 53, [], {}, [[]], [null], ...hostileTexts),
  },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JsonValue.parse(value)),
  fc.constantFrom(
    longPlaceholder(257),
    longPlaceholder(5000),
    longPlaceholder(200_000),
    deepPlaceholder(100),
    deepPlaceholder(5000),
    deepPlaceholder(100_000),
  ),
)
const hostileKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'x',
  '',
  '0',
)

/** Adds an own property, even if its name is `__proto__`. */
const withKey = (fields: Readonly<Record<string, Json>>, key: string, value: Json): Json =>
  Object.defineProperty({ ...fields }, key, { value, enumerable: true, configurable: true, writable: true })

/** Replaces one value, removes a key or adds one. `at` selects where. */
export function change(value: Json, { at, how, key, hostile }: Change): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return hostile
  const fields: Readonly<Record<string, Json>> = Object.fromEntries(Object.entries(value))
  const names = Object.keys(fields)
  const name = names[at % Math.max(1, names.length)]
  if (name === undefined || how === 'add') return withKey(fields, key, hostile)
  if (how === 'remove') return Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))
  const inner = fields[name] ?? null
  return withKey(
    fields,
    name,
    typeof inner === 'object' && inner !== null && at % 2 === 0
      ? change(inner, { at: Math.floor(at / 2), how, key, hostile })
      : hostile,
  )
}

export interface Change {
  readonly at: number
  readonly how: 'replace' | 'remove' | 'add'
  readonly key: string
  readonly hostile: Json
}
export const changes: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(1000),
  how: fc.constantFrom('replace', 'replace', 'remove', 'add'),
  key: hostileKey,
  hostile: hostileValue,
})

/** Texts that resemble a call. */
export const rawTexts: readonly ((op: string, input: string) => string)[] = [
  () => '',
  () => 'undefined',
  () => 'null',
  () => '[object Object]',
  () => '[]',
  () => '"customers.list"',
  () => '{"op":1e999,"input":null}',
  (op, input) => `{"op":${op},"input":${input}`,
  (op, input) => `{"op":${op},"input":${input}},`,
  (op, input) => `[{"op":${op},"input":${input}}]`,
  (op, input) => `\ufeff{"op":${op},"input":${input}}`,
  (op, input) => `{"op":${op},"input":${input}}\0`,
  (op, input) => `{"op":"connections.list","op":${op},"input":${input}}`,
  (op, input) => `{"op":${op},"input":${input},"input":{"__proto__":{"limit":1}}}`,
  (op, input) => `{"op":${op},"input":${input},"more":1}`,
  (op, input) => `{"__proto__":{"op":${op}},"input":${input}}`,
  (op, input) => `{"op":${op},"input":${input},"constructor":{"prototype":{}}}`,
  (op, input) => `{"op":${op},"input":${input}}`.padEnd(limit, ' '),
  (op, input) => `{"op":${op},"input":${input}}`.padEnd(limit + 1, ' '),
  (op) => `{"op":${op},"input":"${longPlaceholder(limit)}"}`,
  (op) => `{"op":${op},"input":"${'é'.repeat(limit / 2)}"}`,
  () => `"${deepPlaceholder(200_000)}"`,
  (op) => `{"op":[${op}],"input":null}`,
]

export const unknownOperations = [
  '',
  '.',
  'customers',
  'customers.',
  '.list',
  'customers.list.x',
  'customers.List',
  'Customers.list',
  'customers.constructor',
  '__proto__.toString',
  'constructor.constructor',
  'hasOwnProperty.call',
  'customers.__proto__',
  'operations.toString',
  'customers\0.list',
  'customers.list\u200b',
  'on.on',
  'x'.repeat(100),
  'x'.repeat(101),
  `customers.${'x'.repeat(1000)}`,
]

/** The number of values that cannot be serialized as JSON. */
export const unsendableValues = 8
