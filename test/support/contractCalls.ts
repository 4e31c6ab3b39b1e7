/**
 * Generates random calls of the bridge from the contract's schemas, so that new operations are included automatically:
 * valid calls, valid calls with one change, and texts that are not calls. Values that only a running desk has are
 * placeholders (`knownValues.ts`), which are replaced when the call is sent.
 */
import fc from 'fast-check'
import * as z from 'zod'
import { contract, type OperationSpec } from '#shared/contract.ts'
import {
  change,
  changes,
  hostileTexts,
  hostileValue,
  type Json,
  JsonValue,
  rawTexts,
  unknownOperations,
  unsendableValues,
} from './hostileInputs.ts'
import { knownPlaceholder, longPlaceholder } from './knownValues.ts'

export interface PlannedCall {
  readonly kind: 'valid' | 'changed' | 'hostile input' | 'unknown operation' | 'raw text' | 'not JSON'
  /** The operation from which the call is derived. */
  readonly op: string
  /** JSON, or the text that is sent in its place, with placeholders. Empty for `not JSON`. */
  readonly text: string
  /** For `not JSON`, the index of a value that only a script in the page can create. */
  readonly choice: number
}

type Schema = z.core.JSONSchema.JSONSchema

/**
 * Values for properties whose random values would take minutes, reach beyond this machine, or be refused every time.
 * The keys are `namespace.operation.property`; `*` matches any part.
 */
const valuesByName: Readonly<Record<string, readonly Json[]>> = {
  'connections.startSandbox.customers': [20, 300, 2500],
  'connections.*.address': [
    'http://127.0.0.1:1',
    'https://localhost:1/path',
    'https://service.example',
    'ftp://127.0.0.1',
    'http://[::1]:1/%2e%2e',
  ],
  'connections.*.proxy': [null, 'direct', 'http://127.0.0.1:1', 'https://localhost:1'],
  '*.*.caFile': [null, '/etc/passwd', '/dev/zero', '/proc/self/mem', '/', '../x', 'a\0b'],
  'operations.setRules.metatag': ['{id} {reference}', '{reference}{id}', '{id}'],
  'settings.set.host': ['localhost', '127.0.0.1', 'mail.example'],
  'settings.set.port': [1, 9],
  'sandbox.act.hours': [0.25, 1, 24, 2200],
  '*.*.name': ['sheets', 'Übersicht 2026', '日本 1', 'a'],
}

const matchesPattern = (name: string, key: string): boolean => {
  const [wanted, given] = [key.split('.'), name.split('.')]
  return wanted.every((part, at) => part === '*' || part === given[at])
}
const valuesOf = (name: string): readonly Json[] | undefined =>
  Object.entries(valuesByName).find(([key]) => matchesPattern(name, key))?.[1]

const patternsOf = ({ pattern, allOf = [] }: Schema): readonly string[] => [
  ...(pattern === undefined ? [] : [pattern]),
  ...allOf.flatMap((part) => part.pattern ?? []),
]

/** Generates texts that match a pattern, or any texts if the generator does not support the pattern's syntax. */
function textsMatching(pattern: string): fc.Arbitrary<string> {
  for (const flags of ['u', '']) {
    try {
      const texts = fc.stringMatching(new RegExp(pattern, flags), { size: 'small' })
      fc.sample(texts, 1)
      return texts
    } catch {
      // The generator may support the pattern without the flag.
    }
  }
  return fc.string({ unit: 'grapheme', maxLength: 30 })
}

function textOf(schema: Schema, name: string): fc.Arbitrary<Json> {
  const { minLength = 0, maxLength = 2000, format } = schema
  const fittingTexts = hostileTexts.filter(({ length }) => length >= minLength && length <= maxLength)
  const ordinary = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) })
  const free = fittingTexts.length === 0 ? ordinary : fc.oneof(ordinary, fc.constantFrom(...fittingTexts))
  const [pattern] = patternsOf(schema)
  const generated =
    format === 'date-time'
      ? fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
      : pattern === undefined
        ? free
        : textsMatching(pattern)
  const known = fc.tuple(fc.nat(), generated).map(([chance, other]) => knownPlaceholder(name, chance, other))
  const choices = valuesOf(name)
  if (choices !== undefined)
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...choices) }, { weight: 1, arbitrary: known })
  // A value that the desk returned under this name need not match the schema of the input.
  const isFree = pattern === undefined && format === undefined
  const longText = fc.constant(longPlaceholder(Math.min(maxLength, 20_000)))
  return fc.oneof(
    { weight: isFree ? 25 : 5, arbitrary: known },
    { weight: isFree ? 9 : 15, arbitrary: generated },
    { weight: 1, arbitrary: longText },
  )
}

