/** The names of a customer as they are indexed, and the writer of their index. */
import { isNumberField, type SearchName } from '#shared/model/search.ts'
import type { Db } from '../../storage/index.ts'
import { nameFields, type NameField } from './schema.ts'

export type Name = readonly [field: NameField, value: string]

const digits = /^\d*$/

function reversed(text: string): string {
  if (!digits.test(text)) return Array.from(text).reverse().join('')
  let backwards = ''
  for (let at = text.length - 1; at >= 0; at -= 1) backwards += text.charAt(at)
  return backwards
}

/** @param compared names in the form in which they are compared */
export function indexedNames(compared: readonly SearchName[], codes: readonly string[]): readonly Name[] {
  const names: Name[] = []
  for (const { field, value } of compared) {
    if (value === '') continue
    names.push([field, value])
    if (isNumberField(field)) names.push([field === 'iccid' ? 'iccidReversed' : 'imsiReversed', reversed(value)])
  }
  for (const code of codes) names.push(['activationCode', code])
  return names
}

/** Names in one INSERT: several together take half the time of a statement for each. */
const maxNamesAtOnce = 16

export function nameWriter(db: Db): (names: readonly Name[], id: number) => void {
  const statements = Array.from({ length: maxNamesAtOnce }, (_, more) =>
    db.prepare(`INSERT OR IGNORE INTO names VALUES (?, ?, ?)${', (?, ?, ?)'.repeat(more)}`),
  )
  return (names, id) => {
    for (let at = 0; at < names.length; at += maxNamesAtOnce) {
      const values: (string | number)[] = []
      for (const [field, value] of names.slice(at, at + maxNamesAtOnce)) values.push(nameFields[field], value, id)
      statements[values.length / 3 - 1]?.run(values)
    }
  }
}
