/** The names of a customer as they are indexed. */
import { isNumberField, type SearchName } from '#shared/model/search.ts'
import { nameFields, type NameField } from './schema.ts'

/** A name as it is indexed: a character for its field, and its value. One column takes less time than two. */
export type Name = string

export const nameOf = (field: NameField, value: string): Name => `${nameFields[field]}${value}`

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
    names.push(nameOf(field, value))
    if (isNumberField(field)) names.push(nameOf(field === 'iccid' ? 'iccidReversed' : 'imsiReversed', reversed(value)))
  }
  for (const code of codes) names.push(nameOf('activationCode', code))
  return names
}
