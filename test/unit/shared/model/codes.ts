/** Random activation codes in the GSMA format. */
import fc from 'fast-check'

export interface CodeParts {
  readonly address: string
  readonly matchingId: string
  readonly oid: string | null
  readonly flag: boolean
}

const characters = (set: string, size: { readonly minLength: number; readonly maxLength: number }) =>
  fc.array(fc.constantFrom(...set), size).map((list) => list.join(''))
const alphanumeric = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const label = characters(alphanumeric, { minLength: 1, maxLength: 14 })

export const codeParts: fc.Arbitrary<CodeParts> = fc.record({
  address: fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.')),
  matchingId: characters(`${alphanumeric}-`, { minLength: 1, maxLength: 60 }),
  oid: fc.option(fc.array(fc.nat(9999), { minLength: 1, maxLength: 6 }).map((arcs) => [1, ...arcs].join('.'))),
  flag: fc.boolean(),
})

export function codeText({ address, matchingId, oid, flag }: CodeParts): string {
  const end = flag ? [oid ?? '', '1'] : oid === null ? [] : [oid]
  return ['LPA:1', address, matchingId, ...end].join('$')
}
