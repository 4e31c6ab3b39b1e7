/** Prepared statements are kept by their text, and their number is limited. */
import { expect, test, vi } from 'vitest'
import { keepStatements } from '../../../../electron/customers/directory/statements.ts'

test('a statement is prepared once, and again only after too many others', () => {
  const prepare = vi.fn((sql: string) => ({ sql }))
  const statementOf = keepStatements(prepare, 2)
  const first = statementOf('a')
  statementOf('b')
  // One that is kept makes no room.
  expect([statementOf('a'), statementOf('b'), statementOf('a')].map(({ sql }) => sql)).toEqual(['a', 'b', 'a'])
  expect(statementOf('a')).toBe(first)
  expect(prepare).toHaveBeenCalledTimes(2)
  statementOf('c')
  expect(statementOf('a')).not.toBe(first)
  expect(prepare.mock.calls.map(([sql]) => sql)).toEqual(['a', 'b', 'c', 'a'])
})
