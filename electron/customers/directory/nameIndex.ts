/** The names of a customer as they are indexed, and the writer of their index. */
import { comparable, isNumberField, type SearchName } from '#shared/model/search.ts'
import type { Db } from '../../storage/index.ts'
import { nameFields, type NameField } from './schema.ts'

type Name = readonly [field: NameField, value: string]

const digits = /^\d*$/
const reversed = (text: string): string => (digits.test(text) ? text.split('') : Array.from(text)).reverse().join('')

export function indexedNames(found: readonly SearchName[], codes: readonly string[]): readonly Name[] {
  const names = found.flatMap((name): readonly Name[] => {
    const value = comparable(name)
    if (value === '') return []
    return isNumberField(name.field)
      ? [
          [name.field, value],
          [name.field === 'iccid' ? 'iccidReversed' : 'imsiReversed', reversed(value)],
        ]
      : [[name.field, value]]
  })
  return [...names, ...codes.map((code): Name => ['activationCode', code])]
}

/** Names in one INSERT: several together take half the time of a statement for each. */
const maxNamesAtOnce = 16

export function nameWriter(db: Db): (names: readonly Name[], id: number) => void {
  const statements = Array.from({ length: maxNamesAtOnce }, (_, more) =>
    db.prepare(`INSERT OR IGNORE INTO names VALUES (?, ?, ?)${', (?, ?, ?)'.repeat(more)}`),
  )
  return (names, id) => {
    for (let at = 0; at < names.length; at += maxNamesAtOnce) {
      const some = names.slice(at, at + maxNamesAtOnce)
      statements[some.length - 1]?.run(some.flatMap(([field, value]) => [nameFields[field], value, id]))
    }
  }
}
