/** The schemas of the operations, which are created when they are first needed. */
import * as z from 'zod'
import { expect, test } from 'vitest'
import { contract, type OperationSpec } from '#shared/contract.ts'

const specs = Object.entries(contract).flatMap(([namespace, operations]) =>
  Object.entries<OperationSpec>(operations).map(([name, spec]) => [`${namespace}.${name}`, spec] as const),
)

test.each(specs)('%s has an input and an output, which are created once', (_name, spec) => {
  const { input, output } = spec
  expect(input).toBeInstanceOf(z.ZodType)
  expect(output).toBeInstanceOf(z.ZodType)
  expect(spec.input).toBe(input)
  expect(spec.output).toBe(output)
})