function numberOf({ type, minimum, maximum, exclusiveMinimum }: Schema, name: string): fc.Arbitrary<Json> {
  const choices = valuesOf(name)
  if (choices !== undefined) return fc.constantFrom(...choices)
  const lowest = minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum : -1e9)
  const [min, max] = [Math.max(lowest, -1e9), Math.min(maximum ?? 1e9, 1e9)]
  const whole = fc.oneof(
    fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
    fc.integer({ min: Math.ceil(min), max: Math.ceil(min) + 5 }),
    fc.constant(Math.floor(max)),
  )
  return type === 'integer' ? whole : fc.oneof(whole, fc.double({ min, max, noNaN: true, noDefaultInfinity: true }))
}

/** Lists are short, because operations that take minutes reveal nothing new. */
const maxItems = 3

function objectOf({ properties = {}, required = [] }: Schema, name: string): fc.Arbitrary<Json> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [
      key,
      valueOf(schema, `${name.split('.').slice(0, 2).join('.')}.${key}`),
    ]),
  )
  return fc.record(fields, { requiredKeys: required, noNullPrototype: true })
}

/** @param name `namespace.operation.property` */
function valueOf(schema: z.core.JSONSchema._JSONSchema, name: string): fc.Arbitrary<Json> {
  if (typeof schema === 'boolean') return fc.constant(null)
  if (schema.const !== undefined) return fc.constant(JsonValue.parse(schema.const))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map((value) => JsonValue.parse(value)))
  const branches = schema.anyOf ?? schema.oneOf
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => valueOf(branch, name)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, name)
    case 'array':
      return typeof schema.items === 'object' && !Array.isArray(schema.items)
        ? fc.array(valueOf(schema.items, name), {
            minLength: schema.minItems ?? 0,
            maxLength: Math.max(schema.minItems ?? 0, maxItems),
          })
        : fc.constant([])
    case 'string':
      return textOf(schema, name)
    case 'integer':
    case 'number':
      return numberOf(schema, name)
    case 'boolean':
      return fc.boolean()
    default:
      return fc.constant(null)
  }
}

const textWith = (op: Json, input: Json): string => JSON.stringify({ op, input })

/** Operations whose results are inputs of other operations are called more often. */
const weights: Readonly<Record<string, number>> = {
  'operations.preview': 10,
  'operations.run': 10,
  'customers.get': 4,
  'installation.sheet': 3,
}

interface Operation {
  readonly op: string
  readonly input: fc.Arbitrary<Json>
}

function operationOf(op: string, { input }: OperationSpec): Operation {
  return { op, input: valueOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' }), op) }
}

const operations: readonly Operation[] = Object.entries(contract).flatMap(([namespace, specs]) =>
  Object.entries(specs).map(([name, spec]: [string, OperationSpec]) => operationOf(`${namespace}.${name}`, spec)),
)

/** Generates calls of every operation of the contract. */
export const calls: fc.Arbitrary<PlannedCall> = fc.oneof(
  ...operations.map(({ op, input }) => ({ weight: weights[op] ?? 2, arbitrary: callsOf(op, input) })),
)

function callsOf(op: string, input: fc.Arbitrary<Json>): fc.Arbitrary<PlannedCall> {
  const none = { op, choice: 0 } as const
  return fc.oneof(
    {
      weight: 10,
      arbitrary: input.map((value): PlannedCall => ({ ...none, kind: 'valid', text: textWith(op, value) })),
    },
    {
      weight: 5,
      arbitrary: fc
        .tuple(input, changes)
        .map(([value, how]): PlannedCall => ({ ...none, kind: 'changed', text: textWith(op, change(value, how)) })),
    },
    {
      weight: 2,
      arbitrary: hostileValue.map((value): PlannedCall => ({
        ...none,
        kind: 'hostile input',
        text: textWith(op, value),
      })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.oneof(fc.constantFrom<Json>(...unknownOperations), hostileValue), input)
        .map(([name, value]): PlannedCall => ({ ...none, kind: 'unknown operation', text: textWith(name, value) })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...rawTexts), input).map(([make, value]): PlannedCall => ({
        ...none,
        kind: 'raw text',
        text: make(JSON.stringify(op), JSON.stringify(value)),
      })),
    },
    {
      weight: 1,
      arbitrary: fc
        .nat(unsendableValues - 1)
        .map((choice): PlannedCall => ({ op, kind: 'not JSON', text: '', choice })),
    },
  )
}

/** The names of all operations, each of which a long run must reach. */
export const operationNames = operations.map(({ op }) => op)
